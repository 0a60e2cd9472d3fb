import { mount } from 'svelte';
import './app.css';
import App from './App.svelte';
import { applySettings } from './door/settings.svelte';
import { speak } from './words/index.svelte';

applySettings();
void speak().then(() => mount(App, { target: document.getElementById('page') as HTMLElement }));
