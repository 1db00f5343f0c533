/**
 * Playing as people do: everything is found by its role and its name, as a screen reader tells
 * them, in English.
 */

import { expect, type Locator, type Page } from '@playwright/test';

/** The heading of the result. */
export const OVER = /\bwins?\b|victory|is over/;

const GROUP = /^\d+ \w+ from (display \d|the centre)/;
const TARGET = /^(line \d|floor line)/;
const COLUMN = /^row \d, column \d/;

/** The bunches of tiles that can be taken now. */
export function groups(page: Page): Locator {
  return page.getByRole('button', { name: GROUP, disabled: false });
}

/** Where what is in hand can be placed. */
export function targets(page: Page): Locator {
  return page.getByRole('button', { name: TARGET, disabled: false });
}

/** The columns a tile of a gray wall can be laid in. */
export function columns(page: Page): Locator {
  return page.getByRole('button', { name: COLUMN, disabled: false });
}

/** How a target looks to somebody who wants to be done, by what is said of it. */
export function appeal(name: string): number {
  if (name.startsWith('floor line')) return -100;
  const line = Number(/^line (\d)/.exec(name)?.[1]);
  const falls = Number(/(\d+) falls?\b/.exec(name)?.[1] ?? 0);
  return (name.includes('the line is full') ? 20 : 10) - 2 * line - 10 * falls;
}

export function mostAppealing(names: readonly string[]): string {
  return [...names].sort((a, b) => appeal(b) - appeal(a))[0] ?? '';
}

/** The names of all buttons on the table that match and can be pressed, at once. */
export async function said(page: Page, pattern: RegExp): Promise<string[]> {
  const names = await page.evaluate(() =>
    Array.from(
      document.querySelectorAll('main button[aria-label]:enabled'),
      (button) => button.getAttribute('aria-label') ?? '',
    ),
  );
  return names.filter((name) => pattern.test(name));
}

/** The best place for what is in hand. */
export async function best(page: Page): Promise<Locator> {
  const name = mostAppealing(await said(page, TARGET));
  return page.getByRole('button', { name, exact: true });
}

/** Take the first tiles that can be taken in hand. */
export async function pick(page: Page): Promise<void> {
  await turn(page);
  const [name = ''] = await said(page, GROUP);
  const group = page.getByRole('button', { name, exact: true });
  const box = await group.boundingBox();
  // Three of a kind lie around a corner: their middle belongs to the fourth tile.
  await group.click({ position: { x: (box?.width ?? 0) / 4, y: (box?.height ?? 0) / 4 } });
  await expect(targets(page).first()).toBeVisible();
}

/** Take some tiles and place them sensibly. */
export async function takeAndPlace(page: Page): Promise<void> {
  await pick(page);
  await (await best(page)).click();
  await expect(targets(page)).toHaveCount(0);
}

export type Turn = 'draft' | 'tile' | 'over';

/** Wait until something can be done on the page, or the game is over. */
export async function turn(page: Page): Promise<Turn> {
  const found = await page.waitForFunction(
    ([over, group, column]) => {
      const says = (selector: string, pattern: string, name: (one: Element) => string | null) =>
        [...document.querySelectorAll(selector)].some((one) =>
          new RegExp(pattern).test(name(one) ?? ''),
        );
      const label = (one: Element) => one.getAttribute('aria-label');
      if (says('main h2', over, (one) => one.textContent)) return 'over';
      if (says('main button:enabled', group, label)) return 'draft';
      return says('main button:enabled', column, label) ? 'tile' : null;
    },
    [OVER.source, GROUP.source, COLUMN.source] as const,
    { timeout: 30_000 },
  );
  return (await found.jsonValue()) as Turn;
}

/** Play to the end. */
export async function playToTheEnd(page: Page, draft = takeAndPlace): Promise<void> {
  for (;;) {
    const now = await turn(page);
    if (now === 'over') return;
    if (now === 'draft') await draft(page);
    else await tile(page);
  }
}

/** Lay the tile of a line in the first column that is open to it. */
async function tile(page: Page): Promise<void> {
  const [first = ''] = await said(page, COLUMN);
  // The next player may be offered the very same columns: only the answer tells them apart.
  const answer = page.waitForResponse((response) => response.url().includes('/moves'));
  await page.getByRole('button', { name: first, exact: true }).click();
  await answer;
}
