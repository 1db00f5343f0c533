import '@fontsource-variable/fraunces/index.css';
import '@fontsource-variable/source-sans-3/index.css';
import './styles/tokens.css';
import './styles/base.css';
import { mount } from 'svelte';
import App from './App.svelte';
import { start } from '$lib/i18n/index.svelte';
import { placeAt } from '$lib/pages/places';

// The page comes while the texts do; if it does not, the app says so.
placeAt(location.pathname)
  .load()
  .catch(() => {});
start().then(
  () => mount(App, { target: document.getElementById('app')! }),
  // Without texts there is nothing to say it with but what the page came with.
  () => (document.getElementById('failed')!.hidden = false),
);
