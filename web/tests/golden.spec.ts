/**
 * Key screens as they are meant to look. After a change that is wanted:
 * make test-web ARGS="golden --update-snapshots"
 */

import { expect, test } from './fixtures';
import { openPosition, settled } from './places';
import { best, pick } from './play';
import { COLUMN, MIDDLE } from './positions';
import { becomeGuest } from './tables';

const PHONE = { width: 360, height: 640 };
const DESK = { width: 1080, height: 700 };

test('the table on a desk, by day', async ({ page }) => {
  await page.setViewportSize(DESK);
  await openPosition(page, MIDDLE);
  await pick(page);
  await (await best(page)).hover();
  const table = page.getByRole('region', { name: 'Table' });
  await expect(table).toHaveScreenshot('table-desk.png');
});

test('the table on a phone, by night', async ({ page }) => {
  await page.emulateMedia({ colorScheme: 'dark' });
  await page.setViewportSize(PHONE);
  await openPosition(page, COLUMN);
  const table = page.getByRole('region', { name: 'Table' });
  await expect(table).toHaveScreenshot('table-phone.png');
});

for (const [name, path, viewport, colorScheme] of [
  ['home-phone', '/', PHONE, 'light'],
  ['new-desk', '/new?players=3', DESK, 'dark'],
  ['learn-phone', '/learn', PHONE, 'light'],
] as const) {
  test(`${name}, ${colorScheme}`, async ({ page }) => {
    await page.emulateMedia({ colorScheme });
    await page.setViewportSize(viewport);
    await becomeGuest(page, 'Ana');
    await page.goto(path);
    await settled(page);
    await expect(page).toHaveScreenshot(`${name}.png`);
  });
}
