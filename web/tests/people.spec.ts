/** Who is here: names, settings, devices. */

import { expect, test } from './fixtures';
import { settled } from './places';
import { turn } from './play';
import { becomeGuest } from './tables';

test('settings are remembered', async ({ page }) => {
  await page.goto('/');
  await page.getByRole('button', { name: 'Settings' }).click();
  const dialog = page.getByRole('dialog', { name: 'Settings' });
  await dialog.getByRole('radio', { name: 'Night' }).check();
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark');
  await dialog.getByRole('checkbox', { name: /Letters on the tiles/ }).check();
  await dialog.getByRole('combobox', { name: 'Language' }).selectOption('English');
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
  await page.reload();
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark');
  await page.getByRole('button', { name: 'Settings' }).click();
  await expect(dialog.getByRole('checkbox', { name: /Letters on the tiles/ })).toBeChecked();
});

test('a second device goes on with the same games', async ({ page, visitor }) => {
  await page.goto('/');
  await page.getByRole('button', { name: /^Play now/ }).click();
  await turn(page);
  const address = page.url();
  await page.getByRole('button', { name: 'Settings' }).click();
  const dialog = page.getByRole('dialog', { name: 'Settings' });
  await dialog.getByRole('textbox', { name: 'Your name' }).fill('Ana Luísa');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(dialog.getByText('Saved')).toBeVisible();
  await dialog.getByRole('button', { name: 'Make a link' }).click();
  const link = await dialog
    .getByRole('textbox', { name: 'Link to your second device' })
    .inputValue();

  const phone = await visitor({ viewport: { width: 360, height: 640 } });
  await phone.goto(link);
  await phone.getByRole('button', { name: 'Yes, that is me' }).click();
  await expect(phone.getByRole('heading', { name: 'Welcome back, Ana Luísa!' })).toBeVisible();
  await phone.goto(address);
  expect(await turn(phone)).toBe('draft');

  // The link has been used.
  const thief = await visitor();
  await thief.goto(link);
  await thief.getByRole('button', { name: 'Yes, that is me' }).click();
  await expect(thief.getByRole('alert').first()).toContainText('This link has been used');
});

test('a table among the open ones is found, and a friend sits down', async ({ page, visitor }) => {
  await becomeGuest(page, 'Ana');
  await page.goto('/new?with=friends&public=1');
  await page.getByRole('button', { name: 'Open the table' }).click();
  await expect(page).toHaveURL(/\/game\//);
  const { pathname } = new URL(page.url());
  const friend = await visitor();
  await friend.goto('/tables');
  await friend.locator(`a[href="${pathname}"]`).click();
  await friend.getByRole('textbox', { name: 'Your name' }).fill('Bruno');
  await friend.getByRole('button', { name: /^Sit down/ }).click();
  await expect(friend.getByRole('heading', { level: 1, name: /Ana and Bruno/ })).toBeAttached();
  await expect(page.getByRole('heading', { level: 1, name: /Ana and Bruno/ })).toBeAttached();
});

test('names are shown as they are written', async ({ page }) => {
  await becomeGuest(page, 'Łukasz O’Neill {n}');
  await page.goto('/new?with=local');
  await page.getByRole('button', { name: 'Start the game' }).click();
  await turn(page);
  await settled(page);
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Łukasz O’Neill {n}');
});
