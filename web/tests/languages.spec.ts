/** Five languages, on every page and at the table. */

import { expect, test } from './fixtures';
import { settled } from './places';
import { expectNoSidewaysScrolling, expectPlainWords, expectTablesWhole } from './sound';
import { locals, openTable, playUntil } from './tables';

const LANGUAGES = { en: 'English', hu: 'Magyar', cs: 'Čeština', nl: 'Nederlands', fi: 'Suomi' };
const PATHS = ['/new', '/tables', '/games', '/learn', '/rules', '/fair', '/about'];
const PHONE = { width: 360, height: 640 };
const DESK = { width: 1280, height: 800 };

for (const [tag, name] of Object.entries(LANGUAGES)) {
  test(`${name}: the browser's wish is followed, on every page`, async ({ visitor }) => {
    const page = await visitor({ locale: tag, viewport: PHONE });
    for (const path of PATHS) {
      await page.goto(path);
      await settled(page);
      await expect(page.locator('html')).toHaveAttribute('lang', tag);
      await expectNoSidewaysScrolling(page);
      await expectPlainWords(page);
    }
  });

  test(`${name}: chosen by hand it is remembered, and spoken at the table`, async ({ visitor }) => {
    const page = await visitor({ locale: tag === 'en' ? 'fi' : 'en-GB', viewport: PHONE });
    await page.goto('/');
    const first = page.locator('main').getByRole('button').first();
    const before = (await first.textContent()) ?? '';
    await page.getByRole('combobox').first().selectOption(tag);
    await expect(first).not.toHaveText(before);
    await expectNoSidewaysScrolling(page);
    await page.reload();
    await expect(page.locator('html')).toHaveAttribute('lang', tag);
    await expect(first).not.toHaveText(before);
    await first.click();
    await expect(page).toHaveURL(/\/game\//);
    await expect(page.locator('[data-slot="d0"]')).toBeVisible();
    await expect(page.locator('html')).toHaveAttribute('lang', tag);
    await expectNoSidewaysScrolling(page);
    await expectPlainWords(page);
  });

  test(`${name}: the points of every round are seen whole beside the table`, async ({
    visitor,
  }) => {
    const page = await visitor({ locale: tag, viewport: DESK });
    const { id } = await openTable(page, locals('Bruno Alexander'));
    await playUntil(page, id);
    await page.goto(`/game/${id}`);
    await page.getByRole('table').last().waitFor();
    await settled(page);
    // One for each of five rounds or more, and that of the result.
    expect(await page.getByRole('table').count()).toBeGreaterThan(5);
    await expectTablesWhole(page);
    const short = page.getByRole('rowheader', { name: 'Ana', exact: true }).last();
    expect(await short.evaluate((cell) => cell.scrollWidth - cell.clientWidth)).toBe(0);
  });
}
