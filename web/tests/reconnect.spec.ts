/** Servers die, trains enter tunnels: no move is lost and none is made twice. */

import type { Page } from '@playwright/test';
import { expect, test } from './fixtures';
import { best, pick, takeAndPlace, turn } from './play';
import { ask, locals, look, openTable } from './tables';

/** Any request may be under way when the line breaks, and the browser has many words for that. */
const OFFLINE = /^error: Failed to load resource: net::ERR_/;

/** A game on one device, so that every move is ours. */
async function openGame(page: Page): Promise<string> {
  const { id } = await openTable(page, locals('Bruno'));
  await page.goto(`/game/${id}`);
  await turn(page);
  return id;
}

/** The moves of the game so far. */
async function movesOf(page: Page, id: string): Promise<(string | null)[]> {
  const { updates } = await ask<{
    updates: { event: { kind: string; move: string | null } }[];
  }>(page, 'GET', `/games/${id}/updates`);
  return updates.filter(({ event }) => event.kind === 'moved').map(({ event }) => event.move);
}

/** Take tiles in hand, and say where they would best go. */
async function aim(page: Page) {
  await pick(page);
  return best(page);
}

test('a server that dies in the middle of a move finds it waiting', async ({
  page,
  watch,
  server,
}) => {
  watch.tolerated = OFFLINE;
  const id = await openGame(page);
  await takeAndPlace(page);
  await turn(page);
  const target = await aim(page);
  await server.kill();
  await target.click();
  await expect(page.getByText(/cannot be reached|connection/i).first()).toBeVisible();
  await server.start();
  await turn(page);
  expect(await movesOf(page, id)).toHaveLength(2);
  await takeAndPlace(page);
  await turn(page);
  expect(await movesOf(page, id)).toHaveLength(3);
});

test('a server that comes back brings what others did meanwhile', async ({
  page,
  watch,
  server,
  context,
}) => {
  watch.tolerated = OFFLINE;
  const id = await openGame(page);
  await server.kill();
  await server.start();
  const other = await context.newPage();
  const game = await look(other, id);
  const { move } = game.choices[0]!;
  await ask(other, 'POST', `/games/${id}/moves`, { number: game.number, move });
  await expect(page.getByRole('group', { name: 'Display 1, empty' })).toBeVisible({
    timeout: 20_000,
  });
});

test('a tunnel in the middle of a move', async ({ page, watch, context }) => {
  watch.tolerated = OFFLINE;
  const id = await openGame(page);
  const target = await aim(page);
  await context.setOffline(true);
  await target.click();
  await expect(page.getByText(/cannot be reached|connection/i).first()).toBeVisible();
  await context.setOffline(false);
  await turn(page);
  expect(await movesOf(page, id)).toHaveLength(1);
});

test('an answer that gets lost: the move is made once', async ({ page, watch }) => {
  watch.tolerated = OFFLINE;
  const id = await openGame(page);
  let lost = 0;
  await page.route(/\/moves$/, async (route) => {
    if (lost > 0) return route.continue();
    lost += 1;
    await route.fetch();
    await route.abort();
  });
  await takeAndPlace(page);
  await turn(page);
  expect(lost).toBe(1);
  expect(await movesOf(page, id)).toHaveLength(1);
});

test('a move made on another device meanwhile is not an error: it is shown', async ({ page }) => {
  // The stream is slower than the click.
  await page.route(/\/events/, () => {});
  const id = await openGame(page);
  const target = await aim(page);
  const game = await look(page, id);
  const { move } = game.choices.find(({ source }) => source === 4)!;
  await ask(page, 'POST', `/games/${id}/moves`, { number: game.number, move });
  const [answer] = await Promise.all([
    page.waitForResponse((response) => response.url().endsWith(`/games/${id}/moves`)),
    target.click(),
  ]);
  expect(answer.status()).toBe(409);
  await expect(page.getByRole('group', { name: 'Display 5, empty' })).toBeVisible();
  await expect(page.getByRole('alert').last()).toContainText('Bruno is to move');
  await expect(page.getByRole('button', { name: 'Close this message' })).toHaveCount(0);
  expect(await movesOf(page, id)).toEqual([move]);
});
