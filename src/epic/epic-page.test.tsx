import { act, screen, waitFor, within } from '@testing-library/react';
import { accessActions } from '@espalier/core/access';
import { treeActions } from '@espalier/core/tree';
import type { World } from '../testing/product.tsx';
import { closePage, openPage } from '../testing/product.tsx';

afterEach(closePage);

const EPIC = '/groups/acme/-/epics/1';

const seed =
  (change: Parameters<World['server']['world']['addEpic']>[1] = {}) =>
  ({ server, groupId }: World) => {
    const labelIds = [server.world.addLabel('team::red', '#ff0000')];
    server.world.addEpic(groupId, { title: 'Plan <b>it</b>', description: 'Text', labelIds, ...change });
  };

test('EP-02.20 the header says state, confidentiality, when and by whom', async () => {
  await openPage(EPIC, seed({ confidential: true }));
  expect(await screen.findByRole('heading', { level: 1, name: 'Plan <b>it</b>' })).toBeInTheDocument();
  const main = within(screen.getByRole('main'));
  expect(main.getByText('Open', { selector: 'span' })).toBeInTheDocument();
  expect(main.getAllByText('Confidential')[0]).toHaveAttribute(
    'data-tooltip',
    expect.stringContaining('at least the Reporter role'),
  );
  expect(main.getByText(/Created/)).toHaveTextContent('Created just now by');
  expect(main.getAllByRole('link', { name: /Administrator/ })[0]).toHaveTextContent('Administrator');
  expect(document.title).toContain('Plan <b>it</b>');
});

test('EP-03.20 Close epic shows loading, and the state comes from the answer', async () => {
  const product = await openPage(EPIC, seed());
  const button = await screen.findByRole('button', { name: 'Close epic' });
  product.server.fault({ kind: 'delay', match: `PUT ${EPIC}`, milliseconds: 1000 });
  await product.user.click(button);
  expect(button).toHaveAttribute('aria-busy', 'true');
  expect(button).toHaveFocus();
  // What blocks the epic is looked at first.
  await waitFor(() => expect(product.planner.store.getState().pending).toHaveLength(1));
  await product.advance(1000);
  expect(await screen.findByRole('button', { name: 'Reopen epic' })).not.toHaveAttribute('aria-busy');
  expect(within(screen.getByRole('main')).getByText('Closed')).toBeInTheDocument();
});

test('EP-03.21 a refused change of state alerts and stops loading', async () => {
  const product = await openPage(EPIC, seed());
  product.server.fault({
    kind: 'refuse',
    match: `PUT ${EPIC}`,
    error: { name: 'WireError', kind: 'http', status: 422, messages: ['Locked.'] },
  });
  await product.user.click(await screen.findByRole('button', { name: 'Close epic' }));
  expect(await screen.findByText('Unable to update this epic at this time.')).toBeInTheDocument();
  expect(screen.getByText('Locked.')).toBeInTheDocument();
  expect(screen.getByRole('button', { name: 'Close epic' })).not.toHaveAttribute('aria-busy');
});

test('EP-04.20 New epic takes a title, and the new epic is visited', async () => {
  const product = await openPage(EPIC, seed());
  await product.user.click(await screen.findByRole('button', { name: 'Epic actions' }));
  await product.user.click(await screen.findByRole('menuitem', { name: 'New epic' }));
  const dialog = await screen.findByRole('dialog', { name: 'New epic' });
  const create = within(dialog).getByRole('button', { name: 'Create epic' });
  expect(create).toHaveAttribute('aria-disabled', 'true');
  await product.user.type(within(dialog).getByRole('textbox', { name: 'Title' }), '  Second ');
  await product.user.click(create);
  await product.settled();
  expect([...product.server.world.items.values()].map(({ title }) => title)).toContain('Second');
  await waitFor(() => expect(product.fake.visits.at(-1)).toMatch(/\/groups\/acme\/-\/epics\/2$/));
});

test('EP-04.20 Ctrl+Enter in a field sends it', async () => {
  const product = await openPage(EPIC, seed());
  await product.user.click(await screen.findByRole('button', { name: 'Epic actions' }));
  await product.user.click(await screen.findByRole('menuitem', { name: 'New epic' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'New epic' }));
  await product.user.type(dialog.getByRole('textbox', { name: 'Title' }), 'Second');
  await product.user.type(dialog.getByRole('textbox', { name: 'Description' }), 'Why{Control>}{Enter}{/Control}');
  await waitFor(() => expect(product.fake.visits.at(-1)).toMatch(/\/groups\/acme\/-\/epics\/2$/));
  expect([...product.server.world.items.values()].at(-1)).toMatchObject({ title: 'Second', description: 'Why' });
});

test('EP-04.27 while the form is sent nothing in it changes, and neither Cancel nor Escape closes it', async () => {
  const product = await openPage(EPIC, seed());
  await product.user.click(await screen.findByRole('button', { name: 'Epic actions' }));
  await product.user.click(await screen.findByRole('menuitem', { name: 'New epic' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'New epic' }));
  const title = dialog.getByRole('textbox', { name: 'Title' });
  await product.user.type(title, 'Second');
  product.server.fault({ kind: 'delay', match: 'POST /groups/acme/-/epics', milliseconds: 1000 });
  await product.user.click(dialog.getByRole('button', { name: 'Create epic' }));
  await product.user.type(title, ' more');
  await product.user.click(dialog.getByRole('checkbox', { name: /confidential/ }));
  const cancel = dialog.getByRole('button', { name: 'Cancel' });
  expect(cancel).toHaveAttribute('aria-disabled', 'true');
  await product.user.click(cancel);
  await product.user.keyboard('{Escape}');
  expect(title).toHaveValue('Second');
  expect(dialog.getByRole('checkbox', { name: /confidential/ })).not.toBeChecked();
  await product.advance(1000);
  await waitFor(() => expect(product.fake.visits.at(-1)).toMatch(/\/groups\/acme\/-\/epics\/2$/));
});

test('EP-09.32 a new epic gets the colour that is chosen in its form; the default is shown until one is', async () => {
  const product = await openPage(EPIC, seed());
  await product.user.click(await screen.findByRole('button', { name: 'Epic actions' }));
  await product.user.click(await screen.findByRole('menuitem', { name: 'New epic' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'New epic' }));
  await product.user.type(dialog.getByRole('textbox', { name: 'Title' }), 'Green one');
  const colors = within(await dialog.findByRole('group', { name: 'Color' }));
  expect(colors.getByRole('radio', { name: 'Blue' })).toBeChecked();
  await product.user.type(colors.getByRole('textbox', { name: 'Any other color' }), '#12');
  expect(colors.getByRole('alert')).toHaveTextContent('Enter a color as # and 3 or 6 hexadecimal digits.');
  expect(dialog.getByRole('button', { name: 'Create epic' })).toHaveAttribute('aria-disabled', 'true');
  await product.user.click(colors.getByRole('radio', { name: 'Green' }));
  await product.user.click(dialog.getByRole('button', { name: 'Create epic' }));
  await product.settled();
  expect([...product.server.world.items.values()].map(({ title, color }) => [title, color])).toContainEqual([
    'Green one',
    '#217645',
  ]);
});

test('EP-09.32 without its feature the form has no colour', async () => {
  const product = await openPage(EPIC, seed());
  const { session } = product.planner.store.getState().access;
  await product.user.click(await screen.findByRole('button', { name: 'Epic actions' }));
  await product.user.click(await screen.findByRole('menuitem', { name: 'New epic' }));
  expect(await screen.findByRole('group', { name: 'Color' })).toBeInTheDocument();
  act(() => void product.planner.store.dispatch(accessActions.sessionReceived({ ...session, features: {} })));
  expect(screen.queryByRole('group', { name: 'Color' })).not.toBeInTheDocument();
});

test('EP-05.1 Delete epic asks first; Cancel leaves everything as it is', async () => {
  const product = await openPage(EPIC, seed());
  await product.user.click(await screen.findByRole('button', { name: 'Epic actions' }));
  await product.user.click(await screen.findByRole('menuitem', { name: 'Delete epic' }));
  const question = await screen.findByRole('alertdialog', { name: 'Delete epic' });
  expect(question).toHaveTextContent('Delete this epic and all descendants?');
  await waitFor(() => expect(within(question).getByRole('button', { name: 'Cancel' })).toHaveFocus());
  await product.user.click(within(question).getByRole('button', { name: 'Cancel' }));
  await waitFor(() => expect(screen.queryByRole('alertdialog')).not.toBeInTheDocument());
  expect(product.server.world.items.size).toBe(1);
});

test('EP-18.10 a visitor reads: no change of state, no actions', async () => {
  await openPage(EPIC, seed(), { viewer: null });
  await screen.findByRole('heading', { level: 1 });
  expect(screen.queryByRole('button', { name: /epic$/i })).not.toBeInTheDocument();
  expect(screen.queryByRole('button', { name: 'Epic actions' })).not.toBeInTheDocument();
  expect(screen.getByRole('link', { name: 'Sign in' })).toHaveAttribute(
    'href',
    `/-/sign-in?return_to=${encodeURIComponent(EPIC)}`,
  );
});

test('the roadmap is loaded when its tab is chosen', async () => {
  // On a busy machine the first load takes longer than a test waits.
  await import('../roadmap/roadmap-screen.tsx');
  const { user } = await openPage(EPIC, seed());
  await user.click(await screen.findByRole('tab', { name: 'Roadmap view' }));
  expect(await screen.findByText(/^To view the roadmap, add a start or due date to one of the/)).toBeInTheDocument();
  await user.keyboard('{ArrowLeft}');
  expect(screen.getByRole('tab', { name: 'Tree view' })).toHaveFocus();
  expect(screen.getByRole('tab', { name: 'Tree view' })).toHaveAttribute('aria-selected', 'true');
});

describe('the views of the children in the address', () => {
  const tab = (name: string) => screen.getByRole('tab', { name });
  const selected = () => screen.getByRole('tab', { selected: true }).textContent;
  const param = () => new URLSearchParams(window.location.search).get('tab');

  test('RL-07.5 the roadmap stands in the address, the tree does not; other parameters stay', async () => {
    const { user, settled } = await openPage(`${EPIC}?sort=end_date_asc&tab=roadmap`, seed());
    await screen.findByRole('tab', { name: 'Roadmap view' });
    expect(selected()).toBe('Roadmap view');
    await user.click(tab('Tree view'));
    expect([selected(), window.location.search]).toEqual(['Tree view', '?sort=end_date_asc']);
    await user.keyboard('{ArrowRight}');
    await settled();
    expect([selected(), param()]).toEqual(['Roadmap view', 'roadmap']);
  });

  test('RL-07.5 the command that shows the roadmap is the same choice', async () => {
    const { planner } = await openPage(EPIC, seed());
    await screen.findByRole('tab', { name: 'Tree view' });
    act(() => void planner.store.dispatch(treeActions.tabChosen({ tab: 'roadmap' })));
    expect([selected(), param()]).toEqual(['Roadmap view', 'roadmap']);
  });

  test('RL-07.3 RL-07.5 a view that there is not: the first one', async () => {
    await openPage(`${EPIC}?tab=table`, seed());
    await screen.findByRole('tab', { name: 'Tree view' });
    expect(selected()).toBe('Tree view');
  });

  test('RL-07.6 another view of the roadmap leaves its tab', async () => {
    const { user, settled } = await openPage(`${EPIC}?tab=roadmap`, ({ server: { world }, groupId, under }) => {
      const dates = { startDate: '2026-11-02', dueDate: '2026-11-20', startIsFixed: true, dueIsFixed: true };
      under(world.addEpic(groupId, { title: 'Parent' }).id, world.addEpic(groupId, { title: 'Child', ...dates }).id);
    });
    await user.type(await screen.findByRole('combobox', { name: 'Filter epics' }), 'child{Enter}');
    await settled();
    expect(new URLSearchParams(window.location.search).get('search')).toBe('child');
    expect([selected(), param()]).toEqual(['Roadmap view', 'roadmap']);
  });
});

test.each([['/groups/acme/-/epics/99'], ['/groups/nothing/-/epics/1'], ['/no/such'.concat('//page')]])(
  'what does not exist and what is hidden look the same: %s',
  async (path) => {
    await openPage(path, seed());
    expect(await screen.findByRole('heading', { level: 1, name: 'Page not found' })).toBeInTheDocument();
  },
);

test('EP-01.22 a page that cannot be read says why and can be tried again', async () => {
  const product = await openPage(EPIC, (world) => {
    seed()(world);
    world.server.fault({ kind: 'lose', match: 'epicPage', when: 'beforeCommit' });
  });
  await product.user.click(await screen.findByRole('button', { name: 'Try again' }));
  await product.settled();
  expect(await screen.findByRole('heading', { level: 1, name: 'Plan <b>it</b>' })).toBeInTheDocument();
});
