import type { Page } from 'playwright-core';
import { accessibilityFaults } from './support/accessibility.ts';
import { overhang } from './support/browser.ts';
import { useWorld } from './support/world.ts';

const world = useWorld();

const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAgAAAAICAIAAABLbSncAAAAE0lEQVR4nGP8z4APMOGVHbHSAE6DAQ96mD3fAAAAAElFTkSuQmCC',
  'base64',
);

const faultsOf = async (page: Page): Promise<readonly unknown[]> => [
  await overhang(page),
  ...(await accessibilityFaults(page)),
];

const themeOf = (page: Page) => page.evaluate(() => document.documentElement.dataset['theme'] ?? 'system');

test('AP-09.60 AP-09.61 AP-09.62 AP-09.63 preferences hold in every browser of an account, and are set by keyboard', async () => {
  const { page } = await world.current.open({ as: 'waiter' });
  const other = await world.current.open({ as: 'waiter' });
  await page.goto('/-/profile');
  await page.getByRole('link', { name: 'Preferences' }).press('Enter');
  await page.getByLabel('Time zone').selectOption('Pacific/Kiritimati');
  await page.getByLabel('First day of the week').selectOption('Saturday');
  await page.getByRole('combobox', { name: 'Theme' }).selectOption('Dark');
  await page.getByLabel('Single keys are shortcuts').press('Space');
  await page.getByLabel('Time zone').press('Control+Enter');
  await page.getByText('Changes saved').waitFor();
  await page.waitForFunction(() => document.documentElement.dataset['theme'] === 'dark');
  expect(await faultsOf(page)).toEqual([0]);
  await page.setViewportSize({ width: 390, height: 844 });
  expect(await faultsOf(page)).toEqual([0]);
  await other.page.goto('/-/profile/preferences');
  await other.page.waitForFunction(() => document.documentElement.dataset['theme'] === 'dark');
  await other.page.getByRole('heading', { name: 'Preferences', level: 1 }).press('h');
  expect(new URL(other.page.url()).pathname).toBe('/-/profile/preferences');
  await other.page.getByRole('button', { name: 'Theme and rows' }).click();
  const kept = other.page.waitForResponse((answer) => answer.url().endsWith('/api/v4/user/preferences'));
  await other.page.getByRole('menuitemradio', { name: 'Light' }).click();
  await kept;
  await other.page.reload();
  await other.page.getByLabel('Time zone').waitFor();
  expect(await themeOf(other.page)).toBe('light');
  expect(await other.page.getByRole('combobox', { name: 'Theme' }).inputValue()).toBe('light');
  expect(await faultsOf(other.page)).toEqual([0]);
});

test('AP-09.67 a picture is seen before it is saved, shown in the header, refused with a reason, and taken away', async () => {
  const { page } = await world.current.open({ as: 'waiter' });
  await page.goto('/-/profile');
  const choose = async (name: string, buffer: Buffer) => {
    const opened = page.waitForEvent('filechooser');
    await page.getByRole('button', { name: 'Choose picture…' }).press('Enter');
    await (await opened).setFiles({ name, mimeType: 'image/png', buffer });
  };
  await choose('me.png', PNG);
  await page.getByRole('img', { name: 'Preview' }).waitFor();
  await page.setViewportSize({ width: 390, height: 844 });
  expect(await faultsOf(page)).toEqual([0]);
  await page.getByRole('button', { name: 'Save picture' }).press('Enter');
  await page.getByRole('button', { name: 'Remove picture' }).waitFor();
  const shown = page.locator('header img[src*="/uploads/-/system/user/avatar/"]');
  await shown.waitFor();
  // It stands there before it is loaded.
  const width = (image: HTMLImageElement) => image.decode().then(() => image.naturalWidth);
  expect(await shown.evaluate(width)).toBe(8);
  await choose('me.png', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'));
  await page.getByRole('button', { name: 'Save picture' }).click();
  await page.getByRole('alert').filter({ hasText: 'Avatar file format is not supported' }).waitFor();
  await page.getByRole('button', { name: 'Discard' }).click();
  await page.getByRole('button', { name: 'Remove picture' }).click();
  await shown.waitFor({ state: 'detached' });
});

test('AP-09.68 an administrator makes a link for somebody, which is shown until it is put away', async () => {
  const { page } = await world.current.open();
  await page.goto(world.current.signInLink);
  await page.getByRole('button', { name: /sign in/i }).click();
  await page.waitForURL(`${world.current.url}/`);
  await page.goto('/admin/users');
  await page.getByRole('button', { name: /^More actions for Waiter/ }).press('Enter');
  await page.getByRole('menuitem', { name: 'Sign-in link…' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Make link' }).click();
  const link = page.getByRole('textbox', { name: 'Sign-in link' });
  await link.waitFor();
  expect(await link.inputValue()).toContain('/-/sign-in?token=');
  expect(await faultsOf(page)).toEqual([0]);
  await page.getByRole('button', { name: 'Done' }).click();
  await link.waitFor({ state: 'detached' });
});
