/** A phone in one hand. */

import { expect, test } from './fixtures';
import { OVER, playToTheEnd, said, targets, turn } from './play';
import type { Page } from '@playwright/test';
import { openPosition, settled } from './places';
import { mostAppealing } from './play';
import { FULL_CENTRE } from './positions';

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

test('a full centre: every bunch and its count lie free', async ({ page }) => {
  await openPosition(page, FULL_CENTRE);
  for (const [width, height] of [
    [360, 640],
    [375, 667],
    [390, 844],
    [768, 1024],
    [844, 390],
  ] as const) {
    await page.setViewportSize({ width, height });
    await settled(page);
    const bunches = page.getByRole('button', { name: /^\d+ \w+ from the centre/ });
    await expect(bunches).toHaveCount(5);
    const covered = await bunches.evaluateAll((buttons) => {
      /** How many of 100 points in the midst of a box, as wide and high as told, belong to others. */
      const under = (button: Element, { left, top, width, height }: DOMRect, part: number) =>
        Array.from({ length: 100 }, (_, n) => {
          const along = (tenth: number) => 0.5 + part * ((tenth + 0.5) / 10 - 0.5);
          const x = left + width * along(n % 10);
          const y = top + height * along(Math.floor(n / 10));
          return button.contains(document.elementFromPoint(x, y));
        }).filter((own) => !own).length;
      return buttons.map((button) => {
        const count = button.querySelector('.count');
        return {
          bunch: under(button, button.getBoundingClientRect(), 1),
          // A count is round: its corners are nobody's.
          count: count ? under(button, count.getBoundingClientRect(), 0.7) : 0,
        };
      });
    });
    expect(covered, `${width} × ${height}`).toEqual(covered.map(() => ({ bunch: 0, count: 0 })));
  }
});
