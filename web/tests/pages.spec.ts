/** What holds for every page, whatever it is about. */

import type { Page } from '@playwright/test';
import { expect, test } from './fixtures';
import { openGame, PLACES, settled } from './places';
import { STATES } from './screens';
import {
  expectAccessible,
  expectNothingCut,
  expectNoSidewaysScrolling,
  expectPlainWords,
} from './sound';
import { ask, becomeGuest, locals, openTable, playUntil, somebodyElse } from './tables';

const PHONE = { width: 360, height: 640 };
const DESK = { width: 1280, height: 800 };

async function turnTo(page: Page, viewport: typeof PHONE, colorScheme: 'light' | 'dark') {
  await page.setViewportSize(viewport);
  await page.emulateMedia({ colorScheme });
  await settled(page);
}

for (const { name, go } of [...PLACES, ...STATES]) {
  test(`${name} is sound on phone and desk, by day and by night`, async ({ page }) => {
    await page.setViewportSize(PHONE);
    await page.emulateMedia({ colorScheme: 'light' });
    await go(page);
    await expectNoSidewaysScrolling(page);
    await expectPlainWords(page);
    await expectAccessible(page, `${name}, phone, light`);
    await expect(page.locator('h1')).toHaveCount(1);
    await expect(page.locator('main')).toHaveCount(1);
    await expect(page).toHaveTitle(/Azulejos/);
    await turnTo(page, PHONE, 'dark');
    await expectAccessible(page, `${name}, phone, dark`, ['color-contrast']);
    // As large as people may set their text.
    await turnTo(page, { width: 320, height: 568 }, 'dark');
    await expectNoSidewaysScrolling(page);
    await turnTo(page, DESK, 'dark');
    await expectNoSidewaysScrolling(page);
    await expectAccessible(page, `${name}, desk, dark`);
    await turnTo(page, DESK, 'light');
    await expectAccessible(page, `${name}, desk, light`, ['color-contrast']);
  });
}

test('the longest of names, in one word, does not make a page wider', async ({ page }) => {
  const fits = async () => {
    await expectNoSidewaysScrolling(page);
    await expectNothingCut(page);
  };
  const list = async (path: string) => {
    await page.goto(path);
    await page.getByText(other).first().waitFor();
    await settled(page);
    await fits();
  };
  await page.setViewportSize(PHONE);
  const [own, other] = ['W'.repeat(32), 'M'.repeat(32)];
  await becomeGuest(page, own);
  const others = locals(other);
  const waiting = await openTable(page, [{ kind: 'open' }, ...others], { public: true });
  await openGame(page, waiting.id);
  await fits();

  await page.goto('/link/used-before');
  await expect(page.getByText(own)).toBeVisible();
  await fits();

  const met = await openTable(page, [{ kind: 'open' }], { start: 1 });
  const friend = await somebodyElse(page, other);
  await ask(friend, 'POST', `/games/${met.id}/join?key=${met.key}`, { nonce: 'b'.repeat(64) });
  const { number } = await playUntil(friend, met.id, (game) => game.turn?.seat === 0);
  await ask(friend, 'POST', `/games/${met.id}/undo`, { number });
  await openGame(page, met.id);
  await page.getByRole('button', { name: 'Allow it' }).waitFor();
  await fits();

  const { id } = await openTable(page, others, { public: true, start: 1 });
  await openGame(page, id);
  await expect(page.getByText(`Pass the device to ${other}`).first()).toBeVisible();
  await fits();
  for (const path of ['/', '/tables', '/games']) await list(path);

  await playUntil(page, id);
  await openGame(page, id);
  await page.getByText('Proof of fair deals').click();
  await fits();
  await page.getByRole('button', { name: 'Log', exact: true }).click();
  await page.getByRole('dialog').waitFor();
  await settled(page);
  await fits();
  for (const path of ['/', '/games']) await list(path);
});
