/** Whole games, from the first page to the result. */

import { expect, test } from './fixtures';
import { OVER, playToTheEnd, takeAndPlace, turn } from './play';

test('a game against the computer, by mouse', async ({ page }) => {
  await page.goto('/');
  await page.getByRole('button', { name: /^Play now/ }).click();
  await expect(page).toHaveURL(/\/game\//);
  await playToTheEnd(page);
  await expect(page.getByRole('heading', { name: OVER })).toBeVisible();
});

test('two people over a private link', async ({ page, visitor }) => {
  test.setTimeout(120_000);
  await page.goto('/new?with=friends');
  await page.getByRole('button', { name: 'Open the table' }).click();
  await page.getByRole('textbox', { name: 'Your name' }).fill('Ana');
  await page.getByRole('button', { name: 'That is me' }).click();
  await expect(page).toHaveURL(/\/game\//);
  const link = await page.getByRole('textbox', { name: 'Link to the table' }).inputValue();

  const friend = await visitor();
  await friend.goto(link);
  await friend.getByLabel('Your name').fill('Bruno');
  await friend
    .getByRole('button', { name: /^Sit down/ })
    .first()
    .click();

  await Promise.all([playToTheEnd(page), playToTheEnd(friend)]);
  const ends = await Promise.all(
    [page, friend].map((one) => one.getByRole('heading', { name: OVER }).textContent()),
  );
  // Each is told in their own way: whoever has won reads it of themselves.
  if (ends[0] !== ends[1]) expect(ends.filter((end) => end === 'You win')).toHaveLength(1);

  // A stranger without the key is told nothing.
  const stranger = await visitor();
  await stranger.goto(new URL(page.url()).pathname);
  await expect(stranger.getByText('That is not here, or not for you')).toBeVisible();
});

test('four at one device, on the gray wall', async ({ page }) => {
  test.setTimeout(120_000);
  await page.goto('/new?with=local&players=4&wall=gray');
  await page.getByRole('button', { name: 'Start the game' }).click();
  await expect(page).toHaveURL(/\/game\//);
  await playToTheEnd(page);
});

test('what has been played is still there after a reload and in a second tab', async ({
  page,
  context,
}) => {
  await page.goto('/');
  await page.getByRole('button', { name: /^Play now/ }).click();
  await turn(page);
  await takeAndPlace(page);
  expect(await turn(page)).toBe('draft');
  const seen = await page.getByRole('main').ariaSnapshot();
  await page.reload();
  await turn(page);
  expect(await page.getByRole('main').ariaSnapshot()).toBe(seen);

  const second = await context.newPage();
  await second.goto(page.url());
  await turn(second);
  await takeAndPlace(second);
  await turn(second);
  await expect
    .poll(async () => (await page.getByRole('main').ariaSnapshot()) !== seen, { timeout: 10_000 })
    .toBe(true);
});
