import '@fontsource-variable/fraunces/index.css';
import '@fontsource-variable/source-sans-3/index.css';
import './styles/tokens.css';
import './styles/base.css';
import { mount } from 'svelte';
import App from './App.svelte';
import { askAhead } from '$lib/api/client';
import { start } from '$lib/i18n/index.svelte';
import { GAME, placeAt } from '$lib/pages/places';

/** A page that draws itself twice is later than one that waits a moment for its game. */
const PATIENCE_MS = 200;

// The game and the page come while the texts do; if they do not, the app says so.
const game = GAME.pattern.exec(location.pathname)?.[1];
const asked = game && askAhead(game, new URLSearchParams(location.search).get('key'));
const page = placeAt(location.pathname)
  .load()
  .catch(() => {});

start().then(
  async () => {
    const patience = new Promise((go) => setTimeout(go, PATIENCE_MS));
    if (asked) await Promise.race([Promise.all([asked, page]), patience]);
    mount(App, { target: document.getElementById('app')! });
  },
  // Without texts there is nothing to say it with but what the page came with.
  () => (document.getElementById('failed')!.hidden = false),
);
