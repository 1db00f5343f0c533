/** What else can be done at a table. */

import type { Locator } from '@playwright/test';
import { expect, test } from './fixtures';
import { openGame, resigned } from './places';
import { OVER, pick, said, takeAndPlace, targets, turn } from './play';
import { MIDDLE } from './positions';
import { ask, locals, look, openTable, playUntil, showPosition } from './tables';

test('tiles in hand show where they may go and what comes of it', async ({ page }) => {
  const { id } = await showPosition(page, MIDDLE);
  await openGame(page, id);
  await page.getByRole('button', { name: '2 yellow from display 1' }).click();
  // Yellow is on the wall in row 3, and lines 4 and 5 hold other colours.
  const names = await said(page, /^(line|floor line)/);
  expect(names).toEqual([
    'line 1: 1 fits, the line is full, 2 points, 1 falls, minus 1 point',
    'line 2: 1 fits, the line is full, 2 points, 1 falls, minus 1 point',
    'floor line: 2 fall, minus 2 points',
  ]);
  const line = page.getByRole('button', { name: names[1] ?? '', exact: true });
  await line.hover();
  await expect(page.locator('[data-foreseen="Y"]')).toHaveCount(2);
  await page.mouse.move(5, 5);
  await expect(page.locator('[data-foreseen]')).toHaveCount(0);
});

test('tiles can be dragged', async ({ page }) => {
  const { id } = await openTable(page, locals('Bruno'));
  await openGame(page, id);
  const [name = ''] = await said(page, / from display 1/);
  const group = await page.getByRole('button', { name, exact: true }).boundingBox();
  if (!group) throw new Error('no tiles');
  await page.mouse.move(group.x + group.width / 4, group.y + group.height / 4);
  await page.mouse.down();
  await page.mouse.move(group.x + 60, group.y + 60, { steps: 4 });
  await expect(targets(page).first()).toBeVisible();
  const line = await page.getByRole('button', { name: /^line 5/ }).boundingBox();
  if (!line) throw new Error('no line');
  await page.mouse.move(line.x + line.width / 2, line.y + line.height / 2, { steps: 6 });
  await page.mouse.up();
  await expect.poll(async () => (await look(page, id)).turn?.seat).toBe(1);
  expect((await look(page, id)).position?.boards[0]?.lines[4]).not.toBeNull();
});

test('a hint is shown, a move is taken back', async ({ page }) => {
  await page.goto('/');
  await page.getByRole('button', { name: /^Play now/ }).click();
  await turn(page);
  await page.getByRole('button', { name: 'Hint' }).click();
  await expect(page.getByRole('button', { name: /\(hint\)$/ }).first()).toBeVisible();
  const before = await page.getByRole('region', { name: 'Table' }).ariaSnapshot();
  await page.getByRole('button', { name: /^(line|floor).*\(hint\)$/ }).click();
  await turn(page);
  await page.getByRole('button', { name: 'Undo' }).click();
  const told = page.getByRole('status').last().or(page.getByRole('alert').last());
  // Computers are not asked, so nobody hears of a wish.
  await expect(told.filter({ hasText: /^\d moves? (is|are) taken back\./ })).toBeAttached();
  await turn(page);
  const after = await page.getByRole('region', { name: 'Table' }).ariaSnapshot();
  const displays = (tree: string) => tree.match(/from display \d/g)?.length;
  expect(displays(after)).toBe(displays(before));
});

test('while a hint is being worked out, the line above the table says so', async ({ page }) => {
  const { id } = await openTable(page, locals('Bruno'));
  await openGame(page, id);
  await turn(page);
  let answer = (): void => undefined;
  const answered = new Promise<void>((resolve) => (answer = resolve));
  await page.route('**/hint*', async (route) => {
    await answered;
    await route.continue();
  });
  await page.getByRole('button', { name: 'Hint' }).click();
  const said = page.getByText('Looking for a good move…');
  await expect(said).toBeVisible();
  answer();
  await expect(page.getByText(/^Hint: /).first()).toBeVisible();
  await expect(said).toBeHidden();
});

test('with people a move is taken back when the others agree', async ({ page, visitor }) => {
  const friend = await visitor();
  const { id, key } = await openTable(page, [{ kind: 'open' }]);
  await friend.goto(`/game/${id}?key=${key}`);
  await friend.getByRole('textbox', { name: 'Your name' }).fill('Bruno');
  await friend.getByRole('button', { name: /^Sit down/ }).click();
  await openGame(page, id);
  await turn(page);
  await takeAndPlace(page);
  await page.getByRole('button', { name: 'Undo' }).click();
  await friend.getByRole('button', { name: 'Refuse' }).click();
  await expect(page.getByRole('status').last()).toContainText('does not agree');
  await page.getByRole('button', { name: 'Undo' }).click();
  await friend.getByRole('button', { name: 'Allow it' }).click();
  expect(await turn(page)).toBe('draft');
});

test('whoever resigns has lost, and may ask for a rematch', async ({ page }) => {
  await page.goto('/');
  await page.getByRole('button', { name: /^Play now/ }).click();
  await turn(page);
  await page.getByRole('button', { name: 'Resign' }).click();
  const dialog = page.getByRole('dialog', { name: 'Resign?' });
  await dialog.getByRole('button', { name: 'Play on' }).click();
  await expect(dialog).toBeHidden();
  await page.getByRole('button', { name: 'Resign' }).click();
  await dialog.getByRole('button', { name: 'Resign' }).click();
  await expect(page.getByRole('heading', { name: OVER })).toBeVisible();
  const first = page.url();
  await page.getByRole('button', { name: 'Rematch' }).click();
  await expect(page).not.toHaveURL(first);
  expect(await turn(page)).toBe('draft');
});

test('two people meet again in a rematch', async ({ page, visitor }) => {
  const friend = await visitor();
  const { id, key } = await openTable(page, [{ kind: 'open' }]);
  await friend.goto(`/game/${id}?key=${key}`);
  await friend.getByRole('textbox', { name: 'Your name' }).fill('Bruno');
  await friend.getByRole('button', { name: /^Sit down/ }).click();
  await openGame(page, id);
  await turn(page);
  await page.getByRole('button', { name: 'Resign' }).click();
  await page
    .getByRole('dialog', { name: 'Resign?' })
    .getByRole('button', { name: 'Resign' })
    .click();
  await page.getByRole('button', { name: 'Rematch' }).click();
  await expect(page).not.toHaveURL(new RegExp(id));
  await friend.getByRole('button', { name: 'Go to the rematch' }).click();
  const { pathname } = new URL(page.url());
  await expect(friend).toHaveURL((url) => url.pathname === pathname);
  // Everybody moves one seat on: now the friend begins.
  await expect(page.getByRole('heading', { level: 1, name: /Bruno and Ana/ })).toBeAttached();
  expect(await turn(friend)).toBe('draft');
});

test('a finished game can be gone through move by move', async ({ page }) => {
  const { id } = await openTable(page, locals('Bruno'));
  const end = await playUntil(page, id);
  await openGame(page, id);
  await page.getByRole('button', { name: 'Replay', exact: true }).click();
  await expect(page).toHaveURL(/\/game\/[^/]+\/\d+/);
  const slider = page.getByRole('slider', { name: 'Moment of the game' });
  await page.getByRole('button', { name: 'One step on' }).click();
  const value = await slider.inputValue();
  await page.getByRole('button', { name: 'One step back' }).click();
  expect(Number(await slider.inputValue())).toBe(Number(value) - 1);
  await page.reload();
  await expect(slider).toHaveValue(String(Number(value) - 1));
  await page
    .getByRole('button', { name: /display 1 → / })
    .last()
    .click();
  await expect(page).toHaveURL(new RegExp(`/game/${id}/\\d+`));
  await page.getByRole('button', { name: 'To the end' }).click();
  await expect(page.getByRole('heading', { name: OVER })).toBeVisible();
  expect(end.result).not.toBeNull();
});

test('beside four boards, what can be done next is seen whole', async ({ page }) => {
  await page.setViewportSize({ width: 1280, height: 720 });
  const { id } = await openTable(page, locals('Bruno', 'Carla', 'Davi'));
  await playUntil(page, id);
  await openGame(page, id);
  const next = page.getByRole('button', { name: 'Rematch' });
  await expect(next).toBeInViewport({ ratio: 1 });
  await next.click({ trial: true }); // nothing is drawn over it
  const proof = page.getByText('Proof of fair deals');
  await proof.scrollIntoViewIfNeeded();
  await proof.click({ trial: true });
});

for (const [device, width, height] of [
  ['phone', 390, 844],
  ['desk', 1366, 768],
] as const) {
  test(`on a ${device}, players of one name are told apart by their number`, async ({ page }) => {
    await page.setViewportSize({ width, height });
    const name = 'Maria Bartholomea';
    const { id } = await openTable(page, locals(name, name, name));
    await playUntil(page, id, (game) => game.position?.round === 2);
    await openGame(page, id);
    /** The number is seen whole: nothing cuts it off, and it does not stand out of where it belongs. */
    const seen = async (within: Locator, n: number) => {
      await within.scrollIntoViewIfNeeded();
      const number = within.getByText(`(${n})`, { exact: true });
      await expect(number).toBeInViewport({ ratio: 1 });
      const [inner, outer] = [await number.boundingBox(), await within.boundingBox()];
      if (!inner || !outer) throw new Error('no number');
      expect(inner.x + inner.width).toBeLessThanOrEqual(outer.x + outer.width);
    };
    for (const n of [2, 3, 4]) {
      const board = page.getByRole('region', { name: `Board of ${name} (${n})`, exact: true });
      await seen(board, n);
    }
    if (device === 'phone') await page.getByRole('button', { name: 'Log', exact: true }).click();
    const move = page.getByRole('button', { name: new RegExp(`^${name} \\(2\\) \\d .*→`) }).first();
    await seen(move, 2);

    await playUntil(page, id);
    await openGame(page, id);
    for (const n of [2, 3, 4]) {
      const header = page.getByRole('columnheader', { name: `${name} (${n})`, exact: true });
      await seen(header, n);
    }
  });
}

test('looking back, nobody has resigned before they did', async ({ page }) => {
  const id = await resigned(page);
  const board = page.getByRole('region', { name: 'Board of Ana' });
  await openGame(page, id, 6); // No round is over so soon.
  await expect(board).toBeVisible();
  await expect(board).not.toContainText(/resigned|stands in/);
  await expect(page.getByText('to move')).not.toHaveCount(0);
  // The game of two ends with it: nobody stands in and nobody is to move.
  const { number } = await look(page, id);
  for (const moment of [number - 1, number]) {
    await openGame(page, id, moment);
    await expect(board).toContainText('resigned');
    await expect(page.getByText('The game is over').first()).toBeVisible();
    await expect(page.getByText(/stands in|to move/)).toHaveCount(0);
  }
});

test('somebody watches a public game live', async ({ page, visitor }) => {
  const game = await openTable(page, locals('Bruno'), { public: true });
  const watcher = await visitor();
  await watcher.goto('/tables');
  // Tables of other tests come and go above it, and move it away from under a click.
  await expect(async () => {
    const there = watcher.url().endsWith(`/game/${game.id}`);
    if (!there) await watcher.locator(`a[href="/game/${game.id}"]`).click({ timeout: 2000 });
    await expect(watcher).toHaveURL(`/game/${game.id}`, { timeout: 2000 });
  }).toPass();
  await expect(watcher.getByText('You are watching')).toBeVisible();
  await expect(watcher.getByRole('group', { name: 'Display 1', exact: true })).toBeVisible();
  expect(await said(watcher, / from display/)).toEqual([]);
  const move = game.choices.find(({ source }) => source === 0)?.move;
  await ask(page, 'POST', `/games/${game.id}/moves`, { number: game.number, move });
  await expect(watcher.getByRole('group', { name: 'Display 1, empty' })).toBeVisible();
  await expect(watcher.getByRole('status').last()).toContainText('Ana takes');
});

test('the proof of fair deals is checked here, by the server and from the record', async ({
  page,
}) => {
  const { id } = await openTable(page, locals('Bruno'));
  await playUntil(page, id);
  await openGame(page, id);
  await page.getByText('Proof of fair deals').click();
  await expect(
    page.getByText(/^Checked in this browser: all \d+ deals follow from the seed/),
  ).toBeVisible();
  await page.getByRole('button', { name: 'Have the server check it too' }).click();
  await expect(page.getByText(/^Checked by the server/)).toBeVisible();
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('link', { name: 'Download the record' }).click(),
  ]);
  expect(download.suggestedFilename()).toMatch(/\.azul$/);
  await page.goto('/fair');
  await page.locator('input[type=file]').setInputFiles(await download.path());
  const record = page.getByRole('textbox', { name: 'Record of the game' });
  if ((await record.inputValue()) !== '')
    await page.getByRole('button', { name: 'Check the record' }).click();
  await expect(page.getByText('This game was dealt fairly.')).toBeVisible();
});

test('motion can be skipped and does not get lost', async ({ page }) => {
  await page.addInitScript(() =>
    localStorage.setItem('azulejos.settings', JSON.stringify({ speed: 'slow' })),
  );
  const { id } = await openTable(page, locals('Bruno'));
  await openGame(page, id);
  await turn(page);
  await pick(page);
  await page.getByRole('button', { name: /^line 5/ }).click();
  await page.keyboard.press('s');
  expect(await turn(page)).toBe('draft');
  await takeAndPlace(page);
  expect(await turn(page)).toBe('draft');
  expect((await look(page, id)).position?.boards.every(({ lines }) => lines.some(Boolean))).toBe(
    true,
  );
});
