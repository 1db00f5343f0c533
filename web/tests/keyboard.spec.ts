/** Everything without a mouse. */

import type { Page } from '@playwright/test';
import { expect, test } from './fixtures';
import { openGame, settled } from './places';
import { OVER, playToTheEnd, said, turn } from './play';
import { locals, openTable } from './tables';

/** What the keyboard is on, as it is called. */
function focused(page: Page): Promise<string> {
  return page.evaluate(() => {
    const element = document.activeElement;
    return element?.getAttribute('aria-label') ?? element?.textContent?.trim() ?? '';
  });
}

async function tabTo(page: Page, name: RegExp): Promise<void> {
  for (let step = 0; step < 60; step += 1) {
    await page.keyboard.press('Tab');
    if (name.test(await focused(page))) return;
  }
  throw new Error(`the keyboard never comes to ${name}`);
}

/** From the table: to some tiles, take them, and put them where the keyboard goes first. */
async function takeAndPlace(page: Page): Promise<void> {
  await page.keyboard.press('ArrowRight');
  await expect.poll(() => focused(page)).toMatch(/ from (display|the centre)/);
  await page.keyboard.press('Enter');
  await expect.poll(() => focused(page)).toMatch(/^(line|floor line)/);
  await page.keyboard.press('Enter');
  await expect.poll(() => said(page, /^(line|floor line)/)).toEqual([]);
}

test('a whole game with the keyboard alone', async ({ page }) => {
  await page.goto('/');
  await tabTo(page, /^Play now/);
  await page.keyboard.press('Enter');
  await turn(page);
  await tabTo(page, / from display/);
  await playToTheEnd(page, takeAndPlace);
  await expect(page.getByRole('heading', { name: OVER })).toBeVisible();
  await tabTo(page, /^New game/);
});

test('the skip link leads past the navigation', async ({ page }) => {
  await page.goto('/rules');
  await settled(page);
  await page.keyboard.press('Tab');
  expect(await focused(page)).toBe('Skip to the content');
  await page.keyboard.press('Enter');
  await page.keyboard.press('Tab');
  expect(await page.evaluate(() => document.activeElement?.closest('main') !== null)).toBe(true);
});

test.describe('at the table', () => {
  test.beforeEach(async ({ page }) => {
    const { id } = await openTable(page, locals('Bruno'));
    await openGame(page, id);
    await turn(page);
  });

  test('digits lead to displays, arrows go on, Escape puts tiles back', async ({ page }) => {
    await page.keyboard.press('3');
    expect(await focused(page)).toMatch(/ from display 3$/);
    const first = await focused(page);
    await page.keyboard.press('Enter');
    await expect.poll(() => focused(page)).toMatch(/^line/);
    const line = await focused(page);
    await page.keyboard.press('ArrowDown');
    expect(await focused(page)).toMatch(/^(line|floor line)/);
    expect(await focused(page)).not.toBe(line);
    await page.keyboard.press('Escape');
    expect(await focused(page)).toBe(first);
    expect(await said(page, /^(line|floor line)/)).toEqual([]);
    await page.keyboard.press('ArrowRight');
    expect(await focused(page)).toMatch(/ from (display|the centre)/);
    expect(await focused(page)).not.toBe(first);
  });

  test('the list of keys opens with a question mark and can be switched off', async ({ page }) => {
    await page.keyboard.press('?');
    const dialog = page.getByRole('dialog', { name: 'Keys' });
    await expect(dialog).toBeVisible();
    await dialog.getByRole('checkbox').uncheck();
    await page.keyboard.press('Escape');
    await expect(dialog).toBeHidden();
    await page.keyboard.press('?');
    await expect(dialog).toBeHidden();
  });

  test('a move can be typed, and a wrong one is explained', async ({ page }) => {
    await page.keyboard.press('m');
    const dialog = page.getByRole('dialog', { name: 'Type a move' });
    const move = dialog.getByRole('textbox', { name: 'Move', exact: true });
    await expect(move).toBeFocused();
    await move.fill('nonsense');
    await page.keyboard.press('Enter');
    await expect(dialog.getByRole('alert')).toContainText('is not a move');
    await move.fill('cB1');
    await page.keyboard.press('Enter');
    await expect(dialog.getByRole('alert')).toContainText('cB1 is not possible now');
    const possible = (await dialog.getByRole('alert').textContent()) ?? '';
    await move.fill((/Possible: (\w+)/.exec(possible)?.[1] ?? '').toLowerCase());
    await page.keyboard.press('Enter');
    await expect(dialog).toBeHidden();
    await expect(page.getByRole('alert').last()).toContainText('Bruno is to move');
  });
});
