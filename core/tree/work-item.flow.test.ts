import type { WorkItemRowFragment } from '../api/generated/operations.ts';
import type { TestPlanner } from '../testing/index.ts';
import { selectRowModel, selectTreeForm, selectTreeHeader, selectTreeRows, selectTreeStatus } from '../index.ts';
import {
  PlannerBuilder,
  refusal,
  UNREACHABLE,
  issueGid,
  workItemGid,
  workItemNode,
  workItemTree,
  wireError,
} from '../testing/index.ts';
import { treeActions } from './index.ts';

const ROOT = issueGid(1);
const ids = (planner: TestPlanner) => planner.confirmedChildren(ROOT)?.map((id) => id.replace(/\D/g, ''));
const rows = (planner: TestPlanner) =>
  selectTreeRows(planner.state).map(
    (row) => `${'  '.repeat(row.depth)}${row.kind === 'item' ? row.id.replace(/\D/g, '') : row.kind}`,
  );
const DETAILS: WorkItemRowFragment['widgets'] = [
  { type: 'MILESTONE', milestone: { id: 'gid://gitlab/Milestone/4', title: '1.0', startDate: null, dueDate: null } },
  { type: 'ITERATION', iteration: { id: 'gid://gitlab/Iteration/6', title: 'I6' } },
];

async function opened(
  parent = workItemNode(1, { typeName: 'Issue' }),
  children = [workItemNode(2), workItemNode(3)],
  config = {},
) {
  const planner = await new PlannerBuilder()
    .root({ kind: 'workItem', id: ROOT, fullPath: 'acme/app', iid: '1' })
    .config(config)
    .opening();
  await planner.fake.next('workItemTree').answer(workItemTree(parent, children));
  return planner;
}

describe('children of a work item', () => {
  test('TR-19.21 come in one list, in its order, page by page', async () => {
    const planner = await new PlannerBuilder().root({ kind: 'workItem', id: ROOT, fullPath: 'acme/app' }).opening();
    expect(planner.fake.next('workItemTree').variables).toEqual({ id: workItemGid(1), first: 100, after: null });
    await planner.fake
      .next('workItemTree')
      .answer(workItemTree(workItemNode(1, { typeName: 'Issue' }), [workItemNode(9), workItemNode(2)], 'c1'));
    expect(rows(planner)).toEqual(['9', '2', 'more']);
    await planner.do(treeActions.nextPageAsked({ parentId: ROOT }));
    expect(planner.fake.next('workItemTree').variables).toMatchObject({ after: 'c1' });
    await planner.fake
      .next('workItemTree')
      .answer(workItemTree(workItemNode(1, { typeName: 'Issue' }), [workItemNode(5), workItemNode(1)]));
    expect(ids(planner)).toEqual(['9', '2', '5', '1']);
  });

  test('TR-19.21 one that the viewer may not know of is missing', async () => {
    const planner = await new PlannerBuilder().root({ kind: 'workItem', id: ROOT, fullPath: 'acme/app' }).opening();
    await planner.fake.next('workItemTree').answer({ workItem: null });
    expect(selectTreeStatus(planner.state)).toBe('missing');
  });

  test('TR-19.28 the list is called by what may stand in it', async () => {
    const titleOf = async (typeName: string) =>
      selectTreeHeader((await opened(workItemNode(1, { typeName }))).state)?.title;
    expect(await titleOf('Issue')).toBe('Tasks');
    expect(await titleOf('Objective')).toBe('Child objectives and key results');
    expect(await titleOf('Task')).toBe('Child items');
  });

  test('TR-25.22 a row leads to the work item', async () => {
    const planner = await opened();
    expect(selectRowModel(planner.state, issueGid(2))).toMatchObject({
      href: '/acme/app/-/work_items/2',
      reference: '#2',
      icon: 'issue-type-task',
    });
  });

  test('TR-25.23 shows two avatars and counts the rest', async () => {
    const people = [1, 2, 3, 4, 5].map((id) => ({
      id: `gid://gitlab/User/${id}`,
      name: 'P',
      username: `p${id}`,
      avatarUrl: null,
      webUrl: '/p',
    }));
    const planner = await opened(undefined, [
      workItemNode(2, { widgets: [{ type: 'ASSIGNEES', assignees: { nodes: people } }] }),
    ]);
    expect(selectRowModel(planner.state, issueGid(2))?.assignees).toMatchObject({
      hidden: 3,
      more: '+3',
      shown: people.slice(0, 2),
    });
  });

  test('TR-25.20 and TR-25.21 children that fail to load: collapsed again, an alert, and a report', async () => {
    const planner = await opened(undefined, [workItemNode(2, { hasChildren: true })]);
    await planner.do(treeActions.itemToggled({ id: issueGid(2) }));
    expect(rows(planner)).toEqual(['2', '  loading']);
    await planner.fake.next('workItemTree').fail(UNREACHABLE);
    expect(rows(planner)).toEqual(['2']);
    expect(planner.alerts).toEqual(['Something went wrong while fetching children.']);
    expect(planner.fake.logged).toEqual([
      { message: 'Something went wrong while fetching children.', detail: UNREACHABLE },
    ]);
    await planner.do(treeActions.itemToggled({ id: issueGid(2) }));
    await planner.fake.next('workItemTree').answer(workItemTree(workItemNode(2), [workItemNode(7)]));
    expect(rows(planner)).toEqual(['2', '  7']);
  });

  test('TR-25.24 a child is removed by setting its parent to null', async () => {
    const planner = await opened();
    await planner.do(treeActions.removeAsked({ id: issueGid(2), parentId: ROOT }), treeActions.removeConfirmed());
    const call = planner.fake.next('workItemUpdate');
    expect(call.variables).toEqual({ input: { id: workItemGid(2), hierarchyWidget: { parentId: null } } });
    await call.answer({ workItemUpdate: { workItem: null, errors: [] } });
    expect(ids(planner)).toEqual(['3']);
  });

  test.each([
    ['fails', (call: { fail: (e: ReturnType<typeof refusal>) => Promise<void> }) => call.fail(refusal(500))],
    [
      'is refused',
      (call: { answer: (d: unknown) => Promise<void> }) =>
        call.answer({ workItemUpdate: { workItem: null, errors: ['No'] } }),
    ],
  ])('TR-25.21 a removal that %s: an alert and a report', async (_, answer) => {
    const planner = await opened();
    await planner.do(treeActions.removeAsked({ id: issueGid(2), parentId: ROOT }), treeActions.removeConfirmed());
    await answer(planner.fake.next('workItemUpdate'));
    expect(planner.alerts).toEqual(['Something went wrong while removing child.']);
    expect(planner.fake.logged).toHaveLength(1);
    expect(ids(planner)).toEqual(['2', '3']);
  });

  test('WI-09.21 of a child further down the text is another one, and the server’s words are below', async () => {
    const planner = await opened(workItemNode(1, { typeName: 'Objective' }), [workItemNode(2, { hasChildren: true })]);
    await planner.do(treeActions.itemToggled({ id: issueGid(2) }));
    await planner.fake.next('workItemTree').answer(workItemTree(workItemNode(2), [workItemNode(7)]));
    const child = { id: issueGid(7), parentId: issueGid(2) };
    await planner.do(treeActions.removeAsked(child), treeActions.removeConfirmed());
    await planner.fake.next('workItemUpdate').answer({ workItemUpdate: { workItem: null, errors: ['It is locked'] } });
    expect(planner.state.notice.map(({ text, detail }) => [text, detail])).toEqual([
      ['Something went wrong while removing a child item.', 'It is locked'],
    ]);
  });

  test('TR-19.20 is moved by the hierarchy widget, whose position is the moved item’s', async () => {
    const planner = await opened();
    await planner.do(treeActions.moveChosen({ id: issueGid(3), parentId: ROOT, to: 'top' }));
    expect(ids(planner)).toEqual(['2', '3']);
    expect(rows(planner)).toEqual(['3', '2']);
    const call = planner.fake.next('workItemUpdate');
    expect(call.variables).toEqual({
      input: {
        id: workItemGid(3),
        hierarchyWidget: { adjacentWorkItemId: workItemGid(2), relativePosition: 'BEFORE' },
      },
    });
    await call.answer({ workItemUpdate: { workItem: null, errors: ['No'] } });
    expect(rows(planner)).toEqual(['2', '3']);
    await planner.do(treeActions.moveChosen({ id: issueGid(2), parentId: ROOT, to: 'bottom' }));
    expect(planner.fake.next('workItemUpdate').variables).toEqual({
      input: { id: workItemGid(2), hierarchyWidget: { adjacentWorkItemId: workItemGid(3), relativePosition: 'AFTER' } },
    });
  });
});

describe('the form', () => {
  const form = (planner: TestPlanner) => {
    const model = selectTreeForm(planner.state);
    if (model?.form !== 'createWorkItem' && model?.form !== 'addWorkItem') throw new Error('No work-item form');
    return model;
  };
  const TYPES = {
    project: {
      id: 'p',
      workItemTypes: {
        nodes: [
          { id: 'gid://gitlab/WorkItems::Type/5', name: 'Task', iconName: null },
          { id: 'gid://gitlab/WorkItems::Type/7', name: 'Key Result', iconName: null },
        ],
      },
    },
  };

  async function creating(parent?: WorkItemRowFragment, config = {}, childType: 'task' | 'key_result' = 'task') {
    const planner = await opened(parent, [], config);
    await planner.do(
      treeActions.formOpened({ form: 'createWorkItem', childType }),
      treeActions.titleTyped({ title: ' Child ' }),
    );
    return planner;
  }

  test('TR-19.25 creates with type, parent and what the child inherits', async () => {
    const planner = await creating(workItemNode(1, { typeName: 'Issue', confidential: true, widgets: DETAILS }));
    expect(form(planner)).toMatchObject({
      submitLabel: 'Create task',
      hint: 'Maximum of 255 characters',
      confidential: { checked: true, locked: true },
      canSubmit: true,
    });
    await planner.do(treeActions.formSubmitted());
    await planner.fake.next('workItemTypes').answer(TYPES);
    const call = planner.fake.next('workItemCreate');
    expect(call.variables).toEqual({
      input: {
        title: 'Child',
        projectPath: 'acme/app',
        workItemTypeId: 'gid://gitlab/WorkItems::Type/5',
        hierarchyWidget: { parentId: workItemGid(1) },
        confidential: true,
        milestoneWidget: { milestoneId: 'gid://gitlab/Milestone/4' },
        iterationWidget: { iterationId: 'gid://gitlab/Iteration/6' },
      },
    });
    await call.answer({ workItemCreate: { workItem: workItemNode(8), errors: [] } });
    expect(selectTreeForm(planner.state)).toBeNull();
    await planner.fake.next('workItemTree').answer(workItemTree(workItemNode(1), [workItemNode(8)]));
    expect(ids(planner)).toEqual(['8']);
  });

  test('TR-19.25 without iterations none is inherited; confidentiality can be ticked', async () => {
    const planner = await creating(
      workItemNode(1, { typeName: 'Objective', widgets: DETAILS }),
      { allowIterations: false },
      'key_result',
    );
    await planner.do(treeActions.confidentialToggled());
    expect(form(planner).confidential).toEqual({ checked: true, locked: false });
    await planner.do(treeActions.formSubmitted());
    await planner.fake.next('workItemTypes').answer(TYPES);
    const { input } = planner.fake.next('workItemCreate').variables as { input: object };
    expect(input).toMatchObject({ confidential: true, workItemTypeId: 'gid://gitlab/WorkItems::Type/7' });
    expect(input).not.toHaveProperty('iterationWidget');
  });

  const CREATE = 'Something went wrong when trying to create a child. Please try again.';
  const ADD = 'Something went wrong when trying to add a child. Please try again.';

  test('TR-19.27 a failed creation shows the server’s first error, else the text', async () => {
    const planner = await creating();
    await planner.do(treeActions.formSubmitted());
    await planner.fake.next('workItemTypes').answer(TYPES);
    await planner.fake
      .next('workItemCreate')
      .answer({ workItemCreate: { workItem: null, errors: ['Too many', 'Other'] } });
    expect(form(planner)).toMatchObject({
      error: { type: 'message', text: 'Too many' },
      busy: false,
      title: ' Child ',
    });
    await planner.do(treeActions.formSubmitted());
    await planner.fake.next('workItemTypes').fail(wireError({ kind: 'network' }));
    expect(form(planner).error?.text).toBe(CREATE);
    await planner.do(treeActions.formSubmitted());
    await planner.fake.next('workItemTypes').answer({ project: null });
    expect(form(planner).error?.text).toBe(CREATE);
  });

  test('TR-19.2 a blank title cannot be sent, one over 255 characters is refused', async () => {
    const planner = await creating();
    await planner.do(treeActions.titleTyped({ title: '  ' }));
    expect(form(planner).canSubmit).toBe(false);
    await planner.do(treeActions.titleTyped({ title: 'x'.repeat(256) }), treeActions.formSubmitted());
    expect(form(planner).error?.text).toBe('Title is too long (maximum is 255 characters)');
    expect(planner.fake.waiting('workItemTypes')).toEqual([]);
  });

  const found = (...list: readonly number[]) => ({
    project: {
      id: 'p',
      workItems: {
        nodes: list.map((id) => ({
          id: workItemGid(id),
          iid: String(id),
          title: `T${id}`,
          state: 'OPEN',
          reference: `acme/app#${id}`,
        })),
      },
    },
  });

  async function adding() {
    const planner = await opened();
    await planner.do(treeActions.formOpened({ form: 'addWorkItem', childType: 'task' }));
    return planner;
  }

  test('TR-19.24 asks for items of the project by title, of the wanted type; parent and children are left out', async () => {
    const planner = await adding();
    const call = planner.fake.next('projectWorkItems');
    expect(call.variables).toEqual({ projectPath: 'acme/app', searchTerm: '', types: ['TASK'], in: ['TITLE'] });
    await call.answer(found(1, 2, 8, 9));
    expect(form(planner).candidates.options.map(({ reference }) => reference)).toEqual(['acme/app#8', 'acme/app#9']);
  });

  test('TR-19.23 the search waits for the last key, and the latest wins', async () => {
    const planner = await adding();
    await planner.do(treeActions.candidatesSearched({ search: 'a' }));
    await planner.fake.clock.advance(499);
    await planner.do(treeActions.candidatesSearched({ search: 'ab' }));
    await planner.fake.clock.advance(500);
    expect(
      planner.fake.calls
        .filter(({ what }) => what === 'projectWorkItems')
        .map(({ variables }) => variables['searchTerm']),
    ).toEqual(['', 'ab']);
    expect(planner.fake.calls.find(({ what }) => what === 'projectWorkItems')?.cancelled).toBe(true);
    expect(form(planner).candidates.text).toBe('Searching...');
    await planner.fake.next('projectWorkItems').fail(UNREACHABLE);
    expect(form(planner).candidates.text).toBe('No matches found');
    expect(planner.alerts).toEqual([ADD]);
  });

  test('TR-19.26 adds the chosen ones by the parent’s childrenIds', async () => {
    const planner = await adding();
    await planner.fake.next('projectWorkItems').answer(found(8, 9));
    const [eight, nine] = form(planner).candidates.options;
    if (eight === undefined || nine === undefined) throw new Error('Nothing to choose from');
    expect(form(planner)).toMatchObject({ canSubmit: false, submitLabel: 'Add task' });
    const toggle = (candidate: typeof eight) => treeActions.candidateToggled({ candidate });
    await planner.do(toggle(eight), toggle(nine), toggle(eight), toggle(eight));
    expect(form(planner)).toMatchObject({ canSubmit: true, submitLabel: 'Add tasks', selected: [nine, eight] });
    await planner.do(treeActions.formSubmitted());
    const call = planner.fake.next('workItemUpdate');
    expect(call.variables).toEqual({
      input: { id: workItemGid(1), hierarchyWidget: { childrenIds: [workItemGid(9), workItemGid(8)] } },
    });
    await call.answer({ workItemUpdate: { workItem: null, errors: ['#9 cannot be added: reached maximum depth'] } });
    expect(form(planner).error?.text).toBe('#9 cannot be added: reached maximum depth');
    await planner.do(treeActions.formSubmitted());
    await planner.fake.next('workItemUpdate').fail(refusal(500));
    expect(form(planner).error?.text).toBe(ADD);
    await planner.do(treeActions.formSubmitted());
    await planner.fake.next('workItemUpdate').answer({ workItemUpdate: { workItem: null, errors: [] } });
    expect(selectTreeForm(planner.state)).toBeNull();
    expect(planner.fake.waiting('workItemTree')).toHaveLength(1);
  });
});
