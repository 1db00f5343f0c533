/** A phone in one hand. */

import { expect, test } from './fixtures';
import { OVER, playToTheEnd, said, targets, turn } from './play';
import type { Page } from '@playwright/test';
import { mostAppealing } from './play';

test.use({ viewport: { width: 360, height: 640 }, hasTouch: true, isMobile: true });

async function tapAndPlace(page: Page): Promise<void> {
  const [name = ''] = await said(page, /^\d+ \w+ from /);
  const group = page.getByRole('button', { name, exact: true });
  const box = await group.boundingBox();
  await group.tap({ position: { x: (box?.width ?? 0) / 4, y: (box?.height ?? 0) / 4 } });
  await expect(targets(page).first()).toBeVisible();
  const target = mostAppealing(await said(page, /^(line \d|floor line)/));
  await page.getByRole('button', { name: target, exact: true }).tap();
  await expect(targets(page)).toHaveCount(0);
}

test('a whole game by touch on a small phone', async ({ page }) => {
  await page.goto('/');
  await page.getByRole('button', { name: /^Play now/ }).tap();
  await turn(page);
  // Displays and the own board are there at once: nothing has to be zoomed or scrolled sideways.
  const wide = () =>
    page.evaluate(
      () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
    );
  expect(await wide()).toBe(0);
  await playToTheEnd(page, tapAndPlace);
  await expect(page.getByRole('heading', { name: OVER })).toBeVisible();
  expect(await wide()).toBe(0);
});

test('what is touched is large enough', async ({ page }) => {
  await page.goto('/');
  await page.getByRole('button', { name: /^Play now/ }).tap();
  await turn(page);
  const small = await page.evaluate(() =>
    [...document.querySelectorAll('main button:enabled, main a')]
      .map((one) => ({
        name: one.getAttribute('aria-label') ?? one.textContent,
        box: one.getBoundingClientRect(),
      }))
      .filter(({ box }) => box.width > 0 && (box.width < 24 || box.height < 24))
      .map(({ name, box }) => `${name}: ${box.width} × ${box.height}`),
  );
  expect(small).toEqual([]);
});
