import { mount } from 'svelte';
import './app.css';
import App from './App.svelte';
import { applySettings } from './settings.svelte';
import { games } from './net/api';
import { here } from './route.svelte';
import { speak } from './words/index.svelte';

applySettings();
// A file of this page that the server no longer has: there is a new page. If the server itself is gone, this one stays.
window.addEventListener('vite:preloadError', () => void fetch('/').then((found) => found.ok && location.reload(), () => undefined));
// What is wanted first comes while the words do.
if (here().name === 'door') games().catch(() => undefined);
else import('./table/TablePage.svelte').catch(() => undefined);
void speak().then(() => {
  const target = document.getElementById('page') as HTMLElement;
  target.replaceChildren(); // the name, which was there to look at meanwhile
  mount(App, { target });
  if ('serviceWorker' in navigator && import.meta.env.PROD) keepShell().catch(() => undefined); // a browser may refuse
});

/** The page opens without a network, too, from the first visit on: the worker is told what was loaded before it came. */
async function keepShell() {
  await navigator.serviceWorker.register('/worker.js');
  const { active } = await navigator.serviceWorker.ready;
  const loaded = performance.getEntriesByType('resource').map((one) => new URL(one.name).pathname);
  active?.postMessage(['/', ...loaded.filter((path) => path.startsWith('/assets/'))]);
}
