import type { Page } from 'playwright-core';
import { accessibilityFaults } from './support/accessibility.ts';
import { quiet } from './support/answers.ts';
import { overhang } from './support/browser.ts';
import { useWorld } from './support/world.ts';

const world = useWorld();
const LABELS = '/groups/kubernetes/-/labels';
const MILESTONES = '/kubernetes/sig-node/enhancements/-/milestones';

const row = (page: Page, name: string) =>
  page
    .getByRole('main')
    .getByRole('listitem')
    .filter({ has: page.getByText(name, { exact: true }) });

/** Chooses from the menu of a row. */
async function choose(page: Page, name: string, what: string): Promise<void> {
  await page.getByRole('button', { name: `More actions for ${name}` }).click();
  await page.getByRole('menuitem', { name: what }).click();
}

/** As somebody sees it who may not look with their eyes, and nothing beyond the right edge. */
const faultsOf = async (page: Page): Promise<readonly unknown[]> => [
  await overhang(page),
  ...(await accessibilityFaults(page)),
];

test('BD-05.20 BD-05.25 group, list of issues and the pages themselves lead to all of them', async () => {
  const { page } = await world.current.open({ as: 'demo' });
  await page.goto('/groups/kubernetes');
  const nav = page.getByRole('navigation', { name: 'Group' });
  for (const [link, heading] of [
    ['Milestones', 'Milestones'],
    ['Labels', 'Labels'],
    ['Members', 'Members'],
    ['Templates', 'Description templates'],
  ] as const) {
    await nav.getByRole('link', { name: link }).click();
    await page.getByRole('heading', { name: heading, level: 1 }).waitFor();
    expect(await nav.getByRole('link', { name: link }).getAttribute('aria-current')).toBe('page');
  }
  await page.goto('/kubernetes/sig-node/enhancements');
  await page.getByRole('navigation', { name: 'Project' }).getByRole('link', { name: 'Members' }).click();
  await page.getByRole('heading', { name: 'Members', level: 1 }).waitFor();
  expect(page.url()).toContain('/-/project_members');
  await page.goto(LABELS);
  await row(page, 'sig/node').getByRole('link', { name: 'Epics' }).click();
  await page.getByRole('heading', { name: 'Epics', level: 1 }).waitFor();
  expect(new URL(page.url()).searchParams.getAll('label_name[]')).toEqual(['sig/node']);
});

test('BD-05.21 BD-05.22 BD-05.24 a label is made and changed by keyboard; faults and refusals keep what was typed', async () => {
  const { page } = await world.current.open({ as: 'demo' });
  await page.goto(LABELS);
  await page.getByRole('button', { name: 'New label' }).press('Enter');
  const title = page.getByLabel('Title');
  await title.press('Control+Enter');
  await page.getByText("can't be blank").waitFor();
  await title.fill('sig/node');
  await page.getByLabel('Any other color').fill('#F00');
  await title.press('Control+Enter');
  await page.getByRole('alert').filter({ hasText: 'Label already exists' }).waitFor();
  expect(await title.inputValue()).toBe('sig/node');
  expect(await faultsOf(page)).toEqual([0]);
  await title.fill('Zebra');
  await title.press('Enter');
  await page.locator('h1:focus').waitFor();

  const search = page.getByRole('searchbox', { name: 'Search labels' });
  await search.fill('zeb');
  await page.getByRole('button', { name: 'Edit Zebra' }).waitFor();
  await quiet(page);
  await page.getByRole('button', { name: 'Edit Zebra' }).press('Enter');
  expect(await page.getByLabel('Any other color').inputValue()).toBe('#ff0000');
  await page.getByLabel('Title').fill('Zebras');
  await page.keyboard.press('Escape');
  await page.getByRole('alertdialog').getByRole('button', { name: 'Continue editing' }).press('Enter');
  // What is typed is there again after a reload.
  await quiet(page);
  await page.reload();
  await page.getByRole('form', { name: 'Edit Zebra' }).waitFor();
  expect(await page.getByLabel('Title').inputValue()).toBe('Zebras');
  await page.getByLabel('Title').press('Control+Enter');
  await page.locator('h1:focus').waitFor();
  await search.fill('nothing like it');
  await page.getByText('No labels match the search').waitFor();
});

test('BD-05.23 labels are followed, merged and deleted; what cannot be undone asks first', async () => {
  const { page } = await world.current.open({ as: 'demo' });
  await page.goto(LABELS);
  await page.getByRole('searchbox', { name: 'Search labels' }).fill('sig/a');
  await page.getByRole('button', { name: 'Edit sig/node' }).waitFor({ state: 'detached' });
  await choose(page, 'sig/apps', 'Subscribe');
  await quiet(page);
  expect(
    await page
      .getByRole('button', { name: 'More actions for sig/apps' })
      .evaluate((it) => it === document.activeElement),
  ).toBe(true);
  await choose(page, 'sig/apps', 'Unsubscribe');
  await quiet(page);
  await choose(page, 'sig/autoscaling', 'Merge…');
  const question = page.getByRole('alertdialog', { name: 'Merge label' });
  expect(await question.getByRole('button', { name: 'Merge label' }).isDisabled()).toBe(true);
  // The list is narrowed to others.
  await question.getByRole('combobox', { name: 'Merge into' }).fill('sig/nod');
  await page.getByRole('option', { name: 'sig/node' }).click();
  expect(await faultsOf(page)).toEqual([0]);
  await question.getByRole('button', { name: 'Merge label' }).click();
  await row(page, 'sig/autoscaling').waitFor({ state: 'detached' });
  await page.locator('h1:focus').waitFor();
  await choose(page, 'sig/auth', 'Delete…');
  await page.getByRole('alertdialog').getByRole('button', { name: 'Cancel' }).click();
  await choose(page, 'sig/auth', 'Delete…');
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete label' }).click();
  await row(page, 'sig/auth').waitFor({ state: 'detached' });
});

test('BD-05.21 BD-05.23 milestones are made with their days, closed, found by their filter, and promoted', async () => {
  const { page } = await world.current.open({ as: 'demo', width: 390, height: 844 });
  await page.goto(MILESTONES);
  await page.getByRole('button', { name: 'New milestone' }).click();
  await page.getByLabel('Title').fill('Beta');
  await page.getByRole('textbox', { name: 'Start date' }).fill('2027-03-01');
  await page.getByRole('textbox', { name: 'Due date' }).fill('2027-02-01');
  await page.getByRole('button', { name: 'Create milestone' }).click();
  await page.getByText('must be greater than start date').waitFor();
  expect(await faultsOf(page)).toEqual([0]);
  await page.getByRole('textbox', { name: 'Due date' }).fill('2027-04-01');
  await page.getByRole('button', { name: 'Create milestone' }).click();
  await row(page, 'Beta').getByText('Mar 1 – Apr 1, 2027').waitFor();
  await choose(page, 'Beta', 'Close milestone');
  await row(page, 'Beta').waitFor({ state: 'detached' });
  await page.getByRole('radio', { name: 'Closed' }).check({ force: true });
  await row(page, 'Beta').getByText('Closed').waitFor();
  await choose(page, 'Beta', 'Promote to group…');
  await page.getByRole('alertdialog').getByRole('button', { name: 'Promote milestone' }).click();
  await row(page, 'Beta').waitFor({ state: 'detached' });
  await page.goto('/groups/kubernetes/sig-node/-/milestones');
  await row(page, 'Beta').waitFor();
});

test('BD-05.26 a group and a project are made, named anew, archived, moved, marked for deletion and restored', async () => {
  const { page } = await world.current.open({ as: 'demo' });
  await page.goto('/');
  await page.getByRole('link', { name: 'New group' }).click();
  await page.getByLabel('Name').fill('Café & Bar');
  expect(await page.getByLabel('Path').inputValue()).toBe('cafe-bar');
  await page.getByRole('button', { name: 'Create group' }).click();
  await page.getByText('can contain only letters').waitFor();
  expect(await faultsOf(page)).toEqual([0]);
  await page.getByLabel('Name').fill('Café Bar');
  await page.getByLabel('Name').press('Enter');
  await page.getByRole('heading', { name: 'Café Bar', level: 1 }).waitFor();

  await page.getByRole('link', { name: 'New project' }).click();
  await page.getByLabel('Name').fill('Web');
  await page.getByRole('button', { name: 'Create project' }).click();
  await page.getByRole('navigation', { name: 'Project' }).getByRole('link', { name: 'Settings' }).click();
  await page.getByLabel('Path').fill('web-app');
  // What is typed waits, and with it all that would take the form away.
  expect(await page.getByRole('button', { name: 'Archive…' }).isDisabled()).toBe(true);
  await page.getByRole('button', { name: 'Save changes' }).click();
  await page.waitForURL('**/cafe-bar/web-app/-/edit');
  await page.getByRole('button', { name: 'Archive…' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Archive' }).click();
  await page.getByText('This project is archived').waitFor();
  await page.getByRole('button', { name: 'Unarchive' }).click();
  await page.getByRole('button', { name: 'Archive…' }).waitFor();

  await page.getByRole('button', { name: 'Move…' }).click();
  const question = page.getByRole('alertdialog', { name: 'Move' });
  await question.getByRole('combobox').fill('appliances');
  await page
    .getByRole('option', { name: /Appliances/ })
    .first()
    .click();
  await question.getByRole('button', { name: 'Move', exact: true }).click();
  await page.waitForURL('**/kitchen-sink/appliances/web-app/-/edit');

  await page.goto('/groups/cafe-bar/-/edit');
  await page.getByRole('button', { name: 'Delete…' }).click();
  const deletion = page.getByRole('alertdialog', { name: 'Delete' });
  expect(await deletion.getByRole('button', { name: 'Delete' }).isDisabled()).toBe(true);
  await deletion.getByLabel('Type cafe-bar to confirm').fill('cafe-bar');
  expect(await faultsOf(page)).toEqual([0]);
  await deletion.getByRole('button', { name: 'Delete' }).click();
  await page.getByText('This will be deleted on').waitFor();
  await page.getByRole('button', { name: 'Restore' }).click();
  await page.getByRole('button', { name: 'Delete…' }).waitFor();
  await page.goto('/groups/kubernetes/-/edit');
  await page.getByText('You cannot do this here').waitFor();
});

test('BD-05.27 members are invited by name and by address; who is not there yet gets a link; errors fold', async () => {
  const { page } = await world.current.open({ as: 'chef' });
  await page.goto('/groups/kitchen-sink/-/group_members');
  const invite = page.getByRole('button', { name: 'Invite members' });
  await invite.press('Enter');
  const dialog = page.getByRole('dialog', { name: 'Invite members' });
  const send = dialog.getByRole('button', { name: 'Invite', exact: true });
  await send.click();
  await dialog.getByText('Please add members to invite').waitFor();
  const field = dialog.getByRole('combobox', { name: 'Username, name or email address' });
  for (const name of ['cook', 'baker', 'waiter']) {
    await field.fill(name);
    await page
      .getByRole('option', { name: new RegExp(name, 'i') })
      .first()
      .click();
  }
  await field.fill('new@example.com');
  await send.click();
  await dialog.getByText('Review the invite errors and try again:').waitFor();
  expect(await dialog.getByRole('listitem').filter({ hasText: 'already' }).count()).toBe(2);
  await dialog.getByRole('button', { name: 'Show more (1)' }).click();
  expect(await dialog.getByRole('listitem').filter({ hasText: 'already' }).count()).toBe(3);
  expect(await faultsOf(page)).toEqual([0]);
  await dialog.getByRole('button', { name: 'Show less' }).click();
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Discard changes' }).click();
  await dialog.waitFor({ state: 'detached' });
  await page.getByRole('radio', { name: 'Invited' }).check({ force: true });
  await row(page, 'new@example.com').getByText('Guest').waitFor();
  await page.getByRole('button', { name: 'Copy invitation link for new@example.com' }).waitFor();
  await choose(page, 'new@example.com', 'Withdraw…');
  await page.getByRole('alertdialog').getByRole('button', { name: 'Withdraw invitation' }).click();
  await row(page, 'new@example.com').waitFor({ state: 'detached' });
});

test('BD-05.28 accounts are made, blocked and let in again by an administrator', async () => {
  const { page } = await world.current.open({ width: 390, height: 844 });
  await page.goto(world.current.signInLink);
  await page.getByRole('button', { name: /sign in/i }).click();
  await page.waitForURL(`${world.current.url}/`);
  await page.goto('/');
  await page.getByRole('link', { name: 'Users' }).click();
  await page.getByRole('button', { name: 'New user' }).click();
  await page.getByLabel('Name', { exact: true }).fill('Nova');
  await page.getByLabel('Username').fill('demo');
  await page.getByLabel('Email').fill('nova@example.com');
  await page.getByRole('button', { name: 'Create user' }).click();
  await page.getByRole('alert').waitFor();
  expect(await faultsOf(page)).toEqual([0]);
  await page.getByLabel('Username').fill('nova');
  await page.getByRole('button', { name: 'Create user' }).click();
  await row(page, 'Nova').waitFor();
  await choose(page, 'Nova', 'Block…');
  await page.getByRole('alertdialog').getByRole('button', { name: 'Block user' }).click();
  await row(page, 'Nova').waitFor({ state: 'detached' });
  await page.getByRole('radio', { name: 'Blocked and deactivated' }).check({ force: true });
  await row(page, 'Nova').getByText('Blocked').waitFor();
  await choose(page, 'Nova', 'Unblock');
  await row(page, 'Nova').waitFor({ state: 'detached' });
});

test('BD-05.86 at 390 pixels every page with its form and questions stands within the screen', async () => {
  const { page } = await world.current.open({ as: 'chef', width: 390, height: 844 });
  const create = { labels: 'New label', milestones: 'New milestone', 'settings/templates': 'New template' };
  for (const [rest, button] of Object.entries(create)) {
    await page.goto(`/groups/kitchen-sink/-/${rest}`);
    await page.getByRole('button', { name: button }).click();
    await page.getByRole('form', { name: button }).waitFor();
    expect([rest, await overhang(page)]).toEqual([rest, 0]);
  }
  await page.goto('/groups/kitchen-sink/-/labels');
  await page
    .getByRole('button', { name: /^More actions/ })
    .first()
    .click();
  await page.getByRole('menuitem', { name: 'Merge…' }).click();
  await page.getByRole('alertdialog').waitFor();
  expect(await overhang(page)).toBe(0);
  await page.goto('/groups/kitchen-sink/-/group_members');
  await page.getByRole('button', { name: 'Edit Demo Planner' }).waitFor();
  expect(await overhang(page)).toBe(0);
  await page.getByRole('button', { name: 'Invite members' }).click();
  await page.getByRole('dialog', { name: 'Invite members' }).waitFor();
  expect(await overhang(page)).toBe(0);
  await page.goto('/groups/kitchen-sink/-/edit');
  await page.getByRole('button', { name: 'Delete…' }).click();
  await page.getByRole('alertdialog').waitFor();
  expect(await overhang(page)).toBe(0);
});

test('BD-05.29 one’s own profile is changed, and another browser signed out', async () => {
  const { page } = await world.current.open({ as: 'waiter' });
  const other = await world.current.open({ as: 'waiter' });
  await page.goto('/');
  await page.getByRole('button', { name: /^Waiter/ }).click();
  await page.getByRole('menuitem', { name: 'Profile' }).click();
  await page.getByLabel('Job title').fill('Head of tables');
  await page.getByLabel('Website').fill('ftp://example.com');
  await page.getByRole('button', { name: 'Save changes' }).click();
  await page.getByRole('alert').filter({ hasText: 'URL' }).waitFor();
  await page.getByLabel('Website').fill('https://example.com');
  await page.getByLabel('Website').press('Enter');
  await page.getByRole('button', { name: 'Cancel' }).waitFor({ state: 'detached' });
  expect(await faultsOf(page)).toEqual([0]);
  await page.reload();
  await page.getByLabel('Job title').waitFor();
  expect(await page.getByLabel('Job title').inputValue()).toBe('Head of tables');
  await page.getByRole('link', { name: 'Where you are signed in' }).click();
  const rows = page.getByRole('main').getByRole('listitem');
  await rows.filter({ hasText: 'This browser' }).waitFor();
  const others = rows.filter({ hasNotText: 'This browser' });
  const before = await others.count();
  await others.first().getByRole('button').click();
  await page.getByRole('menuitem', { name: 'Sign out there…' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Sign out there' }).click();
  await page.getByRole('alertdialog').waitFor({ state: 'detached' });
  await quiet(page);
  expect(await others.count()).toBe(before - 1);
  await rows.filter({ hasText: 'This browser' }).getByRole('button').click();
  await page.getByRole('menuitem', { name: 'Sign out everywhere else' }).click();
  await others.first().waitFor({ state: 'detached' });
  const answer = await other.context.request.get('/-/sessions.json');
  expect(answer.status()).toBe(401);
});

// Last, for it takes the role that others have in the tests above.
test('BD-05.22 BD-05.23 an Owner changes the role of a member, and removes them; others are offered nothing', async () => {
  const { page } = await world.current.open({ as: 'chef' });
  await page.goto('/groups/kitchen-sink/-/group_members');
  await page.getByRole('button', { name: 'Edit Demo Planner' }).click();
  await page.getByRole('combobox', { name: 'Role' }).selectOption('Owner');
  await page.getByRole('textbox', { name: 'Access expiration date' }).fill('2036-12-24');
  await page.getByRole('button', { name: 'Save changes' }).click();
  await row(page, 'Demo Planner').getByText('Owner').waitFor();
  await row(page, 'Demo Planner').getByText('Until Dec 24, 2036').waitFor();
  expect(await faultsOf(page)).toEqual([0]);
  await choose(page, 'Demo Planner', 'Remove…');
  await page.getByRole('alertdialog', { name: 'Remove member' }).getByRole('button', { name: 'Remove member' }).click();
  await row(page, 'Demo Planner').waitFor({ state: 'detached' });

  const visitor = await world.current.open();
  await visitor.page.goto(LABELS);
  await row(visitor.page, 'sig/node').waitFor();
  expect(await visitor.page.getByRole('button', { name: /^(Edit|More actions|New label)/ }).count()).toBe(0);
});
