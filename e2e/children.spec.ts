import type { Locator, Page } from 'playwright-core';
import { answered } from './support/answers.ts';
import { settled, Tree } from './support/tree.ts';
import { useWorld } from './support/world.ts';

const world = useWorld();
const EMPTY = '/groups/kitchen-sink/-/epics/17';
const PARENT = 'An empty epic';

async function openEpic(address = EMPTY): Promise<{ page: Page; tree: Tree }> {
  const { page } = await world.current.open({ as: 'demo' });
  await page.goto(address);
  await page.getByRole('button', { name: 'Add', exact: true }).waitFor();
  return { page, tree: new Tree(page) };
}

async function openForm(page: Page, name: string): Promise<Locator> {
  await page.getByRole('button', { name: 'Add', exact: true }).first().click();
  await page.getByRole('menuitem', { name, exact: true }).click();
  const form = page.getByRole('form', { name });
  await form.waitFor();
  return form;
}

const counts = (page: Page) =>
  page.getByRole('region', { name: 'Child issues and epics' }).getByRole('img').first().getAttribute('aria-label');

async function expectCounts(page: Page, epics: string, issues: string): Promise<void> {
  const wanted = [`Epics: ${epics}`, `Issues: ${issues}`];
  const lines = (text: string | null) => text?.split('\n').slice(0, 2) ?? [];
  const now = await settled(
    () => counts(page),
    (text) => lines(text).join() === wanted.join(),
  );
  expect(lines(now)).toEqual(wanted);
}

async function expectOutline(tree: Tree, wanted: readonly string[]): Promise<void> {
  expect(
    await settled(
      () => tree.outline(),
      (rows) => rows.join() === wanted.join(),
    ),
  ).toEqual(wanted);
}

test('TR-09 existing issues are added by their references, several at once and each once', async () => {
  const { page, tree } = await openEpic();
  await page.getByText('No child items').waitFor();
  const form = await openForm(page, 'Add an existing issue');
  await form
    .getByRole('combobox', { name: 'Issues' })
    .fill('kitchen-sink/sink#5 kitchen-sink/sink#6 kitchen-sink/sink#5 ');
  const tokens = form.getByRole('list', { name: 'References to add' }).getByRole('listitem');
  expect(await tokens.allInnerTexts()).toEqual([
    expect.stringMatching(/^kitchen-sink\/sink#5/),
    expect.stringMatching(/^kitchen-sink\/sink#6/),
  ]);
  await form.getByRole('button', { name: 'Add', exact: true }).click();
  await form.waitFor({ state: 'detached' });
  const rows = await settled(
    () => tree.outline(),
    (now) => now.length === 2,
  );
  expect([...rows].sort()).toEqual(['Closed while at risk', 'In a milestone without dates']);
  await expectCounts(page, '0 open, 0 closed', '1 open, 1 closed');
  await page.reload();
  await expectOutline(tree, rows);
});

test('TR-09 an unknown reference, one that is there already, and text that is none get their messages and change nothing', async () => {
  const { page, tree } = await openEpic();
  const before = await tree.outline();
  const marked = 'Nothing was added. What is marked cannot be: take it out, and try again.';
  for (const [reference, message] of [
    ['kitchen-sink/sink#99999', marked],
    ['back-room/plans#1', marked],
    ['<b>nothing</b>', marked],
    ['kitchen-sink/sink#6', 'Issue(s) already assigned'],
  ] as const) {
    const form = await openForm(page, 'Add an existing issue');
    const field = form.getByRole('combobox', { name: 'Issues' });
    await field.fill(`${reference} `);
    await field.press('Enter');
    expect(await form.getByRole('alert').innerText()).toBe(message);
    const reasons = await form.getByText('no matching issue found').count();
    expect(reasons).toBe(message === marked ? 1 : 0);
    await form.getByRole('button', { name: `Remove ${reference}` }).click();
    await form.getByRole('alert').waitFor({ state: 'detached' });
    await field.press('Escape');
    await form.waitFor({ state: 'detached' });
  }
  expect(await tree.outline()).toEqual(before);
});

test('TR-09.7 and TR-09.32 of several references some cannot be found: nothing is added, and those say why', async () => {
  const { page, tree } = await openEpic();
  const before = await tree.outline();
  const form = await openForm(page, 'Add an existing issue');
  const field = form.getByRole('combobox', { name: 'Issues' });
  // Attached already, and to be found: neither is added, as the other one cannot be.
  for (const known of ['sink#5', 'kitchen-sink/sink#3']) {
    await field.fill(`${known} kitchen-sink/sink#99999 `);
    await field.press('Enter');
    expect(await form.getByRole('alert').innerText()).toMatch(/^Nothing was added\./);
    expect(await form.getByText('no matching issue found').count()).toBe(1);
    while ((await form.getByRole('button', { name: /^Remove / }).count()) > 0)
      await form
        .getByRole('button', { name: /^Remove / })
        .first()
        .click();
    await form.getByRole('alert').waitFor({ state: 'detached' });
  }
  await page.reload();
  await page.getByRole('button', { name: 'Add', exact: true }).waitFor();
  expect(await tree.outline()).toEqual(before);
});

test('TR-15 an epic cannot be added to itself, below itself, or too deep', async () => {
  const { page } = await openEpic('/groups/kitchen-sink/-/epics/11');
  const refused = async (reference: string) => {
    const form = await openForm(page, 'Add an existing epic');
    const field = form.getByRole('combobox', { name: 'Epics' });
    await field.fill(`${reference} `);
    await field.press('Enter');
    await form.getByRole('alert').waitFor();
    const message = await form.innerText();
    await field.press('Escape');
    await form.waitFor({ state: 'detached' });
    return message;
  };
  expect(await refused('&11')).toMatch(/itself/);
  await page.goto('/groups/kitchen-sink/-/epics/12');
  expect(await refused('&11')).toContain('Nothing was added.');
  // Level 7 holds issues, but no epic any more.
  await page.goto('/groups/kitchen-sink/-/epics/13');
  expect(await refused('&16')).toContain('Nothing was added.');
  await expectOutline(new Tree(page), ['At the very bottom']);
});

test('TR-10 a new epic comes first, with markup in its title shown as text', async () => {
  const { page, tree } = await openEpic();
  const before = await tree.outline();
  const title = `<img src=x onerror="document.title='run'"> <b>bold</b> &amp; 'quoted'`;
  const form = await openForm(page, 'Add a new epic');
  const submit = form.getByRole('button', { name: /^(Create|Add)/ });
  expect(await submit.getAttribute('aria-disabled')).toBe('true');
  await form.getByRole('textbox', { name: 'Title' }).fill('   ');
  expect(await submit.getAttribute('aria-disabled')).toBe('true');
  await form.getByRole('textbox', { name: 'Title' }).fill(`  ${title}  `);
  await submit.click();
  await form.waitFor({ state: 'detached' });
  await expectOutline(tree, [title, ...before]);
  await expectCounts(page, '1 open, 0 closed', '1 open, 1 closed');
  expect(await page.title()).not.toBe('run');
  expect(await tree.grid.locator('img, b').count()).toBe(0);
  await page.reload();
  await expectOutline(tree, [title, ...before]);
});

test('TR-11 a new issue is made in the project that was chosen, and comes first', async () => {
  const { page, tree } = await openEpic();
  const before = await tree.outline();
  const form = await openForm(page, 'Add a new issue');
  await form.getByRole('textbox', { name: 'Title' }).fill('Made from the tree');
  const project = form.getByRole('combobox', { name: 'Project' });
  await project.fill('baking');
  await page
    .getByRole('option', { name: /Baking/ })
    .first()
    .click();
  await form.getByRole('button', { name: /^(Create|Add)/ }).click();
  await form.waitFor({ state: 'detached' });
  await expectOutline(tree, ['Made from the tree', ...before]);
  expect(await tree.row('Made from the tree').textContent()).toContain('kitchen-sink/appliances/ovens/baking#');
  await expectCounts(page, '1 open, 0 closed', '2 open, 1 closed');
});

test('a title of more than 255 characters is refused, says why, and stays to be shortened', async () => {
  const { page, tree } = await openEpic();
  const before = await tree.outline();
  const form = await openForm(page, 'Add a new epic');
  const long = 'x'.repeat(256);
  await form.getByRole('textbox', { name: 'Title' }).fill(long);
  await form.getByRole('button', { name: /^(Create|Add)/ }).click();
  await page.getByText('Title is too long (maximum is 255 characters)').waitFor();
  expect(await form.getByRole('textbox', { name: 'Title' }).inputValue()).toBe(long);
  await form.getByRole('textbox', { name: 'Title' }).fill('y'.repeat(255));
  await form.getByRole('button', { name: /^(Create|Add)/ }).click();
  await form.waitFor({ state: 'detached' });
  await expectOutline(tree, ['y'.repeat(255), ...before]);
});

test('TR-12 one form at a time', async () => {
  const { page } = await openEpic();
  await openForm(page, 'Add a new epic');
  await openForm(page, 'Add an existing issue');
  expect(
    await page
      .getByRole('form')
      .filter({ has: page.getByRole('heading') })
      .count(),
  ).toBe(1);
});

test('TR-13 a child is taken out after the question, an epic with children after another one', async () => {
  const { page, tree } = await openEpic();
  const before = await tree.outline();
  const title = 'In a milestone without dates';
  await tree.choose(title, 'Remove');
  const dialog = page.getByRole('alertdialog');
  expect(await dialog.innerText()).toContain(`Are you sure you want to remove ${title} from ${PARENT}?`);
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await dialog.waitFor({ state: 'detached' });
  expect(await tree.outline()).toEqual(before);

  await tree.row(title).focus();
  await page.keyboard.press('Delete');
  await dialog.getByRole('button', { name: 'Remove', exact: true }).click();
  const rest = before.filter((row) => row !== title);
  await expectOutline(tree, rest);
  await expectCounts(page, '2 open, 0 closed', '1 open, 1 closed');
  await page.reload();
  await expectOutline(tree, rest);

  await page.goto('/groups/kitchen-sink/-/epics/1');
  await tree.ready();
  const secret = 'Secret sauce';
  await tree.choose(secret, 'Remove');
  expect(await dialog.innerText()).toContain(
    `This will also remove any descendents of ${secret} from Everything in one place. Are you sure?`,
  );
  await answered(page, '/links/', () => dialog.getByRole('button', { name: 'Remove', exact: true }).click());
  await tree.row(secret).waitFor({ state: 'detached' });
  await page.goto('/groups/kitchen-sink/-/epics/7');
  await tree.ready();
  expect(await tree.outline()).toEqual(['Secret ingredients', 'Find the secret ingredient']);
});

test('TR-13 a removal that the server refuses leaves the child where it is, with its alert', async () => {
  const { page, tree } = await openEpic();
  const before = await tree.outline();
  await page.route(
    (url) => /\/-\/epics\/17\/issues\//.test(url.pathname),
    (route) => (route.request().method() === 'DELETE' ? route.fulfill({ status: 500, body: '{}' }) : route.continue()),
  );
  await tree.choose('Made from the tree', 'Remove');
  await page.getByRole('alertdialog').getByRole('button', { name: 'Remove', exact: true }).click();
  await page.getByText('An error occurred while removing issues.').waitFor();
  expect(await tree.outline()).toEqual(before);
});
