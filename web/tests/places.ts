/** Every page of the app, and how to get there. */

import type { Page } from '@playwright/test';
import { locals, openTable, playUntil } from './tables';

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
      await openTable(page, locals('Bruno'));
      const { id } = await openTable(page, locals('Bruno', 'Carla'));
      await playUntil(page, id);
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
  {
    name: 'game',
    go: async (page) => {
      const { id } = await openTable(page, locals('Bruno'));
      await playUntil(page, id, (game) => game.position?.round === 3);
      await openGame(page, id);
    },
  },
  {
    name: 'game-of-four-on-gray',
    go: async (page) => {
      const { id } = await openTable(page, locals('Bruno', 'Carla', 'Davi'), { wall: 'gray' });
      await playUntil(page, id, (game) => game.position?.phase === 'tile');
      await openGame(page, id);
    },
  },
  {
    name: 'result',
    go: async (page) => {
      const { id } = await openTable(page, locals('Bruno', 'Carla'));
      await playUntil(page, id);
      await openGame(page, id);
    },
  },
  {
    name: 'replay',
    go: async (page) => {
      const { id } = await openTable(page, locals('Bruno'));
      await playUntil(page, id);
      await openGame(page, id, 20);
    },
  },
];
