import { expect, test } from './fixtures';

const LANGUAGES = { en: 'English', hu: 'Magyar', cs: 'Čeština', nl: 'Nederlands', fi: 'Suomi' };
const PATHS = ['/', '/new', '/tables', '/games', '/learn', '/rules', '/fair', '/about'];

for (const [tag, name] of Object.entries(LANGUAGES)) {
  test(`${name}: the browser's wish is followed, on every page`, async ({ visitor }) => {
    const page = await visitor({ locale: tag, viewport: { width: 360, height: 640 } });
    for (const path of PATHS) {
      await page.goto(path);
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
      await expect(page.locator('html')).toHaveAttribute('lang', tag);
      const wide = await page.evaluate(
        () => document.documentElement.scrollWidth > document.documentElement.clientWidth,
      );
      expect(wide, `${path} is wider than a phone`).toBe(false);
    }
  });

  test(`${name}: chosen by hand it is remembered, and spoken at the table`, async ({ visitor }) => {
    const page = await visitor({ locale: tag === 'en' ? 'fi' : 'en-GB' });
    await page.goto('/');
    const before = await page.getByRole('heading', { level: 1 }).textContent();
    await page.getByRole('combobox').first().selectOption(tag);
    await expect(page.locator('html')).toHaveAttribute('lang', tag);
    await page.goto('/rules');
    await expect(page.locator('html')).toHaveAttribute('lang', tag);
    await page.goto('/');
    expect(before).toBeTruthy();
    await page.locator('main').getByRole('button').first().click();
    await expect(page).toHaveURL(/\/game\//);
    await expect(page.locator('[data-slot="d0"]')).toBeVisible();
    await expect(page.locator('html')).toHaveAttribute('lang', tag);
  });
}
