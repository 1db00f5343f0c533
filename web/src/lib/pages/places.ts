/** The pages by their addresses; each is loaded when somebody goes there. */

import type { Component } from 'svelte';
import type { Key } from '$lib/i18n/index.svelte';

export type Page = Component<{ match: string[] }>;
/** Most pages do not care what the address matched. */
type Load = () => Promise<{ default: Page | Component<Record<string, never>> }>;
export interface Place {
  pattern: RegExp;
  load: Load;
  title: Key;
}

export const GAME: Place = {
  pattern: /^\/game\/([\w-]{1,32})(?:\/(\d{1,9}))?$/,
  load: () => import('$lib/pages/Game.svelte'),
  title: 'app.nav.play',
};
const PLACES: Place[] = [
  { pattern: /^\/$/, load: () => import('$lib/pages/Home.svelte'), title: 'app.title.home' },
  { pattern: /^\/new$/, load: () => import('$lib/pages/NewTable.svelte'), title: 'new.title' },
  {
    pattern: /^\/tables$/,
    load: () => import('$lib/pages/Tables.svelte'),
    title: 'tables.title',
  },
  { pattern: /^\/games$/, load: () => import('$lib/pages/MyGames.svelte'), title: 'games.title' },
  GAME,
  {
    pattern: /^\/link\/([\w-]{1,200})$/,
    load: () => import('$lib/pages/Device.svelte'),
    title: 'device.title',
  },
  { pattern: /^\/learn$/, load: () => import('$lib/pages/Learn.svelte'), title: 'app.nav.learn' },
  { pattern: /^\/rules$/, load: () => import('$lib/pages/Rules.svelte'), title: 'app.nav.rules' },
  { pattern: /^\/fair$/, load: () => import('$lib/pages/Fair.svelte'), title: 'app.footer.fair' },
  { pattern: /^\/about$/, load: () => import('$lib/pages/About.svelte'), title: 'about.title' },
];
const NOWHERE: Place = {
  pattern: /^/,
  load: () => import('$lib/pages/Nowhere.svelte'),
  title: 'app.nowhere.title',
};

/** The page an address leads to. */
export function placeAt(path: string): Place {
  return PLACES.find(({ pattern }) => pattern.test(path)) ?? NOWHERE;
}
