/** What must hold wherever one is. */

import AxeBuilder from '@axe-core/playwright';
import type { Page } from '@playwright/test';
import { expect } from './fixtures';

const TAGS = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];

/** Nothing that axe can find; `rules` are all unless told. */
export async function expectAccessible(page: Page, where: string, rules?: string[]): Promise<void> {
  const axe = new AxeBuilder({ page });
  // What lies behind an open dialog is out of reach.
  if ((await page.locator('dialog[open]').count()) > 0) axe.include('dialog[open]');
  const { violations } = await (rules ? axe.withRules(rules) : axe.withTags(TAGS)).analyze();
  const found = violations.map(({ id, nodes }) => ({
    id,
    nodes: nodes.map(({ html, failureSummary }) => `${html}\n${failureSummary}`),
  }));
  expect.soft(found, where).toEqual([]);
}

/** Nothing is wider than the screen. */
export async function expectNoSidewaysScrolling(page: Page): Promise<void> {
  const { wide, culprits } = await page.evaluate(() => {
    const width = document.documentElement.clientWidth;
    const beyond = [...document.querySelectorAll('body *')].filter(
      (element) => element.getBoundingClientRect().right > width + 1,
    );
    return {
      wide: document.documentElement.scrollWidth > width,
      culprits: beyond.slice(0, 5).map((element) => element.outerHTML.slice(0, 120)),
    };
  });
  expect(wide ? culprits : [], 'wider than the screen').toEqual([]);
}

/** Nothing is cut off or scrolls sideways within the page, but for names that end in dots. */
export async function expectNothingCut(page: Page): Promise<void> {
  const cut = await page.evaluate(() =>
    [...document.querySelectorAll('main, main *, dialog[open], dialog[open] *')]
      .filter((element) => {
        const { overflowX, textOverflow, clip } = getComputedStyle(element);
        const clips = overflowX !== 'visible' && textOverflow === 'clip' && clip === 'auto';
        return clips && element.clientWidth > 1 && element.scrollWidth > element.clientWidth + 1;
      })
      .map((element) => element.outerHTML.slice(0, 120)),
  );
  expect(cut, 'cut off').toEqual([]);
}

/** Tables stay within what holds them, and numbers and headings within their cells. */
export async function expectTablesWhole(page: Page): Promise<void> {
  const beyond = await page.getByRole('table').evaluateAll((tables) =>
    tables.flatMap((table) => {
      const room = table.parentElement!.getBoundingClientRect().right;
      const cells = [...table.querySelectorAll('thead th, td')].filter(
        (cell) => cell.scrollWidth > cell.clientWidth,
      );
      const wide = table.getBoundingClientRect().right > room;
      return [...(wide ? [table] : []), ...cells].map(({ textContent }) => textContent);
    }),
  );
  expect(beyond, 'wider than there is room').toEqual([]);
}

/** Texts are filled in, and none is missing. */
export async function expectPlainWords(page: Page): Promise<void> {
  const text = await page.locator('body').ariaSnapshot();
  expect(text).not.toMatch(/\{\w+\}/);
  expect(text).not.toMatch(
    /\b(app|home|new|tables|games|device|about|settings|wait|error|level|board|colour|game|keys|story|result|fair|lesson|rules)\.[a-z]+[.\w-]*\b/,
  );
  expect(text).not.toMatch(/undefined|NaN|\[object/);
}
