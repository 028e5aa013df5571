import type { Page } from 'playwright-core';
import { accessibilityFaults } from './support/accessibility.ts';
import { overhang } from './support/browser.ts';
import { useWorld } from './support/world.ts';

const world = useWorld();

const LIST = '/kitchen-sink/sink/-/issues';

const title = (page: Page) => page.getByRole('textbox', { name: 'Title' });
const description = (page: Page) => page.getByRole('textbox', { name: 'Description' });

test('WI-18.20 WI-18.7 an issue is made with the keyboard alone, and what is typed outlives a reload', async () => {
  const { page } = await world.current.open({ as: 'demo' });
  await page.goto(LIST);
  await page.getByRole('link', { name: 'New issue' }).focus();
  await page.keyboard.press('Enter');
  await title(page).waitFor();
  expect(await title(page).evaluate((field) => field === document.activeElement)).toBe(true);
  await page.keyboard.type('Hang the new lamp');
  await description(page).focus();
  await page.keyboard.type('- [ ] Buy one');
  await page.waitForTimeout(500);
  await page.reload();
  await title(page).waitFor();
  // Other tabs are asked first whether it is theirs.
  await page.waitForFunction(() => document.querySelector('textarea')?.value !== '');
  expect([await title(page).inputValue(), await description(page).inputValue()]).toEqual([
    'Hang the new lamp',
    '- [ ] Buy one',
  ]);
  await description(page).focus();
  await page.keyboard.press('Control+End');
  await page.keyboard.type('\n\n/wei');
  await page.getByRole('option', { name: /\/weight/ }).waitFor();
  await page.keyboard.press('Enter');
  await page.keyboard.type('3');
  await page.keyboard.press('Control+Enter');
  await page.getByRole('heading', { level: 1, name: 'Hang the new lamp' }).waitFor();
  expect(new URL(page.url()).pathname).toMatch(/^\/kitchen-sink\/sink\/-\/issues\/\d+$/);
  await page.getByRole('checkbox', { name: 'Buy one' }).waitFor();
  await page.getByRole('complementary').getByText('3', { exact: true }).waitFor();
  // Nothing of it stands in the next form.
  await page.goto(`${LIST}/new`);
  await title(page).waitFor();
  expect([await title(page).inputValue(), await description(page).inputValue()]).toEqual(['', '']);
});

test('WI-18.20 the form fits a telephone, in both themes', async () => {
  const { page } = await world.current.open({ as: 'demo', width: 390, height: 844 });
  await page.goto(`${LIST}/new?issue[title]=${'A long title '.repeat(15)}&issue[issue_type]=incident`);
  await title(page).waitFor();
  expect(await page.getByRole('combobox', { name: 'Type' }).inputValue()).toBe('incident');
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    expect(await overhang(page)).toBe(0);
    expect(await accessibilityFaults(page)).toEqual([]);
  }
});
