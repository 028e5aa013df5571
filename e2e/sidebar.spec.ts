import type { Page, Route } from 'playwright-core';
import { accessibilityFaults } from './support/accessibility.ts';
import { overhang } from './support/browser.ts';
import { Sidebar } from './support/sidebar.ts';
import { settled } from './support/tree.ts';
import { useWorld } from './support/world.ts';

const world = useWorld();
const EPIC = '/groups/kitchen-sink/-/epics/16';
const PARENT = '/groups/kitchen-sink/-/epics/1';
const CHILD = '/groups/kitchen-sink/-/epics/2';

async function open(address = EPIC, options: Parameters<typeof world.current.open>[0] = { as: 'demo' }) {
  const { page, context } = await world.current.open(options);
  const sidebar = await Sidebar.open(page, address);
  return { page, context, sidebar };
}

/** Answers the edits whose text has these words as the server would refuse them. */
async function refuse(page: Page, words: string, errors: readonly string[] = ['The plan is locked']): Promise<void> {
  await page.route('**/api/graphql', async (route: Route) => {
    const body = route.request().postData() ?? '';
    const name = /"query":"mutation (\w+)/.exec(body)?.[1];
    if (name !== words) return route.continue();
    const field = { epicFieldsUpdate: 'updateEpic', epicSetSubscription: 'epicSetSubscription' }[name] ?? name;
    return route.fulfill({ json: { data: { [field]: { errors, epic: null } } } });
  });
}

const press = (page: Page, ...keys: readonly string[]) =>
  keys.reduce((before, key) => before.then(() => page.keyboard.press(key)), Promise.resolve());

test('EP-06.20 a to-do is added by pointer and marked as done by keyboard; a reload shows it', async () => {
  const { page, sidebar } = await open();
  await sidebar.button('Add a to do').click();
  await sidebar.button('Mark as done').waitFor();
  await sidebar.reload();
  await sidebar.button('Mark as done').focus();
  await press(page, 'Enter');
  await sidebar.button('Add a to do').waitFor();
  await sidebar.reload();
  await sidebar.button('Add a to do').waitFor();
});

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
      () => page.getByRole('option', { selected: true }).count(),
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

test('EP-10.1 confidentiality is switched; the header and the parent’s rule follow', async () => {
  const { page, sidebar } = await open();
  await sidebar.widget('Confidentiality').getByRole('switch').focus();
  await press(page, 'Space');
  await page.getByRole('main').getByText('Confidential', { exact: true }).first().waitFor();
  await sidebar.reload();
  expect(await sidebar.widget('Confidentiality').getByRole('switch').isChecked()).toBe(true);
  await sidebar.widget('Confidentiality').getByRole('switch').click();
  await sidebar.reload();
  expect(await sidebar.widget('Confidentiality').getByRole('switch').isChecked()).toBe(false);

  await page.goto(PARENT);
  await sidebar.ready();
  expect(await sidebar.text('Confidentiality', /Cannot/)).toContain(
    'Cannot make the epic confidential if it contains non-confidential child epics',
  );
  await sidebar.widget('Confidentiality').getByRole('switch').click();
  await page.getByRole('alert').filter({ hasText: 'Cannot make the epic confidential' }).waitFor();
  expect(await sidebar.widget('Confidentiality').getByRole('switch').isChecked()).toBe(false);
});

test('EP-11 to EP-14: ancestors and participants lead on, notifications are kept, the reference is copied', async () => {
  const { page, context, sidebar } = await open(CHILD);
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await sidebar
    .widget(/participant/)
    .getByRole('link')
    .first()
    .waitFor();
  const notifications = sidebar.widget('Notifications').getByRole('switch');
  const before = await notifications.isChecked();
  await notifications.focus();
  await press(page, 'Space');
  expect(
    await settled(
      () => notifications.isChecked(),
      (now) => now !== before,
    ),
  ).toBe(!before);
  await sidebar.reload();
  expect(await notifications.isChecked()).toBe(!before);
  await sidebar.button('Copy reference').click();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe('kitchen-sink&2');
  await sidebar.widget('Ancestors').getByRole('link', { name: 'Everything in one place' }).click();
  await page.getByRole('heading', { level: 1, name: 'Everything in one place' }).waitFor();
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

test.each([
  ['Start date', 'Something went wrong while setting epic start date.'],
  ['Color', 'An error occurred while updating color.'],
  ['Labels', 'An error occurred while updating labels.'],
] as const)('EP-18.42 a refused edit goes back to exactly what was there, with its alert: %s', async (name, alert) => {
  const { page, sidebar } = await open();
  const before = await sidebar.shown();
  await refuse(page, 'epicFieldsUpdate');
  if (name === 'Start date') {
    await sidebar.button('Edit start date').click();
    await sidebar.widget(name).getByRole('textbox').fill('2027-01-01');
    await press(page, 'Enter');
    await sidebar.button('Done editing start date').click();
  } else if (name === 'Color') {
    await sidebar.button('Edit color').click();
    await sidebar.region.getByRole('radio', { name: 'Red' }).check();
    await sidebar.button('Done editing color').click();
  } else {
    await sidebar.region
      .getByRole('button', { name: /^Remove / })
      .first()
      .click();
  }
  await page.getByRole('alert').filter({ hasText: alert }).waitFor();
  expect(
    await settled(
      () => sidebar.shown(),
      (now) => now === before,
    ),
  ).toBe(before);
});

test('EP-06.22 a to-do and a subscription that are refused go back, with their alerts', async () => {
  const { page, sidebar } = await open();
  await page.route('**/todos', (route) => route.fulfill({ status: 500, json: {} }));
  await refuse(page, 'epicSetSubscription');
  await sidebar.button('Add a to do').click();
  await page.getByText('There was an error adding a To Do.').waitFor();
  await sidebar.button('Add a to do').waitFor();
  const notifications = sidebar.widget('Notifications').getByRole('switch');
  const before = await notifications.isChecked();
  await notifications.click();
  await page.getByText('Something went wrong while setting epic notifications.').waitFor();
  expect(
    await settled(
      () => notifications.isChecked(),
      (now) => now === before,
    ),
  ).toBe(before);
});

test('EP-18.41 two people edit the same epic at once: both windows end equal', async () => {
  const openAs = async (as: 'demo' | 'chef') => {
    const { page } = await world.current.open({ as });
    await page.clock.install();
    return { page, sidebar: await Sidebar.open(page, EPIC) };
  };
  const mine = await openAs('demo');
  const theirs = await openAs('chef');
  await mine.sidebar.button('Edit due date').click();
  await theirs.sidebar.button('Edit color').click();
  await mine.sidebar.widget('Due date').getByRole('textbox').fill('2028-08-08');
  await theirs.sidebar.region.getByRole('radio', { name: 'Orange' }).check();
  await Promise.all([
    mine.page.keyboard.press('Enter'),
    theirs.sidebar.button('Done editing color').click(),
    theirs.sidebar.button('Edit start date').click(),
  ]);
  await theirs.sidebar.widget('Start date').getByRole('textbox').fill('2028-07-07');
  await Promise.all([theirs.page.keyboard.press('Enter'), mine.sidebar.button('Done editing due date').click()]);
  await theirs.sidebar.button('Done editing start date').click();
  const fits = (text: string) => /Jul 7, 2028/.test(text) && /Aug 8, 2028/.test(text) && /Orange/.test(text);
  /** Brings the next looks for other people's changes forward, one after the other: a request is not to run out of its time by that. */
  const read = async ({ page, sidebar }: typeof mine) => {
    let shown = '';
    for (let looks = 0; looks < 4 && !fits(shown); looks += 1) {
      await page.clock.fastForward('00:04');
      shown = await settled(() => sidebar.shown(), fits);
    }
    return shown;
  };
  const shown = await read(mine);
  expect(shown).toMatch(/Jul 7, 2028/);
  expect(shown).toMatch(/Orange/);
  expect(await read(theirs)).toBe(shown);
  await mine.sidebar.reload();
  expect(await mine.sidebar.shown()).toBe(shown);
});

test('EP-18.40 a visitor reads and is offered nothing', async () => {
  const { page, sidebar } = await open(EPIC, {});
  for (const role of ['switch', 'textbox', 'combobox'] as const)
    expect([role, await sidebar.region.getByRole(role).count()]).toEqual([role, 0]);
  const buttons = await sidebar.region.getByRole('button').evaluateAll((all) => all.map((each) => each.ariaLabel));
  expect(buttons).toEqual(['Collapse sidebar', 'Copy reference']);
  expect(await sidebar.region.getByText('To Do').count()).toBe(0);
  expect(await sidebar.region.getByText('Notifications').count()).toBe(0);
  expect(await accessibilityFaults(page)).toEqual([]);
});

describe('EP-15 the gutter', () => {
  test('EP-15.4 collapsed by one page, it is collapsed on the next from the first frame on; the tree takes its room', async () => {
    const { page, context, sidebar } = await open();
    const tree = () => page.getByRole('main').locator('[class*="tree"]').first().boundingBox();
    const before = await tree();
    await sidebar.button('Collapse sidebar').click();
    await sidebar.button('Expand sidebar').waitFor();
    expect((await tree())?.width).toBeGreaterThan((before?.width ?? 0) + 100);
    expect((await context.cookies()).find(({ name }) => name === 'collapsed_gutter')?.value).toBe('true');
    expect(await accessibilityFaults(page)).toEqual([]);
    await page.goto(CHILD);
    await sidebar.button('Expand sidebar').waitFor();
    await sidebar.button('Expand sidebar').focus();
    await press(page, 'Enter');
    await sidebar.ready();
    await page.reload();
    await sidebar.ready();
  });

  test('EP-15.3 a small screen starts without it; leaving keeps it so', async () => {
    const { page, context } = await world.current.open({ as: 'demo', width: 390, height: 844 });
    await page.goto(EPIC);
    await page.getByRole('button', { name: 'Show details' }).click();
    const sidebar = new Sidebar(page);
    await sidebar.ready();
    expect(await sidebar.button('Collapse sidebar').isVisible()).toBe(false);
    await page.goto(CHILD);
    await page.getByRole('button', { name: 'Show details' }).waitFor();
    expect((await context.cookies()).find(({ name }) => name === 'collapsed_gutter')?.value).toBe('true');
  });
});

test('a sidebar whose code cannot be fetched says so and is tried again; the page works without it', async () => {
  const { page } = await world.current.open({ as: 'demo' });
  await page.route('**/assets/sidebar-*.js', (route) => route.abort());
  await page.goto(EPIC);
  await page.getByText('The details could not be loaded.').waitFor();
  expect(await page.getByRole('button', { name: 'Close epic' }).isEnabled()).toBe(true);
  await page.unroute('**/assets/sidebar-*.js');
  await page.getByRole('complementary', { name: 'Details' }).getByRole('button', { name: 'Try again' }).click();
  await new Sidebar(page).ready();
});

describe.each([
  { width: 1440, height: 900 },
  { width: 390, height: 844 },
])('$width pixels wide', (size) => {
  test('axe finds nothing on the sidebar and its editors, in both themes', async () => {
    const { page } = await world.current.open({ as: 'demo', ...size });
    await page.goto(CHILD);
    const show = page.getByRole('button', { name: 'Show details' });
    await page.getByRole('heading', { level: 1 }).waitFor();
    if (await show.isVisible()) await show.click();
    const sidebar = new Sidebar(page);
    await sidebar.ready();
    const check = async (what: string) =>
      expect([what, await overhang(page), ...(await accessibilityFaults(page))]).toEqual([what, 0]);
    await check('closed');
    await sidebar.button('Edit start date').click();
    await sidebar.widget('Start date').getByRole('textbox').waitFor();
    await check('dates');
    await sidebar.button('Choose start date').click();
    await page.getByRole('dialog', { name: 'Start date' }).waitFor();
    await check('calendar');
    await press(page, 'Escape');
    await page.getByRole('dialog', { name: 'Start date' }).waitFor({ state: 'detached' });
    await sidebar.button('Edit color').click();
    await check('color');
    await sidebar.button('Edit labels').click();
    await sidebar.widget('Labels').getByRole('combobox').click();
    await page.getByRole('option').first().waitFor();
    await check('labels');
    await press(page, 'Escape');
    await sidebar.button('Create group label').click();
    await page.getByRole('form', { name: 'Create group label' }).waitFor();
    await check('a new label');
  });
});
