/** A phone in one hand. */

import { expect, test } from './fixtures';
import { OVER, pick, playToTheEnd, said, targets, turn } from './play';
import type { Locator, Page } from '@playwright/test';
import { openPosition, settled } from './places';
import { mostAppealing } from './play';
import { FOUR, FULL_CENTRE, THREE } from './positions';
import { SCREENS } from './screens';

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

/** How much of something lies outside the window, or under the bar at its foot, in pixels. */
async function outOfSight(page: Page, thing: Locator, bar?: Locator): Promise<number> {
  const { y, height } = (await thing.boundingBox())!;
  const foot = (await bar?.boundingBox())?.y ?? page.viewportSize()!.height;
  return Math.max(0, -y, y + height - foot);
}

const parts = (page: Page) => ({
  displays: page.getByRole('region', { name: 'Displays' }),
  centre: page.getByRole('region', { name: 'Centre' }),
  own: page.getByRole('region', { name: /^Board of (Ana|You)$/ }),
  bar: page.getByRole('group', { name: 'Game controls' }),
});

for (const [seats, position] of [
  ['three', THREE],
  ['four', FOUR],
] as const) {
  for (const wall of ['coloured', 'gray'] as const) {
    test(`${seats} seats, ${wall} wall: all that a move needs is seen at once`, async ({
      page,
    }) => {
      for (const [width, height] of [
        [360, 640],
        [375, 667],
        [412, 740],
        [667, 375],
      ] as const) {
        await page.setViewportSize({ width, height });
        await openPosition(page, wall === 'gray' ? position.replace(/^c/, 'g') : position);
        await turn(page);
        const { displays, centre, own, bar } = parts(page);
        const size = `${width} × ${height}`;
        for (const thing of [displays, centre, own]) {
          expect(await outOfSight(page, thing, bar), `${size}: ${thing}`).toBe(0);
        }
        await pick(page);
        await settled(page);
        expect(await page.evaluate(() => scrollY), size).toBe(0);
        // The way to the floor line is not only drawn, it can be touched.
        const floor = page.getByRole('button', { name: /^floor line/ });
        expect(await outOfSight(page, floor, bar), size).toBe(0);
        expect((await floor.boundingBox())!.height, size).toBeGreaterThanOrEqual(24);
        await floor.tap({ trial: true });
      }
    });
  }
}

test('too low a window: with tiles in hand they and the whole own board are seen', async ({
  page,
}) => {
  await page.setViewportSize({ width: 360, height: 540 });
  await openPosition(page, FOUR);
  await pick(page);
  const { own, bar } = parts(page);
  await expect.poll(() => outOfSight(page, own, bar)).toBe(0);
  const inHand = page.getByRole('button', { name: /^\d+ \w+ from /, pressed: true });
  expect(await outOfSight(page, inHand, bar)).toBe(0);
  // At the end of the page nothing is left under the bar either.
  await page.evaluate(() => scrollTo(0, document.documentElement.scrollHeight));
  expect(await outOfSight(page, own, bar)).toBe(0);
});

test('the lesson: displays and the whole own board are seen in every step', async ({ page }) => {
  const steps = SCREENS.filter(({ name }) => /^lesson-\d+$/.test(name));
  expect(steps).toHaveLength(10);
  for (const [width, height] of [
    [360, 640],
    [375, 667],
    [667, 375],
  ] as const) {
    await page.setViewportSize({ width, height });
    for (const { name, go } of steps) {
      await go(page);
      const { displays, own } = parts(page);
      const step = `${name}, ${width} × ${height}`;
      // A column is chosen when there is nothing left to take.
      const things = name === 'lesson-10' ? [own] : [displays, own];
      for (const thing of things) {
        await expect.poll(() => outOfSight(page, thing), step).toBe(0);
      }
      const free = await own.evaluate((board) => {
        const { left, top, width, bottom } = board.getBoundingClientRect();
        return [top + 4, bottom - 4].every((y) =>
          board.contains(document.elementFromPoint(left + width / 2, y)),
        );
      });
      expect(free, step).toBe(true);
    }
  }
});
