/** Every page and every state worth looking at, by name. */

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, type Page } from '@playwright/test';
import { openGame, openPosition, PLACES, settled, type Place } from './places';
import { best, groups, OVER, pick, targets } from './play';
import { COLUMN, FOUR, LAST_TILES, MIDDLE, THREE } from './positions';
import { ask, locals, openTable, playUntil, showPosition, somebodyElse } from './tables';

export interface Screen extends Place {
  speed?: 'normal';
  /** What is on it goes wrong on purpose. */
  fails?: true;
  /** Drawn as it is seen at first, not to its end: something stays where one scrolls. */
  part?: true;
}

const STEPS = join(import.meta.dirname, '../src/lib/learn/steps.json');
const NAMES = (JSON.parse(readFileSync(STEPS, 'utf8')) as { name: string }[]).map(
  ({ name }) => name,
);

/** Open the dialog behind a button, which on phones is one of those behind "More". */
async function openDialog(page: Page, button: string): Promise<void> {
  const more = page.getByRole('button', { name: 'More', exact: true });
  if (await more.isVisible()) await more.click();
  await page.getByRole('button', { name: button, exact: true }).click();
  await page.getByRole('dialog').first().waitFor();
  await settled(page);
}

const inGame = (name: string, button: string): Screen => ({
  name,
  go: async (page) => {
    await openPosition(page, MIDDLE);
    await openDialog(page, button);
  },
});

/** The lesson at one of its steps; one past the last is its end. */
const lesson = (name: string, at: number): Screen => ({
  name,
  part: true,
  go: async (page) => {
    await page.addInitScript(
      (progress) => {
        if (location.origin !== 'null') localStorage.setItem('azulejos.lesson', progress);
      },
      JSON.stringify({ at, done: NAMES.slice(0, at) }),
    );
    await page.goto('/learn');
    await settled(page);
    if (at < NAMES.length) await page.locator('[data-slot="p0"]').first().waitFor();
    await settled(page);
  },
});

/** States of pages that hold to the same rules as the pages themselves. */
export const STATES: Screen[] = [
  {
    name: 'waiting-room-clear',
    go: async (page) => {
      const { id } = await openTable(page, [{ kind: 'open' }]);
      await openGame(page, id);
      await openDialog(page, 'Clear the table');
    },
  },
  {
    name: 'game-picked',
    go: async (page) => {
      await openPosition(page, MIDDLE);
      await pick(page);
      await settled(page);
    },
  },
  { name: 'game-column', go: (page) => openPosition(page, COLUMN) },
  {
    name: 'game-hint',
    go: async (page) => {
      const { id } = await openTable(page, [{ kind: 'level', level: 'casual' }]);
      await openGame(page, id);
      await page.getByRole('button', { name: 'Hint', exact: true }).click();
      await page
        .getByRole('button', { name: /\(hint\)$/ })
        .first()
        .waitFor();
      await settled(page);
    },
  },
  {
    name: 'game-undo-asked',
    go: async (page) => {
      const { id, key } = await openTable(page, [{ kind: 'open' }], { start: 1 });
      const friend = await somebodyElse(page, 'Bruno');
      await ask(friend, 'POST', `/games/${id}/join?key=${key}`, { nonce: 'b'.repeat(64) });
      const one = await playUntil(friend, id, (game) => game.turn?.seat === 0);
      await ask(friend, 'POST', `/games/${id}/undo`, { number: one.number });
      await openGame(page, id);
      await page.getByRole('button', { name: 'Allow it' }).waitFor();
    },
  },
  {
    name: 'game-watched',
    go: async (page) => {
      const host = await somebodyElse(page, 'Ana');
      const { id } = await openTable(host, locals('Bruno', 'Carla'), { public: true });
      await playUntil(host, id, (game) => game.position?.round === 2);
      await openGame(page, id);
    },
  },
  {
    name: 'no-such-game',
    go: async (page) => {
      await page.goto('/game/nosuchgame');
      await page.getByText('That is not here, or not for you').waitFor();
      await settled(page);
    },
  },
  {
    name: 'table-closed',
    go: async (page) => {
      const { id } = await openTable(page, [{ kind: 'open' }]);
      await ask(page, 'POST', `/games/${id}/leave`);
      await page.goto(`/game/${id}`);
      await page.getByRole('heading', { level: 1, name: /^This table was closed/ }).waitFor();
      await settled(page);
    },
  },
  inGame('game-type', 'Type a move'),
  inGame('game-keys', 'Keys'),
  inGame('game-share', 'Share'),
  inGame('game-resign', 'Resign'),
  {
    name: 'settings',
    go: async (page) => {
      await page.goto('/');
      await settled(page);
      await openDialog(page, 'Settings');
    },
  },
  {
    name: 'name',
    go: async (page) => {
      await page.goto('/new?with=friends');
      await settled(page);
      await page.getByRole('button', { name: 'Open the table' }).click();
      await page.getByRole('dialog').waitFor();
      await settled(page);
    },
  },
  lesson('lesson-done', NAMES.length),
];

/** What only somebody who looks can judge. */
const SIGHTS: Screen[] = [
  ...NAMES.map((_, at) => lesson(`lesson-${at + 1}`, at)),
  {
    name: 'game-start',
    go: async (page) => {
      const { id } = await openTable(page, [{ kind: 'level', level: 'casual' }]);
      await openGame(page, id);
      await groups(page).first().waitFor();
    },
  },
  {
    name: 'game-aimed',
    go: async (page) => {
      await openPosition(page, MIDDLE);
      await pick(page);
      await (await best(page)).hover();
      await settled(page);
    },
  },
  {
    name: 'game-in-flight',
    speed: 'normal',
    go: async (page) => {
      await openPosition(page, MIDDLE);
      await pick(page);
      await targets(page).first().click();
      await page.waitForTimeout(350);
    },
  },
  {
    name: 'game-tiling',
    speed: 'normal',
    go: async (page) => {
      await page.clock.install();
      const { id } = await showPosition(page, LAST_TILES, {
        others: [{ kind: 'level', level: 'keen' }],
        replies: [['cB5']],
      });
      await openGame(page, id);
      await page.getByRole('button', { name: /^2 yellow/ }).click();
      await page.getByRole('button', { name: /^line 3/ }).click();
      await page.getByText('+4', { exact: true }).waitFor();
      await page.clock.pauseAt(await page.evaluate(() => Date.now() + 50));
      await page.evaluate(() => document.getAnimations().forEach((one) => one.pause()));
    },
  },
  { name: 'game-of-3', go: (page) => openPosition(page, THREE) },
  { name: 'game-of-4', go: (page) => openPosition(page, FOUR) },
  {
    name: 'game-log',
    go: async (page) => {
      const { id } = await openTable(page, locals('Bruno'));
      await playUntil(page, id, (game) => game.position?.round === 3);
      await openGame(page, id);
      await page.keyboard.press('l');
      await settled(page);
    },
  },
  {
    name: 'game-more',
    go: async (page) => {
      await openPosition(page, MIDDLE);
      const more = page.getByRole('button', { name: 'More', exact: true });
      if (await more.isVisible()) await more.click();
      await settled(page);
    },
  },
  {
    name: 'result-of-4',
    go: async (page) => {
      const { id } = await openTable(page, locals('Bruno', 'Carla', 'Davi'));
      await playUntil(page, id);
      await openGame(page, id);
      await expect(page.getByRole('heading', { name: OVER })).toBeVisible();
    },
  },
  {
    name: 'game-lost',
    fails: true,
    go: async (page) => {
      await openPosition(page, MIDDLE);
      await page.context().setOffline(true);
      await page
        .getByText(/cannot be reached|Reconnecting/)
        .first()
        .waitFor();
      await settled(page);
    },
  },
  {
    name: 'lost',
    fails: true,
    go: async (page) => {
      await page.route('**/api/**', (route) => route.abort());
      await page.goto('/tables');
      await page.getByText('cannot be reached').first().waitFor();
      await settled(page);
    },
  },
];

export const SCREENS: Screen[] = [...PLACES, ...STATES, ...SIGHTS];
