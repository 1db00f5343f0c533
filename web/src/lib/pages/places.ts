/** The pages by their addresses; each is loaded when somebody goes there. */

import type { Component } from 'svelte';
import { type Area, type Key, need } from '$lib/i18n/index.svelte';

export type Page = Component<{ match: string[] }>;
/** Most pages do not care what the address matched. */
type Load = () => Promise<{ default: Page | Component<Record<string, never>> }>;
export interface Place {
  pattern: RegExp;
  load: Load;
  /** Null if the page says itself what it is called. */
  title: Key | null;
}

export const GAME: Place = {
  pattern: /^\/game\/([\w-]{1,32})(?:\/(\d{1,9}))?$/,
  load: kept(() => import('$lib/pages/Game.svelte')),
  title: null,
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
  {
    pattern: /^\/learn$/,
    load: withTexts('lesson', () => import('$lib/pages/Learn.svelte')),
    title: 'lesson.title',
  },
  {
    pattern: /^\/rules$/,
    load: withTexts('rules', () => import('$lib/pages/Rules.svelte')),
    title: 'rules.title',
  },
  { pattern: /^\/fair$/, load: () => import('$lib/pages/Fair.svelte'), title: 'fair.title' },
  { pattern: /^\/about$/, load: () => import('$lib/pages/About.svelte'), title: 'about.title' },
];
const NOWHERE: Place = {
  pattern: /^/,
  load: () => import('$lib/pages/Nowhere.svelte'),
  title: 'app.nowhere.title',
};

/** A page that has come is there at once the next time; one that has not is asked for again. */
function kept(load: Load): Load {
  let page: ReturnType<Load> | undefined;
  return () => {
    page ??= load().catch((error: unknown) => {
      page = undefined;
      throw error;
    });
    return page;
  };
}

/** Some pages have texts that no other needs: they come with it. */
function withTexts(area: Area, load: Load): Load {
  return async () => (await Promise.all([load(), need(area)]))[0];
}

/** The page an address leads to. */
export function placeAt(path: string): Place {
  return PLACES.find(({ pattern }) => pattern.test(path)) ?? NOWHERE;
}
