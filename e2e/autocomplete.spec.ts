import type { Locator, Page } from 'playwright-core';
import { accessibilityFaults } from './support/accessibility.ts';
import { quiet } from './support/answers.ts';
import { settled, Tree } from './support/tree.ts';
import { useWorld } from './support/world.ts';

const world = useWorld();
/** An empty epic of the kitchen sink. */
const EMPTY = '/groups/kitchen-sink/-/epics/17';

async function openForm(page: Page, name: string): Promise<Locator> {
  await page.getByRole('button', { name: 'Add', exact: true }).first().click();
  await page.getByRole('menuitem', { name, exact: true }).click();
  const form = page.getByRole('form', { name });
  await form.waitFor();
  return form;
}

/** What is offered, once it is what is waited for: while one types, what the letters before brought is shown too. */
const texts = (form: Locator, wanted: (offered: readonly string[]) => boolean): Promise<string[]> =>
  settled(() => form.getByRole('option').allInnerTexts(), wanted);

test('TR-09 existing issues are found by words and by number, chosen with the keyboard, and not offered again', async () => {
  const { page } = await world.current.open({ as: 'demo' });
  await page.goto(EMPTY);
  const form = await openForm(page, 'Add an existing issue');
  const field = form.getByRole('combobox', { name: 'Issues' });
  await field.pressSequentially('risk');
  await form.getByRole('option', { name: 'Closed while at risk' }).waitFor();
  expect(await field.getAttribute('aria-expanded')).toBe('true');
  const allFit = (offered: readonly string[]) => offered.length > 0 && offered.every((text) => /risk/i.test(text));
  const offered = await texts(form, allFit);
  expect(offered.length).toBeLessThanOrEqual(5);
  expect(allFit(offered)).toBe(true);
  expect(await accessibilityFaults(page)).toEqual([]);

  // Escape closes the list and leaves the form; the next key brings it again.
  await field.press('Escape');
  await form.getByRole('listbox').waitFor({ state: 'detached' });
  await field.press('Backspace');
  await form.getByRole('option', { name: 'Closed while at risk' }).waitFor();
  await quiet(page);
  const marked = async () => (await form.getByRole('option', { selected: true }).allInnerTexts()).join();
  for (let presses = 0; presses < 6 && !(await marked()).includes('Closed while at risk'); presses += 1)
    await field.press('ArrowDown');
  expect(await marked()).toContain('Closed while at risk');
  await field.press('Enter');
  const tokens = form.getByRole('list', { name: 'References to add' }).getByRole('listitem');
  await tokens.getByText('kitchen-sink/sink#5').waitFor();
  expect(await tokens.count()).toBe(1);
  expect(await field.inputValue()).toBe('');

  await field.pressSequentially('#');
  expect(await texts(form, ({ length }) => length === 5)).toHaveLength(5);
  await field.fill('');
  await form.getByRole('button', { name: 'Add', exact: true }).click();
  await form.waitFor({ state: 'detached' });
  const tree = new Tree(page);
  expect(
    await settled(
      () => tree.outline(),
      (rows) => rows.length === 1,
    ),
  ).toEqual(['Closed while at risk']);

  const again = await openForm(page, 'Add an existing issue');
  const answer = page.waitForResponse((response) => response.url().includes('/autocomplete_sources/issues'));
  await again.getByRole('combobox', { name: 'Issues' }).pressSequentially('while');
  expect(JSON.stringify(await (await answer).json())).not.toContain('Closed while at risk');
});

test('TR-09 an epic is chosen with the mouse; a source that fails offers nothing, and typing goes on', async () => {
  const { page } = await world.current.open({ as: 'demo', width: 390, height: 844 });
  await page.goto(EMPTY);
  const form = await openForm(page, 'Add an existing epic');
  const field = form.getByRole('combobox', { name: 'Epics' });
  await page.route('**/autocomplete_sources/**', (route) => route.fulfill({ status: 500, body: '{}' }));
  const failed = page.waitForResponse((response) => response.status() === 500);
  await field.pressSequentially('Blocked');
  await failed;
  expect([await form.getByRole('listbox').count(), await form.getByRole('alert').count()]).toEqual([0, 0]);
  await page.unroute('**/autocomplete_sources/**');
  await field.fill('&');
  await field.pressSequentially('Block');
  await form.getByRole('option', { name: 'Blocked and blocking' }).click();
  const tokens = form.getByRole('list', { name: 'References to add' }).getByRole('listitem');
  await tokens.first().waitFor();
  expect(await tokens.allInnerTexts()).toEqual([expect.stringMatching(/^&\d+\s+\S/)]);
  await field.and(page.locator(':focus')).waitFor();
  await field.press('Escape');
  await form.waitFor({ state: 'detached' });
});
