import { mount } from 'svelte';
import './app.css';
import App from './App.svelte';
import { applySettings } from './door/settings.svelte';
import { speak } from './words/index.svelte';

applySettings();
if ('serviceWorker' in navigator && import.meta.env.PROD) void navigator.serviceWorker.register('/worker.js');
void speak().then(() => mount(App, { target: document.getElementById('page') as HTMLElement }));
