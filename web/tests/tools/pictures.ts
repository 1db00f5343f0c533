/** The pictures of the README, from the app itself. */

import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import type { SeatPlan } from '../../src/lib/api/types';
import { expect, test } from '../fixtures';
import { openGame, settled } from '../places';
import { turn } from '../play';
import { FOUR_ROUNDS, LAST_TILES, START } from '../positions';
import { showPosition } from '../tables';
import { Film } from './film';
import { animate, still } from './webp';

const OUT = join(import.meta.dirname, '../../../docs/images');
const DESK = { viewport: { width: 1280, height: 800 }, colorScheme: 'light' } as const;
const OTHERS: SeatPlan[] = [{ kind: 'level', level: 'keen' }];

const button = (page: Page, name: string) =>
  page.getByRole('button', { name: new RegExp(`^${name}`) });

test.beforeAll(() => mkdirSync(OUT, { recursive: true }));

async function openFourRounds(page: Page): Promise<void> {
  const { id } = await showPosition(page, START, { others: OTHERS, events: FOUR_ROUNDS });
  await openGame(page, id);
}

test('the table on a desk', async ({ visitor }) => {
  const page = await visitor(DESK);
  await openFourRounds(page);
  await button(page, '2 red from display 5').click();
  await button(page, 'line 2').hover();
  await settled(page);
  const picture = await page.screenshot({ animations: 'disabled' });
  writeFileSync(join(OUT, 'table.webp'), await still(page, picture));
});

test('the table on a phone', async ({ visitor }) => {
  const page = await visitor({
    viewport: { width: 360, height: 760 },
    colorScheme: 'dark',
    deviceScaleFactor: 2,
    hasTouch: true,
    isMobile: true,
  });
  await openFourRounds(page);
  const picture = await page.screenshot({ animations: 'disabled' });
  writeFileSync(join(OUT, 'phone.webp'), await still(page, picture));
});

test.describe('in motion', () => {
  test.use({ speed: 'normal' });

  test('the end of a round', async ({ visitor }) => {
    const page = await visitor(DESK);
    await Film.prepare(page);
    const { id } = await showPosition(page, LAST_TILES, {
      others: OTHERS,
      replies: [['cB5', '=BRRK/YKWW/BYYK/BBRW/YRKW']],
    });
    await openGame(page, id);
    await turn(page);
    const table = await page.getByRole('region', { name: 'Table' }).boundingBox();
    if (!table) throw new Error('there is no table');
    const film = new Film(page, { clip: table });
    await film.begin({ x: table.x + table.width * 0.6, y: table.y + table.height * 0.9 });
    await film.wait(300);
    await film.point(button(page, '2 yellow'), 600);
    await film.click();
    await film.wait(300);
    await film.point(button(page, 'line 3'), 600);
    await film.wait(500);
    await film.click();
    const skip = page.getByRole('button', { name: 'Skip', exact: true });
    await expect(skip).toBeEnabled();
    await film.until(async () => !(await skip.isEnabled()));
    film.hold(1200);
    const moving = await visitor();
    writeFileSync(join(OUT, 'game.webp'), await animate(moving, film.frames, 720));
  });
});
