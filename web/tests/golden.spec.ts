/**
 * Key screens as they are meant to look. After a change that is wanted:
 * make test-web ARGS="golden --update-snapshots"
 */

import type { Page } from '@playwright/test';
import { expect, test } from './fixtures';
import { openGame, settled } from './places';
import { best, pick } from './play';
import { COLUMN, MIDDLE } from './screens';
import { showPosition } from './tables';

const PHONE = { width: 360, height: 640 };
const DESK = { width: 1080, height: 700 };

async function openPosition(page: Page, position: string): Promise<void> {
  const { id } = await showPosition(page, position);
  await openGame(page, id);
}

for (const colorScheme of ['light', 'dark'] as const) {
  test.describe(colorScheme, () => {
    test.use({ colorScheme });

    test('the table on a desk', async ({ page }) => {
      await page.setViewportSize(DESK);
      await openPosition(page, MIDDLE);
      await pick(page);
      await (await best(page)).hover();
      const table = page.getByRole('region', { name: 'Table' });
      await expect(table).toHaveScreenshot(`table-desk-${colorScheme}.png`);
    });

    test('the table on a phone', async ({ page }) => {
      await page.setViewportSize(PHONE);
      await openPosition(page, COLUMN);
      const table = page.getByRole('region', { name: 'Table' });
      await expect(table).toHaveScreenshot(`table-phone-${colorScheme}.png`);
    });

    test('home on a phone', async ({ page }) => {
      await page.setViewportSize(PHONE);
      await page.goto('/');
      await settled(page);
      await expect(page).toHaveScreenshot(`home-phone-${colorScheme}.png`);
    });
  });
}

test('a new game on a desk', async ({ page }) => {
  await page.setViewportSize(DESK);
  await page.goto('/new?players=3');
  await settled(page);
  await expect(page).toHaveScreenshot('new-desk-light.png');
});

test('the lesson on a phone', async ({ page }) => {
  await page.setViewportSize(PHONE);
  await page.goto('/learn');
  await settled(page);
  await expect(page).toHaveScreenshot('learn-phone-light.png');
});
