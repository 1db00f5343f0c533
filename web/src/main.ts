import '@fontsource-variable/fraunces/index.css';
import '@fontsource-variable/source-sans-3/index.css';
import './styles/tokens.css';
import './styles/base.css';
import { mount } from 'svelte';
import App from './App.svelte';
import { start } from '$lib/i18n/index.svelte';

await start();
mount(App, { target: document.getElementById('app')! });
