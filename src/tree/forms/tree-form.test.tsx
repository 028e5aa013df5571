import { act, render, screen, waitFor, within } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import { userEvent } from '@testing-library/user-event';
import { Provider } from 'react-redux';
import { selectTreeHeader } from '@espalier/core';
import { epicChildren, issueNode, PlannerBuilder, refusal, wireError } from '@espalier/core/testing';
import type { Call, TestPlanner } from '@espalier/core/testing';
import { treeActions } from '@espalier/core/tree';
import { Notices } from '../../notice/notices.tsx';
import { useAppSelector } from '../../store.ts';
import { TreeFormArea } from '../tree-dialogs.tsx';
import { TreeTools } from '../tree-header.tsx';

// jsdom lays nothing out.
HTMLElement.prototype.scrollIntoView = () => undefined;

const ISSUES = 'POST /groups/acme/-/epics/1/issues';
const EPICS = 'POST /groups/acme/-/epics/1/links';
const PROJECTS = 'GET /api/v4/groups/7/projects';
const GROUPS = 'GET /api/v4/groups/7/descendant_groups';
const PERMISSIONS = { canAdmin: true, canAdminRelation: true, canUpdate: true, canCreate: true, canDestroy: true };

const app = { id: 5, name: 'App', name_with_namespace: 'Acme / App', path_with_namespace: 'acme/app' };
const site = { id: 6, name: 'Site', name_with_namespace: 'Acme / Site', path_with_namespace: 'acme/site' };

interface Shown {
  readonly user: UserEvent;
  readonly planner: TestPlanner;
  readonly answer: (what: string, data: unknown) => Promise<void>;
  readonly fail: (what: string, error: Parameters<Call['fail']>[0]) => Promise<void>;
  /** Opens the Add menu and chooses the form. */
  readonly choose: (entry: string) => Promise<HTMLElement>;
}

function Tools() {
  const header = useAppSelector(selectTreeHeader);
  return header === null ? null : <TreeTools header={header} />;
}

/** The tree of epic 1 of `acme` without its rows: the Add menu, the alerts and the form. */
async function shown(
  build: (builder: PlannerBuilder) => PlannerBuilder = (builder) => builder,
  parent: Parameters<typeof epicChildren>[2] = {},
): Promise<Shown> {
  const builder = new PlannerBuilder().config({ allowSubEpics: true }).root({
    groupId: 'gid://gitlab/Group/7',
    permissions: PERMISSIONS,
  });
  const planner = await build(builder).opened(epicChildren(1, { issues: [issueNode(1)] }, parent));
  const user = userEvent.setup();
  render(
    <Provider store={planner.planner.store}>
      <Tools />
      <Notices scope="tree" />
      <TreeFormArea />
    </Provider>,
  );
  return {
    user,
    planner,
    answer: (what, data) => act(() => planner.fake.next(what).answer(data)),
    fail: (what, error) => act(() => planner.fake.next(what).fail(error)),
    choose: async (entry) => {
      await user.click(addMenu());
      await user.click(await screen.findByRole('menuitem', { name: entry }));
      return screen.findByRole('form', { name: entry });
    },
  };
}

const tokens = () =>
  within(screen.getByRole('list', { name: 'References to add' }))
    .getAllByRole('listitem')
    .map((item) => item.textContent);
/** The submit button of some forms has the same name. */
const addMenu = () => screen.getByRole('button', { name: 'Add', expanded: false });
const alerts = () =>
  screen
    .getAllByRole('alert')
    .map((alert) => alert.textContent)
    .filter((text) => text !== '');
const noTokens = () => expect(screen.queryByRole('list', { name: 'References to add' })).toBeNull();
const sent = (call: Call) => call.request?.body;

describe('add existing', () => {
  test('TR-09.1 finished words become tokens, the word at the caret stays', async () => {
    const { user, choose } = await shown();
    await choose('Add an existing issue');
    const field = screen.getByRole('combobox', { name: 'Issues' });
    expect(field).toHaveFocus();
    expect(field).toHaveAttribute('placeholder', 'Paste issue link or <#issue id>');
    await user.keyboard('group/x#3');
    noTokens();
    await user.keyboard(' site#4');
    expect(tokens()).toEqual(['group/x#3']);
    expect(field).toHaveValue('site#4');
    await user.tab();
    expect(tokens()).toEqual(['group/x#3', 'site#4']);
    expect(field).toHaveValue('');
  });

  test('TR-09.3 a pasted list keeps its line breaks as ends of words, and a reference comes once', async () => {
    const { user, choose } = await shown();
    await choose('Add an existing epic');
    await user.paste('  &1 &1 group/x#3\n');
    expect(tokens()).toEqual(['&1', 'group/x#3']);
    expect(screen.getByRole('combobox', { name: 'Epics' })).toHaveValue('');
    await user.paste('&2\n&3');
    expect(tokens()).toEqual(['&1', 'group/x#3', '&2']);
    expect(screen.getByRole('combobox', { name: 'Epics' })).toHaveValue('&3');
  });

  test('RL-02.1 a token is removed by its button or by Backspace in the empty field', async () => {
    const { user, choose } = await shown();
    await choose('Add an existing epic');
    const field = screen.getByRole('combobox', { name: 'Epics' });
    await user.paste('&1 &2 &3 ');
    await user.click(screen.getByRole('button', { name: 'Remove &2' }));
    expect(tokens()).toEqual(['&1', '&3']);
    expect(field).toHaveFocus();
    expect(screen.getByText('&2 removed')).toHaveAttribute('role', 'status');
    await user.keyboard('x{Backspace}');
    expect(tokens()).toEqual(['&1', '&3']);
    await user.keyboard('{Backspace}');
    expect(tokens()).toEqual(['&1']);
    await user.keyboard('{Backspace}');
    noTokens();
  });

  test('a word that is no reference is a token with a warning', async () => {
    const { user, choose } = await shown();
    await choose('Add an existing issue');
    await user.paste('acme/app#1 nonsense ');
    expect(screen.getAllByRole('img', { name: 'This does not look like a reference' })).toHaveLength(1);
    expect(tokens()).toEqual(['acme/app#1', 'nonsense']);
  });

  test('TR-09.4 Enter sends what is typed and pending; busy, then closed with the focus on Add', async () => {
    const { user, choose, planner, answer } = await shown();
    const form = await choose('Add an existing issue');
    const add = within(form).getByRole('button', { name: 'Add' });
    expect(add).toHaveAttribute('aria-disabled', 'true');
    await user.keyboard('{Enter}');
    expect(planner.fake.waiting(ISSUES)).toHaveLength(0);

    await user.paste('acme/app#1 acme/app#2');
    expect(add).not.toHaveAttribute('aria-disabled');
    await user.keyboard('{Enter}');
    expect(sent(planner.fake.next(ISSUES))).toEqual({ issuable_references: ['acme/app#1', 'acme/app#2'] });
    expect(form).toHaveAttribute('aria-busy', 'true');
    expect(add).toHaveAttribute('aria-busy', 'true');
    expect(screen.getByRole('combobox', { name: 'Issues' })).toHaveAttribute('readonly');
    await user.keyboard('{Escape}{Enter}');
    expect(planner.fake.waiting(ISSUES)).toHaveLength(1);
    expect(form).toBeInTheDocument();

    await answer(ISSUES, { issuables: [] });
    expect(form).not.toBeInTheDocument();
    expect(addMenu()).toHaveFocus();
  });

  test('TR-09.10 a 404 without words has a text by type, and the references stay', async () => {
    const { user, choose, fail } = await shown();
    await choose('Add an existing epic');
    await user.paste('&404');
    await user.keyboard('{Enter}');
    await fail(EPICS, refusal(404));
    expect(alerts()).toEqual(['Epic cannot be found.']);
    expect(screen.getByRole('combobox', { name: 'Epics' })).toBeInvalid();
    expect(screen.getByRole('combobox', { name: 'Epics' })).toHaveAccessibleDescription(/^Epic cannot be found\./);
    expect(tokens()).toEqual(['&404']);
  });

  test("TR-09.11 the server's words come first, and go with the last token", async () => {
    const { user, choose, fail } = await shown();
    await choose('Add an existing issue');
    await user.paste('acme/app#9 acme/app#8 ');
    await user.keyboard('{Enter}');
    const words = 'No matching issue found. Make sure that you are adding a valid issue URL.';
    await fail(ISSUES, refusal(404, words));
    expect(alerts()).toEqual([words]);
    await user.keyboard('{Backspace}');
    expect(alerts()).toEqual([words]);
    await user.keyboard('{Backspace}');
    expect(alerts()).toEqual([]);
  });

  test('Escape and Cancel close the form and give the focus back', async () => {
    const { user, choose } = await shown();
    const form = await choose('Add an existing issue');
    await user.keyboard('abc{Escape}');
    expect(form).not.toBeInTheDocument();
    expect(addMenu()).toHaveFocus();
    const again = await choose('Add an existing issue');
    expect(screen.getByRole('combobox', { name: 'Issues' })).toHaveValue('');
    await user.click(within(again).getByRole('button', { name: 'Cancel' }));
    expect(again).not.toBeInTheDocument();
    expect(addMenu()).toHaveFocus();
  });
});

describe('offered items', () => {
  const SOURCE = 'GET /groups/acme/-/autocomplete_sources/issues';
  const found = (...numbers: number[]) =>
    numbers.map((iid) => ({
      iid,
      title: `Issue ${iid}`,
      reference: `acme/app#${iid}`,
      state: iid === 9 ? 'closed' : 'opened',
    }));

  /** The form with `#` typed and two items offered. */
  async function offered() {
    const page = await shown();
    await page.choose('Add an existing issue');
    await page.user.keyboard('#');
    await act(() => page.planner.fake.clock.advance(250));
    await page.answer(SOURCE, found(8, 9));
    return page;
  }
  const field = () => screen.getByRole('combobox', { name: 'Issues' });
  const options = () => screen.queryAllByRole('option').map(({ textContent }) => textContent);
  const marked = () => screen.queryByRole('option', { selected: true })?.textContent;

  test('TR-09.24 arrows mark an item, Enter takes it as a reference, and sends nothing', async () => {
    const { user, planner } = await offered();
    expect(options()).toEqual(['acme/app#8 Issue 8', 'acme/app#9 Issue 9 Closed']);
    expect(field()).toHaveAttribute('aria-expanded', 'true');
    expect(marked()).toBeUndefined();
    await user.keyboard('{ArrowUp}');
    expect(marked()).toBe('acme/app#9 Issue 9 Closed');
    await user.keyboard('{ArrowDown}');
    expect(marked()).toBe('acme/app#8 Issue 8');
    expect(field()).toHaveAttribute('aria-activedescendant', screen.getByRole('option', { selected: true }).id);
    await user.keyboard('{ArrowDown}{Enter}');
    expect([tokens(), options()]).toEqual([['acme/app#9 Issue 9'], []]);
    expect(field()).toHaveFocus();
    expect(field()).toHaveAttribute('aria-expanded', 'false');
    expect(planner.fake.waiting(ISSUES)).toHaveLength(0);
    await user.keyboard('{Enter}');
    expect(planner.fake.next(ISSUES).request?.body).toEqual({ issuable_references: ['acme/app#9'] });
  });

  test('TR-09.24 a press takes an item, and the keyboard stays in the field', async () => {
    const { user } = await offered();
    await user.click(screen.getByRole('option', { name: 'acme/app#8 Issue 8' }));
    expect([tokens(), options()]).toEqual([['acme/app#8 Issue 8'], []]);
    expect(field()).toHaveFocus();
  });

  test('RL-02.2 a token of what was offered shows Open or Closed, and its title', async () => {
    const { user } = await offered();
    await user.keyboard('{ArrowDown}{ArrowDown}{Enter}');
    await user.paste('acme/app#5 ');
    const [known, other] = within(screen.getByRole('list', { name: 'References to add' })).getAllByRole('listitem');
    const state = within(known!).getByRole('img', { name: 'Closed' });
    expect([state.dataset['icon'], state.dataset['tooltip']]).toEqual(['issue-close', 'Closed']);
    expect(known).toHaveTextContent('acme/app#9 Issue 9');
    expect(within(other!).queryByRole('img')).toBeNull();
  });

  test('TR-09.26 Escape closes the list and not the form; the next key brings it again; its length is told', async () => {
    const { user, planner, answer } = await offered();
    expect(screen.getByText('2 suggestions, use the arrow keys to choose.')).toHaveAttribute('role', 'status');
    await user.keyboard('{Escape}');
    expect([options(), field()]).toEqual([[], expect.objectContaining({ value: '#' })]);
    await user.keyboard('8');
    await act(() => planner.fake.clock.advance(250));
    await answer(SOURCE, found(8));
    expect(options()).toEqual(['acme/app#8 Issue 8']);
    await user.keyboard('{Escape}');
    expect(screen.getByRole('form')).toBeInTheDocument();
    await user.keyboard('{Escape}');
    expect(screen.queryByRole('form')).toBeNull();
  });

  test('TR-09.23 where completion is off the field is an ordinary one', async () => {
    const { choose } = await shown((builder) => builder.config({ autoCompleteIssues: false }));
    await choose('Add an existing issue');
    expect(screen.getByRole('textbox', { name: 'Issues' })).not.toHaveAttribute('aria-expanded');
  });
});

describe('create an epic', () => {
  test('TR-10.1 a title that is not blank is sent with the own group, and a refusal keeps it', async () => {
    const { user, choose, planner, fail, answer } = await shown();
    const form = await choose('Add a new epic');
    const title = within(form).getByRole('textbox', { name: 'Title' });
    expect(title).toHaveFocus();
    expect(await screen.findByRole('combobox', { name: 'Group' })).toHaveValue('Acme');
    await user.keyboard('  {Enter}');
    expect(planner.fake.waiting('POST /api/v4/groups/7/epics')).toHaveLength(0);
    await user.keyboard('Harden it {Enter}');
    expect(sent(planner.fake.next('POST /api/v4/groups/7/epics'))).toMatchObject({ title: 'Harden it', parent_id: 1 });

    await fail('POST /api/v4/groups/7/epics', refusal(500));
    expect(alerts()).toEqual(['Something went wrong while creating child epics.']);
    expect(title).toHaveValue('  Harden it ');
    await user.keyboard('{Enter}');
    await answer('POST /api/v4/groups/7/epics', { id: 9, iid: 9, url: '/groups/acme/-/epics/9' });
    expect(form).not.toBeInTheDocument();
    expect(addMenu()).toHaveFocus();
  });

  test('TR-10.2 the group is found by searching, own group first', async () => {
    const { user, choose, planner, answer } = await shown();
    await choose('Add a new epic');
    const field = await screen.findByRole('combobox', { name: 'Group' });
    await answer(GROUPS, [{ id: 8, name: 'Web', full_name: 'Acme / Web', full_path: 'acme/web' }]);
    await user.click(field);
    const options = await screen.findAllByRole('option');
    expect(options.map((option) => option.textContent)).toEqual(['Acmeacme', 'Webacme/web']);
    expect(options[0]).toHaveAttribute('aria-selected', 'true');

    await user.keyboard('web');
    expect(screen.getAllByRole('option').map((option) => option.textContent)).toEqual(['Webacme/web']);
    await act(() => planner.fake.clock.advance(500));
    expect(planner.fake.next(GROUPS).request?.query).toMatchObject({ search: 'web' });
    await answer(GROUPS, [{ id: 8, name: 'Web', full_name: 'Acme / Web', full_path: 'acme/web' }]);
    await user.keyboard('{ArrowDown}{Enter}');
    await waitFor(() => expect(screen.queryByRole('listbox')).toBeNull());
    expect(screen.getByRole('combobox', { name: 'Group' })).toHaveValue('Web');
    await user.type(screen.getByRole('textbox', { name: 'Title' }), 'T{Enter}');
    expect(planner.fake.waiting('POST /api/v4/groups/8/epics')).toHaveLength(1);
  });

  test('a search without a choice changes nothing; its Escape leaves the form open', async () => {
    const { user, choose, planner } = await shown();
    const form = await choose('Add a new epic');
    await user.click(await screen.findByRole('combobox', { name: 'Group' }));
    await user.keyboard('zzz');
    await act(() => planner.fake.clock.advance(500));
    await act(async () => {
      for (const call of planner.fake.waiting(GROUPS)) await call.answer([]);
    });
    expect(screen.getByText('No matches found')).toBeInTheDocument();
    await user.keyboard('{Escape}');
    await waitFor(() => expect(screen.queryByRole('listbox')).toBeNull());
    expect(form).toBeInTheDocument();
    expect(screen.getByRole('combobox', { name: 'Group' })).toHaveValue('Acme');
    await user.keyboard('{Escape}');
    expect(form).not.toBeInTheDocument();
    expect(addMenu()).toHaveFocus();
  });
});

describe('create an issue', () => {
  test("TR-11.1 the epic's default project is chosen; Enter in the title submits", async () => {
    const { user, choose, planner, answer, fail } = await shown();
    const form = await choose('Add a new issue');
    await user.keyboard('Broken link{Enter}');
    expect(planner.fake.waiting('POST /api/v4/projects/5/issues')).toHaveLength(0);
    await answer(PROJECTS, [app, site]);
    expect(await screen.findByRole('combobox', { name: 'Project' })).toHaveValue('Acme / App');
    await user.keyboard('{Enter}');
    expect(sent(planner.fake.next('POST /api/v4/projects/5/issues'))).toEqual({ title: 'Broken link', epic_id: 1 });
    await fail('POST /api/v4/projects/5/issues', wireError({ kind: 'malformed' }));
    expect(alerts()).toEqual(['Something went wrong while creating issue.']);
    expect(within(form).getByRole('textbox', { name: 'Title' })).toHaveValue('Broken link');
  });

  test('recently used projects stand in a section of their own, each project once', async () => {
    const { user, choose, planner, answer } = await shown((builder) => {
      const used = [{ id: 6, name: 'Site', namespace: 'Acme / Site', frequency: 2, lastAccessedOn: 1 }];
      builder.fake.stored.set('ada/frequent-projects', JSON.stringify(used));
      return builder;
    });
    await choose('Add a new issue');
    await answer('GET /api/v4/projects/6', site);
    await answer(PROJECTS, [app, site]);
    await user.click(await screen.findByRole('combobox', { name: 'Project' }));
    const recent = await screen.findByRole('group', { name: 'Recently used' });
    expect(within(recent).getAllByRole('option')).toHaveLength(1);
    expect(screen.getAllByRole('option')).toHaveLength(2);
    await user.click(within(recent).getByRole('option', { name: 'Site' }));
    expect(planner.state.tree.form).toMatchObject({ projects: { selected: { id: 'gid://gitlab/Project/6' } } });
    await waitFor(() => expect(screen.queryByRole('listbox')).toBeNull());
    expect(screen.getByRole('combobox', { name: 'Project' })).toHaveValue('Acme / Site');
  });
});

test('RP-02.36 a form that comes back by itself leaves the focus where it is', async () => {
  const { planner } = await shown();
  addMenu().focus();
  const formOpened = (restored: { restored?: true }) =>
    act(() => planner.do(treeActions.formOpened({ form: 'createEpic', ...restored })));
  await formOpened({ restored: true });
  await screen.findByRole('form');
  expect(addMenu()).toHaveFocus();
  await act(() => planner.do(treeActions.formClosed()));
  await formOpened({});
  await waitFor(() => expect(screen.getByRole('form')).toContainElement(document.activeElement as HTMLElement));
});

test('TR-12.1 opening a form closes the one that is open', async () => {
  const { user, choose } = await shown();
  await choose('Add a new issue');
  await user.keyboard('half a title');
  await choose('Add an existing epic');
  expect(screen.getAllByRole('form')).toHaveLength(1);
  expect(screen.getByRole('combobox', { name: 'Epics' })).toHaveFocus();
  const form = await choose('Add a new issue');
  expect(screen.getAllByRole('form')).toHaveLength(1);
  expect(within(form).getByRole('textbox', { name: 'Title' })).toHaveValue('');
});

test('TR-18.3 under a confidential epic the form says what that means', async () => {
  const { choose } = await shown((builder) => builder, { confidential: true });
  const form = await choose('Add an existing issue');
  expect(form).toHaveTextContent('The parent epic is confidential and can only contain confidential epics and issues');
});
