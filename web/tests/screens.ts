/** Every page and every state worth looking at, by name. */

import type { Page } from '@playwright/test';
import { openGame, PLACES, settled, type Place } from './places';
import { best, groups, pick, targets } from './play';
import { locals, openTable, playUntil, showPosition } from './tables';

export interface Screen extends Place {
  speed?: 'normal';
}

/** A game for two in its middle, with something of everything. */
export const MIDDLE =
  'c 3 d1 s1 YYKK/-/BBWW/-/- YR 8,8,8,8,8 7,3,8,7,6 9:-/1Y/-/2K/3W:..R../...../KW.Y./...../.....:- 7:1B/2R/-/3Y/-:.Y.../.B.../...../...B./.....:x';
/** A gray wall with a column to choose. */
export const COLUMN =
  'g 3 t1 s2 -/-/-/-/- - 8,8,8,8,8 5,8,7,7,9 9:-/1W/3R/2K/-:..B.R/..KY./.B.W./..Y../.....:- 12:-/1Y/2K/-/4B:Y..../..RB./.W.../...../.....:x';

async function openPosition(page: Page, position: string): Promise<void> {
  const { id } = await showPosition(page, position);
  await openGame(page, id);
}

async function openDialog(page: Page, name: RegExp): Promise<void> {
  await page.getByRole('button', { name }).first().click();
  await page.getByRole('dialog').waitFor();
  await settled(page);
}

export const SCREENS: Screen[] = [
  ...PLACES,
  {
    name: 'game-start',
    go: async (page) => {
      const { id } = await openTable(page, [{ kind: 'level', level: 'casual' }]);
      await openGame(page, id);
      await groups(page).first().waitFor();
    },
  },
  { name: 'game-middle', go: (page) => openPosition(page, MIDDLE) },
  {
    name: 'game-picked',
    go: async (page) => {
      await openPosition(page, MIDDLE);
      await pick(page);
    },
  },
  {
    name: 'game-aimed',
    go: async (page) => {
      await openPosition(page, MIDDLE);
      await pick(page);
      await (await best(page)).hover();
    },
  },
  {
    name: 'game-in-flight',
    speed: 'normal',
    go: async (page) => {
      const { id } = await openTable(page, locals('Bruno'));
      await page.goto(`/game/${id}`);
      await pick(page);
      await targets(page).nth(2).click();
      await page.waitForTimeout(350);
    },
  },
  { name: 'game-column', go: (page) => openPosition(page, COLUMN) },
  ...[3, 4].map((players) => ({
    name: `game-of-${players}`,
    go: async (page: Page) => {
      const { id } = await openTable(page, locals('Bruno', 'Carla', 'Davi').slice(0, players - 1));
      await playUntil(page, id, (game) => game.position?.round === 4);
      await openGame(page, id);
    },
  })),
  {
    name: 'settings',
    go: async (page) => {
      await page.goto('/');
      await settled(page);
      await openDialog(page, /^Settings/);
    },
  },
];
