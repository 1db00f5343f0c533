/** A whole game by what a screen reader says, and by nothing else. */

import type { Page } from '@playwright/test';
import { expect, test } from './fixtures';
import { mostAppealing, OVER } from './play';

/** The live regions at the end of the page: what has happened, and what is to be done now. */
const news = (page: Page) => page.getByRole('status').last();
const call = (page: Page) => page.getByRole('alert').last();

/** All possible moves as they are read out: `3B2 2 blue from display 3: line 2, …`. */
async function listMoves(page: Page): Promise<string[]> {
  const dialog = page.getByRole('dialog', { name: 'Type a move' });
  const list = dialog.getByRole('list', { name: 'Possible moves' });
  if (!(await list.isVisible())) await dialog.getByText(/^Show (all|the) \d+ possible/).click();
  const tree = await list.ariaSnapshot();
  return Array.from(tree.matchAll(/button "(.*)"/g), (match) => match[1]!);
}

test('a game is heard, and played by typing', async ({ page }) => {
  test.setTimeout(120_000);
  await page.goto('/');
  await page.getByRole('button', { name: /^Play now/ }).click();
  const result = page.getByRole('heading', { name: OVER });
  // Every call differs from the one before, or it would not be read out.
  let heard = '';
  for (let move = 0; ; move += 1) {
    const isCalled = async () => {
      const text = (await call(page).textContent()) ?? '';
      if (await result.isVisible()) return true;
      if (!text.includes('Your turn') || text === heard) return false;
      heard = text;
      return true;
    };
    await expect.poll(isCalled, { timeout: 30_000, intervals: [50] }).toBe(true);
    if (await result.isVisible()) break;
    await page.keyboard.press('m');
    const dialog = page.getByRole('dialog', { name: 'Type a move' });
    const moves = await listMoves(page);
    const targets = new Map(moves.map((text) => [text.replace(/^.*?: /, ''), text]));
    const chosen = targets.get(mostAppealing([...targets.keys()])) ?? '';
    const box = dialog.getByRole('textbox', { name: 'Move', exact: true });
    await box.fill(chosen.slice(0, 3));
    await page.keyboard.press('Enter');
    await expect(dialog).toBeHidden();
    // News that comes with the next turn is told together with it.
    const told = news(page)
      .or(call(page))
      .filter({ hasText: / takes? \d \w+ tiles? from / });
    if (move === 0) await expect(told.first()).toBeAttached();
  }
  await expect(news(page)).toContainText('Game over');
  const table = page.getByRole('table', { name: 'Where the points came from' });
  await expect(table.getByRole('row', { name: /^Total \d+ \d+/ })).toBeVisible();
});

test('the table can be read line by line', async ({ page }) => {
  await page.goto('/');
  await page.getByRole('button', { name: /^Play now/ }).click();
  await expect(call(page)).toContainText('Your turn');
  const main = page.getByRole('main');
  await expect(main.getByRole('region', { name: /^Board of/ })).toHaveCount(2);
  const own = main.getByRole('region', { name: /^Board of/ }).last();
  await expect(
    own.getByRole('listitem').filter({ hasText: 'Line 5: empty, room for 5' }),
  ).toHaveCount(1);
  await expect(own.getByRole('listitem').filter({ hasText: 'Floor line' })).toHaveCount(1);
  await expect(main.getByRole('group', { name: /^Display \d/ })).toHaveCount(5);
});
