import type { Page } from 'playwright-core';
import { accessibilityFaults } from './support/accessibility.ts';
import { overhang } from './support/browser.ts';
import { useWorld } from './support/world.ts';

const world = useWorld();
const PATH = '/-/tokens';

/** What the server says to a program with this token. */
const ask = async (token: string, path = '/api/v4/user', method = 'GET'): Promise<number> =>
  (await fetch(world.current.url + path, { method, headers: { 'PRIVATE-TOKEN': token } })).status;

const create = (page: Page) => page.getByRole('button', { name: 'Create token' });

test('RP-02.130 RP-02.131 RP-02.133 a token is made by keyboard, works once copied, is shown once, and is refused when revoked', async () => {
  const { page, logs } = await world.current.open({ as: 'demo' });
  await page.goto('/');
  await page.getByRole('button', { name: /^Demo Planner/ }).click();
  await page.getByRole('menuitem', { name: 'Access tokens' }).click();
  const name = page.getByLabel('Name', { exact: true });
  await name.fill('Nightly report');
  await name.press('Enter');
  const field = page.getByLabel('Token', { exact: true });
  await field.waitFor();
  expect(await field.evaluate((input) => input === document.activeElement)).toBe(true);
  const token = await field.inputValue();
  expect(token).toMatch(/^glpat-/);
  expect(await accessibilityFaults(page)).toEqual([]);
  expect(await ask(token)).toBe(200);
  // It reads, as it was made.
  expect(await ask(token, '/api/v4/personal_access_tokens/self', 'DELETE')).toBe(403);

  await page.getByRole('button', { name: 'Done' }).click();
  await page.reload();
  const row = page.getByRole('listitem').filter({ hasText: 'Nightly report' });
  await row.getByText('read_api').waitFor();
  await row.getByText('Last used').waitFor();
  expect(await field.count()).toBe(0);
  for (const log of await logs.all()) expect(log).not.toContain(token);
  expect(await page.evaluate(() => JSON.stringify(Object.entries(localStorage)))).not.toContain(token);

  await row.getByRole('button', { name: 'Revoke Nightly report' }).click();
  const question = page.getByRole('alertdialog', { name: 'Revoke token' });
  await question.waitFor();
  expect(await accessibilityFaults(page)).toEqual([]);
  await question.getByRole('button', { name: 'Revoke token' }).click();
  await row.waitFor({ state: 'detached' });
  await page.locator('#your-tokens:focus').waitFor();
  expect(await ask(token)).toBe(401);
});

test('RP-02.129 RP-02.115 the page of tokens fits a phone, and says at the field what is wrong', async () => {
  const { page } = await world.current.open({ as: 'chef', width: 390, height: 844 });
  await page.goto(PATH);
  await page.getByText('chef', { exact: false }).first().waitFor();
  await create(page).click();
  await page.getByText("can't be blank").waitFor();
  await page.getByLabel('Name', { exact: true }).fill('A long name without any break '.repeat(3) + 'x'.repeat(80));
  await page.getByRole('radio', { name: /^api/ }).check();
  await create(page).click();
  await page.getByRole('button', { name: 'Copy token' }).waitFor();
  expect([await overhang(page), ...(await accessibilityFaults(page))]).toEqual([0]);
});
