import { mount } from 'svelte';
import './app.css';
import App from './App.svelte';
import { applySettings } from './settings.svelte';
import { games } from './net/api';
import { here } from './route.svelte';
import { speak } from './words/index.svelte';

applySettings();
// A file of this page that cannot be had: the server has a new page; or there is no server, until it answers again.
const AGAIN = 3000; // milliseconds
let asking = false;
window.addEventListener('vite:preloadError', () => {
  if (!asking) void open();
});
// What is wanted first comes while the words do.
if (here().name === 'door') games().catch(() => undefined);
else import('./table/TablePage.svelte').catch(() => undefined);
void speak().then(() => {
  const target = document.getElementById('page') as HTMLElement;
  target.replaceChildren(); // the name, which was there to look at meanwhile
  mount(App, { target });
  if ('serviceWorker' in navigator && import.meta.env.PROD) keepShell().catch(() => undefined); // a browser may refuse
});

/** Open the page anew, as soon as somebody is there to send it. */
async function open() {
  asking = true;
  const answer = await fetch('/healthz').catch(() => null);
  if (answer?.ok) location.reload();
  else setTimeout(() => void open(), AGAIN);
}

/** The page opens without a network, too, from the first visit on: the worker is told what was loaded before it came. */
async function keepShell() {
  await navigator.serviceWorker.register('/worker.js');
  const { active } = await navigator.serviceWorker.ready;
  const loaded = performance.getEntriesByType('resource').map((one) => new URL(one.name).pathname);
  active?.postMessage(['/', ...loaded.filter((path) => path.startsWith('/assets/'))]);
}
