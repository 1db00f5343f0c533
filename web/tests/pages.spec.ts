/** What holds for every page, whatever it is about. */

import type { Page } from '@playwright/test';
import { expect, test } from './fixtures';
import { PLACES, settled } from './places';
import { STATES } from './screens';
import { expectAccessible, expectNoSidewaysScrolling, expectPlainWords } from './sound';

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
