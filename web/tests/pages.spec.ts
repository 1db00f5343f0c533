/** What holds for every page, whatever it is about. */

import AxeBuilder from '@axe-core/playwright';
import type { Page } from '@playwright/test';
import { expect, test } from './fixtures';
import { PLACES, settled } from './places';

const PHONE = { width: 360, height: 640 };
const DESK = { width: 1280, height: 800 };
const TAGS = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];

async function expectAccessible(page: Page, where: string): Promise<void> {
  const { violations } = await new AxeBuilder({ page }).withTags(TAGS).analyze();
  const found = violations.map(({ id, nodes }) => ({
    id,
    nodes: nodes.map(({ html, failureSummary }) => `${html}\n${failureSummary}`),
  }));
  expect.soft(found, where).toEqual([]);
}

async function expectNoSidewaysScrolling(page: Page): Promise<void> {
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

/** Texts are filled in, and none is missing. */
async function expectPlainWords(page: Page): Promise<void> {
  const text = await page.locator('body').ariaSnapshot();
  expect(text).not.toMatch(/\{\w+\}/);
  expect(text).not.toMatch(
    /\b(app|home|new|tables|games|device|about|settings|wait|error|level|board|colour|game|keys|story|result|fair|lesson|rules)\.[a-z]+[.\w-]*\b/,
  );
  expect(text).not.toMatch(/undefined|NaN|\[object/);
}

for (const { name, go } of PLACES) {
  test.describe(name, () => {
    test('is sound on a phone, by day', async ({ page }) => {
      await page.setViewportSize(PHONE);
      await page.emulateMedia({ colorScheme: 'light' });
      await go(page);
      await expectNoSidewaysScrolling(page);
      await expectPlainWords(page);
      await expectAccessible(page, `${name}, phone, light`);
      await expect(page.getByRole('heading', { level: 1 })).toHaveCount(1);
      await expect(page.getByRole('main')).toHaveCount(1);
      await expect(page).toHaveTitle(/Azulejos/);
      // As large as people may set their text.
      await page.setViewportSize({ width: 320, height: 568 });
      await expectNoSidewaysScrolling(page);
    });

    test('is sound on a desk, by night', async ({ page }) => {
      await page.setViewportSize(DESK);
      await page.emulateMedia({ colorScheme: 'dark' });
      await go(page);
      await expectNoSidewaysScrolling(page);
      await expectAccessible(page, `${name}, desk, dark`);
      await page.setViewportSize(PHONE);
      await settled(page);
      await expectAccessible(page, `${name}, phone, dark`);
      await page.emulateMedia({ colorScheme: 'light' });
      await page.setViewportSize(DESK);
      await settled(page);
      await expectAccessible(page, `${name}, desk, light`);
    });
  });
}
