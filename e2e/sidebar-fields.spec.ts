import { CHILD, openSidebar, PARENT, press } from './support/sidebar.ts';
import type { OpenArgs } from './support/sidebar.ts';
import { settled } from './support/tree.ts';
import { useWorld } from './support/world.ts';

const world = useWorld();
const open = (...args: OpenArgs) => openSidebar(world.current, ...args);

test('EP-07.31 dates by keyboard alone: typed, picked, inherited and fixed again with the value of before', async () => {
  const { page, sidebar } = await open();
  await sidebar.button('Edit due date').focus();
  await press(page, 'Enter');
  const field = sidebar.widget('Due date').getByRole('textbox', { name: 'Due date' });
  await field.waitFor();
  await press(page, 'Control+A');
  await page.keyboard.type('2027-3-9');
  await press(page, 'Enter');
  expect(await sidebar.text('Due date', /Mar 9, 2027/)).toContain('Mar 9, 2027 Fixed');
  await press(page, 'Alt+ArrowDown');
  await page.getByRole('dialog', { name: 'Due date' }).waitFor();
  const name = () => page.evaluate(() => document.activeElement?.getAttribute('aria-label') ?? '');
  await settled(name, (now) => now.includes('March 9, 2027'));
  await press(page, 'ArrowRight', 'Enter');
  expect(await sidebar.text('Due date', /Mar 10, 2027/)).toContain('Mar 10, 2027 Fixed');
  await settled(() => field.evaluate((element) => element === document.activeElement), Boolean);
  await press(page, 'Escape');
  await field.waitFor({ state: 'detached' });
  expect(await settled(name, (now) => now === 'Edit due date')).toBe('Edit due date');
  await sidebar.reload();
  expect(await sidebar.text('Due date', /Mar 10, 2027/)).toContain('Mar 10, 2027');

  await sidebar.button('Edit due date').click();
  await sidebar.widget('Due date').getByRole('radio', { name: 'Fixed' }).focus();
  await press(page, 'ArrowDown');
  expect(await sidebar.text('Due date', /^Due date Done None/)).not.toContain('Mar 10, 2027 Fixed');
  await sidebar.reload();
  await sidebar.button('Edit due date').click();
  await sidebar.widget('Due date').getByRole('radio', { name: 'Fixed' }).check();
  await sidebar.button('Done editing due date').click();
  await sidebar.reload();
  expect(await sidebar.text('Due date', /Mar 10, 2027/)).toContain('Mar 10, 2027 Fixed');
});

test('EP-07.31 a date is picked in the calendar by pointer, and cleared', async () => {
  const { page, sidebar } = await open();
  await sidebar.button('Edit start date').click();
  await sidebar.button('Choose start date').click();
  const calendar = page.getByRole('dialog', { name: 'Start date' });
  await calendar.getByRole('button', { name: 'Next month' }).click();
  await calendar.getByRole('button', { name: /\b15, 20\d\d/ }).click();
  expect(await sidebar.text('Start date', / 15, 20\d\d Fixed/)).toMatch(/ 15, 20\d\d Fixed/);
  await sidebar.button('Clear start date').click();
  expect(await sidebar.text('Start date', /^Start date Done None/)).toMatch(/^Start date Done None/);
  await page.getByRole('heading', { level: 1 }).click();
  await sidebar.button('Edit start date').waitFor();
  await sidebar.reload();
  expect(await sidebar.text('Start date', /None/)).toMatch(/^Start date Edit None$/);
});

test('BD-09.2 BD-09.6 a date as people write it is taken on leaving; one that cannot be read keeps its editor open', async () => {
  const { page, sidebar } = await open();
  const field = sidebar.widget('Due date').getByRole('textbox', { name: 'Due date' });
  const heading = page.getByRole('heading', { level: 1 });
  await sidebar.button('Edit due date').click();
  await field.fill('31.12.2027');
  await heading.click();
  expect(await sidebar.text('Due date', /Dec 31, 2027/)).toContain('Dec 31, 2027 Fixed');
  await sidebar.button('Edit due date').click();
  await field.fill('in 3 days or so');
  await heading.click();
  await sidebar.widget('Due date').getByText('This date cannot be read.').waitFor();
  expect(await field.inputValue()).toBe('in 3 days or so');
  await field.fill('Jan 5, 2028');
  await sidebar.button('Done editing due date').click();
  await field.waitFor({ state: 'detached' });
  await sidebar.text('Due date', /Jan 5, 2028/);
  await sidebar.reload();
  expect(await sidebar.text('Due date', /Jan 5, 2028/)).toContain('Jan 5, 2028 Fixed');
});

test('EP-07.35 the inherited date of the parent follows a child’s change', async () => {
  const { page, sidebar } = await open(PARENT);
  await sidebar.button('Edit start date').click();
  await sidebar
    .widget('Start date')
    .getByRole('radio', { name: /^Inherited/ })
    .check();
  await sidebar.button('Done editing start date').click();
  await sidebar.reload();
  await page.goto(CHILD);
  await sidebar.ready();
  await sidebar.button('Edit start date').click();
  await sidebar.widget('Start date').getByRole('textbox').fill('2020-02-02');
  await press(page, 'Enter');
  await sidebar.text('Start date', /Feb 2, 2020/);
  await sidebar.saved();
  await page.goto(PARENT);
  await sidebar.ready();
  expect(await sidebar.text('Start date', /Feb 2, 2020/)).toContain(
    'Feb 2, 2020 Inherited from Health, weights, milestones and iterations',
  );
});

test('EP-08 labels by keyboard: searched, ticked, saved when the picker is left; one of a scope at a time; one made', async () => {
  const { page, sidebar } = await open();
  const before = await sidebar.labels();
  await sidebar.button('Edit labels').focus();
  await press(page, 'Enter');
  const search = sidebar.widget('Labels').getByRole('combobox', { name: 'Search labels' });
  await settled(() => search.evaluate((element) => element === document.activeElement).catch(() => false), Boolean);
  await page.keyboard.type('priority::');
  const high = page.getByRole('option', { name: 'priority::high' });
  const low = page.getByRole('option', { name: 'priority::low' });
  await high.waitFor();
  await press(page, 'ArrowDown', 'Enter');
  expect(
    await settled(
      () => page.getByRole('listbox').getByRole('option', { selected: true }).count(),
      (count) => count === 1,
    ),
  ).toBe(1);
  await low.click();
  expect(
    await settled(
      () => low.getAttribute('aria-selected'),
      (now) => now === 'true',
    ),
  ).toBe('true');
  expect(await high.getAttribute('aria-selected')).toBe('false');
  expect(await sidebar.labels()).toEqual(before);
  await press(page, 'Escape');
  await search.fill('made here');
  await page.getByRole('option', { name: 'Create group label “made here”' }).click();
  const form = page.getByRole('form', { name: 'Create group label' });
  expect(await form.getByRole('textbox', { name: 'Title of the new label' }).inputValue()).toBe('made here');
  await form.getByRole('radio', { name: 'Purple' }).check();
  await form.getByRole('button', { name: 'Create', exact: true }).click();
  await form.waitFor({ state: 'detached' });
  await sidebar.button('Done editing labels').click();
  const after = await sidebar.labels((titles) => titles.includes('madehere'));
  expect(after).toEqual([...before.filter((title) => !title.startsWith('priority')), 'madehere', 'prioritylow'].sort());
  await sidebar.reload();
  expect(await sidebar.labels()).toEqual(after);
  await sidebar.button('Remove made here').click();
  expect(await sidebar.labels((titles) => !titles.includes('madehere'))).not.toContain('madehere');
  await sidebar.reload();
  expect(await sidebar.labels()).not.toContain('madehere');
});

test('EP-08 Escape closes the picker without saving', async () => {
  const { page, sidebar } = await open();
  const before = await sidebar.labels();
  await sidebar.button('Edit labels').click();
  await sidebar.widget('Labels').getByRole('combobox').click();
  await page.getByRole('option', { name: 'bug', exact: true }).click();
  await press(page, 'Escape', 'Escape');
  await sidebar.button('Edit labels').waitFor();
  await sidebar.reload();
  expect(await sidebar.labels()).toEqual(before);
});

test('EP-09.4 the color by keyboard and by any digits; what is no color is refused in its place', async () => {
  const { page, sidebar } = await open();
  await sidebar.button('Edit color').focus();
  await press(page, 'Enter', 'Tab', 'ArrowRight', 'Escape');
  expect(await sidebar.text('Color', /Edit/)).toContain('Blue');
  await sidebar.button('Edit color').click();
  await sidebar.region.getByRole('radio', { name: 'Purple' }).check();
  await page.getByRole('heading', { level: 1 }).click();
  expect(await sidebar.text('Color', /Purple/)).toBe('Color Edit Purple');
  await sidebar.reload();
  expect(await sidebar.text('Color', /Purple/)).toBe('Color Edit Purple');
  await sidebar.button('Edit color').click();
  const field = sidebar.region.getByRole('textbox', { name: 'Any other color' });
  await field.fill('purple-ish');
  await sidebar.widget('Color').getByText('Enter a color as # and 3 or 6 hexadecimal digits.').waitFor();
  await field.fill('#0a6');
  await press(page, 'Enter');
  expect(await sidebar.text('Color', /00aa66/)).toBe('Color Edit #00aa66');
  await sidebar.reload();
  expect(await sidebar.text('Color', /00aa66/)).toBe('Color Edit #00aa66');
});
