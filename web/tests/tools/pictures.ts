/** The pictures of the README, from the app itself. */

import { join } from 'node:path';
import { test } from '../fixtures';
import { openGame } from '../places';
import { best, pick } from '../play';
import { COLUMN, MIDDLE } from '../screens';
import { showPosition } from '../tables';

const OUT = join(import.meta.dirname, '../../../docs/images');

test('the table on a desk', async ({ visitor }) => {
  const page = await visitor({ viewport: { width: 1280, height: 760 }, colorScheme: 'light' });
  const { id } = await showPosition(page, MIDDLE);
  await openGame(page, id);
  await pick(page);
  await (await best(page)).hover();
  await page.screenshot({ path: join(OUT, 'table.png'), animations: 'disabled' });
});

test('the table on a phone', async ({ visitor }) => {
  const page = await visitor({
    viewport: { width: 360, height: 720 },
    colorScheme: 'dark',
    deviceScaleFactor: 2,
    hasTouch: true,
    isMobile: true,
  });
  const { id } = await showPosition(page, COLUMN);
  await openGame(page, id);
  await page.screenshot({ path: join(OUT, 'phone.png'), animations: 'disabled' });
});
