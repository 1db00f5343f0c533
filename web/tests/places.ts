/** Every page of the app, and how to get there. */

import type { Page } from '@playwright/test';
import { FOUR_COLUMN, MIDDLE } from './positions';
import { ask, locals, openTable, playUntil, showPosition } from './tables';

export interface Place {
  name: string;
  /** Go there; the page is as its name says when it is done. */
  go: (page: Page) => Promise<void>;
}

const address = (name: string, path: string): Place => ({
  name,
  go: async (page) => {
    await page.goto(path);
    await settled(page);
    // Only at the end of a page does nothing lie under a button that stays in reach.
    if (path.startsWith('/new')) await page.evaluate(() => scrollTo(0, document.body.scrollHeight));
  },
});

/** The page is there, with its fonts, and nothing moves any more. */
export async function settled(page: Page): Promise<void> {
  await page.getByRole('heading', { level: 1 }).first().waitFor({ state: 'attached' });
  await page.evaluate(async () => {
    await document.fonts.ready;
    const moving = document.getAnimations().filter(({ effect }) => {
      const { iterations } = effect?.getComputedTiming() ?? {};
      return iterations !== Infinity;
    });
    await Promise.allSettled(moving.map(({ finished }) => finished));
  });
}

/** Open the page of a game and wait until it is laid, and judged if it is over. */
export async function openGame(page: Page, id: string, moment?: number): Promise<void> {
  await page.goto(moment === undefined ? `/game/${id}` : `/game/${id}/${moment}`);
  await page.getByRole('heading', { level: 1, name: /^Game|is laid|invited/ }).waitFor();
  await settled(page);
}

/** A game that stands as we say. */
export async function openPosition(page: Page, position: string): Promise<void> {
  const { id } = await showPosition(page, position);
  await openGame(page, id);
}

/** A game of two that one of them gave up in the second round. */
export async function resigned(page: Page): Promise<string> {
  const { id } = await openTable(page, locals('Bruno'));
  const { number } = await playUntil(page, id, (game) => game.position?.round === 2);
  await ask(page, 'POST', `/games/${id}/resign`, { number, seat: 0 });
  return id;
}

export const PLACES: Place[] = [
  address('home', '/'),
  address('new-level', '/new'),
  address('new-friends', '/new?with=friends&players=3'),
  address('new-local', '/new?with=local&players=4&wall=gray'),
  address('tables', '/tables'),
  address('games', '/games'),
  address('learn', '/learn'),
  address('rules', '/rules'),
  address('fair', '/fair'),
  address('about', '/about'),
  address('device', '/link/used-before'),
  address('nowhere', '/no/such/page'),
  {
    name: 'tables-with-some',
    go: async (page) => {
      await openTable(page, [{ kind: 'open' }], { public: true });
      await openTable(page, [{ kind: 'level', level: 'casual' }], { public: true });
      await page.goto('/tables');
      await page.getByText('Ana').first().waitFor();
      await settled(page);
    },
  },
  {
    name: 'games-with-some',
    go: async (page) => {
      await openTable(page, [{ kind: 'open' }]);
      await openTable(page, locals('Bruno', 'Carla'));
      await resigned(page);
      await page.goto('/games');
      await page.getByText('Carla').first().waitFor();
      await settled(page);
    },
  },
  {
    name: 'waiting-room',
    go: async (page) => {
      const { id } = await openTable(page, [{ kind: 'open' }, { kind: 'level', level: 'keen' }]);
      await openGame(page, id);
    },
  },
  { name: 'game', go: (page) => openPosition(page, MIDDLE) },
  { name: 'game-of-four-on-gray', go: (page) => openPosition(page, FOUR_COLUMN) },
  {
    name: 'result',
    go: async (page) => {
      const { id } = await openTable(page, locals('Bruno'));
      await playUntil(page, id);
      await openGame(page, id);
    },
  },
  {
    name: 'replay',
    go: async (page) => openGame(page, await resigned(page), 12),
  },
];
