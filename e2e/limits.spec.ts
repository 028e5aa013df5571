import type { Page } from 'playwright-core';
import { accessibilityFaults } from './support/accessibility.ts';
import { quiet } from './support/answers.ts';
import { overhang } from './support/browser.ts';
import { useWorld } from './support/world.ts';

const world = useWorld();
const PLAN = '/groups/kubernetes/-/billings';
const MEMBERS = '/groups/kubernetes/-/group_members';

/** As somebody sees it who may not look with their eyes, and nothing beyond the right edge. */
const faultsOf = async (page: Page): Promise<readonly unknown[]> => [
  await overhang(page),
  ...(await accessibilityFaults(page)),
];

async function openAsRoot(size: { readonly width?: number; readonly height?: number } = {}): Promise<Page> {
  const { page } = await world.current.open(size);
  await page.goto(world.current.signInLink);
  await page.getByRole('button', { name: /sign in/i }).click();
  await page.waitForURL(`${world.current.url}/`);
  return page;
}

const widget = (page: Page) => page.getByRole('link', { name: /Trial Day/ });

async function setPlan(
  page: Page,
  fields: { readonly seats?: string; readonly trial?: boolean; readonly sales?: boolean },
) {
  await page.goto(PLAN);
  await page.getByLabel('Member limit').fill(fields.seats ?? '');
  await page.getByRole('combobox', { name: 'Trial' }).selectOption(fields.trial === true ? 'Yes' : 'No');
  if (fields.sales === true) await page.getByRole('combobox', { name: 'Owners can contact sales' }).selectOption('Yes');
  await page.getByRole('button', { name: 'Save changes' }).click();
  await page.getByText('Changes saved').waitFor();
}

/** The link that signs in does so once. */
async function limits(page: Page, colorScheme: 'light' | 'dark', width: number, height: number): Promise<void> {
  await page.setViewportSize({ width, height });
  await page.emulateMedia({ colorScheme });
  await setPlan(page, { seats: '1' });
  const told = await page.getByText(/members?, at most 1$/).textContent();
  const members = Number(/^\d+/.exec(told ?? '')?.[0]);
  await page.goto(MEMBERS);
  const dialog = page.getByRole('dialog', { name: 'Invite members' });
  const invite = page.getByRole('button', { name: 'Invite members' });
  await invite.press('Enter');
  await dialog.getByText(/You've reached your 1 member limit for /).waitFor();
  expect(await dialog.getByRole('textbox').count()).toBe(0);
  await dialog.getByRole('link', { name: 'Explore paid plans' }).waitFor();
  expect(await faultsOf(page)).toEqual([0]);
  await dialog.getByRole('button', { name: 'Add existing users' }).press('Enter');
  await dialog.getByRole('combobox', { name: /Username/ }).waitFor();

  await setPlan(page, { seats: String(members + 1) });
  await page.goto(MEMBERS);
  await invite.click();
  await dialog.getByText(/You only have space for 1 more member in /).waitFor();
  const who = dialog.getByRole('combobox', { name: /Username/ });
  await who.fill(`a${width}@example.org, b${width}@example.org`);
  await page.keyboard.press('Enter');
  expect(await faultsOf(page)).toEqual([0]);
  await dialog.getByRole('button', { name: 'Invite', exact: true }).click();
  const question = page.getByRole('alertdialog', { name: /You only have space for 1 more member in / });
  await question.getByRole('button', { name: 'Back' }).press('Enter');
  await question.waitFor({ state: 'detached' });
  await dialog.getByRole('button', { name: 'Invite', exact: true }).click();
  expect(await faultsOf(page)).toEqual([0]);
  await question.getByRole('button', { name: 'Continue' }).click();
  await dialog.getByText(/cannot be added since you've reached your \d+ member limit/).waitFor();
  await dialog.getByRole('radio', { name: 'Group' }).check({ force: true });
  await dialog.getByText(/over the free \d+ user limit/).waitFor();
  // What was typed would be there again.
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Discard changes' }).click();
  await dialog.waitFor({ state: 'detached' });
  await quiet(page);
}

async function trial(page: Page): Promise<void> {
  await setPlan(page, { trial: true, sales: true });
  await page.goto('/groups/kubernetes');
  await widget(page).getByText('Day 1/30').waitFor();
  const popover = page.getByRole('group', { name: "You've got 30 days remaining on Ultimate!" });
  await widget(page).hover();
  await popover.waitFor();
  expect(await popover.textContent()).toMatch(/Your trial ends on [A-Z][a-z]+ \d+\./);
  expect(await faultsOf(page)).toEqual([0]);
  await page.mouse.move(900, 700);
  await popover.waitFor({ state: 'detached' });
  await widget(page).focus();
  await popover.waitFor();
  await page.keyboard.press('Tab');
  expect(await page.evaluate(() => document.activeElement?.textContent)).toMatch(/^Upgrade .+ to Ultimate$/);
  await page.keyboard.press('Escape');
  await popover.waitFor({ state: 'detached' });
  expect(await widget(page).evaluate((it) => it === document.activeElement)).toBe(true);
  await page.setViewportSize({ width: 390, height: 844 });
  await page.mouse.move(0, 0);
  await quiet(page);
  await widget(page).hover();
  expect(await popover.count()).toBe(0);
  expect(await faultsOf(page)).toEqual([0]);
  await page.setViewportSize({ width: 1440, height: 900 });
  await quiet(page);
  await page.mouse.move(900, 700);
  await widget(page).hover();
  await popover.waitFor();

  await popover.getByRole('link', { name: 'Contact sales' }).press('Enter');
  await page.getByRole('heading', { name: 'Contact sales', level: 1 }).waitFor();
  await page.getByRole('button', { name: 'Submit information' }).click();
  await page.getByText("can't be blank").first().waitFor();
  await page.getByLabel('First name').fill('Ada');
  await page.getByLabel('Last name').fill('Byron');
  await page.getByLabel('Company name').fill('Engines');
  expect(await faultsOf(page)).toEqual([0]);
  await page.getByLabel('Company name').press('Control+Enter');
  await page.getByRole('heading', { name: 'Plan', level: 1 }).waitFor();
  await page.getByText('Ada Byron, Engines').waitFor();
  await page.getByText('Nothing is sold here.').waitFor();
  expect(await faultsOf(page)).toEqual([0]);
}

test('BD-06.20 BD-06.21 BD-06.22 BD-06.23 BD-13.11 BD-13.12 BD-13.14 a trial and a limit are shown where they matter, by mouse and keyboard, wide and narrow, in both themes', async () => {
  const page = await openAsRoot();
  await trial(page);
  await limits(page, 'light', 1440, 900);
  await limits(page, 'dark', 390, 844);
});

test('BD-06.23 an Owner reads the plan of a group and starts its trial, once; to others the page says nothing of it', async () => {
  const { page } = await world.current.open({ as: 'demo' });
  await page.goto('/groups/new');
  await page.getByLabel('Name').fill('Trying it out');
  await page.getByRole('button', { name: 'Create group' }).click();
  await page.getByRole('navigation', { name: 'Group' }).getByRole('link', { name: 'Plan' }).click();
  await page.getByText('No trial').waitFor();
  await page.getByText('1 member, no limit').waitFor();
  expect(await page.getByLabel('Member limit').count()).toBe(0);
  expect(await faultsOf(page)).toEqual([0]);
  await page.getByRole('button', { name: 'Start a trial' }).press('Enter');
  await page.getByText(/^Day 1\/30, ends on /).waitFor();
  await widget(page).waitFor();
  await page.locator('h1:focus').waitFor();
  expect(await page.getByRole('button', { name: 'Start a trial' }).count()).toBe(0);
  await page.goto(PLAN);
  await page.getByText('403 Forbidden').waitFor();
  expect(await page.getByText('Nothing is sold here.').count()).toBe(0);
});
