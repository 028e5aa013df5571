import type { Viewer } from '../../access/viewer.ts';
import { hiddenText } from '../../command/outcome.ts';
import {
  childrenOf,
  epicGid,
  eventsOf,
  everything,
  expectConsistent,
  itemGid,
  itemRow,
  link,
  makeEpic,
  makeIssue,
  makeLabel,
  notesOn,
  parentOf,
  type Plan,
  plantPlan,
} from '../../store/testing/memory-plan.ts';
import { NOW } from '../../store/testing/planted.ts';
import { mutations } from './index.ts';
import type { WorkItemUpdateInput } from './inputs.ts';
import { answerMutation, type Mutation, type Payload } from './mutation.ts';

let world: Plan;
beforeEach(() => {
  world = plantPlan();
});

/** A mutation as the wire runs it, on a plan in memory. */
async function send(name: keyof typeof mutations, input: object, viewer = world.viewers.plan): Promise<Payload> {
  const known = mutations[name] as Mutation<object, unknown>;
  const ctx = { viewer, now: NOW, baseUrl: 'http://here' };
  return (await answerMutation(known, world.store, input, ctx)).body;
}

const update = (id: number, input: Omit<WorkItemUpdateInput, 'id'>, viewer?: Viewer) =>
  send('workItemUpdate', { id: itemGid(id), ...input }, viewer);

const anIssue = (given: Partial<Parameters<typeof makeIssue>[1]> = {}) =>
  makeIssue(world.db, { projectId: world.projects.app, ...given });
const anEpic = (given: Partial<Parameters<typeof makeEpic>[1]> = {}) =>
  makeEpic(world.db, { groupId: world.groups.acme, ...given });

describe('epics', () => {
  test('createEpic makes one and answers a stub with its id', async () => {
    const label = makeLabel(world.db, world.groups.acme, 'ours');
    const payload = await send('createEpic', {
      groupPath: 'acme/web',
      title: ' New ',
      addLabelIds: [`gid://gitlab/GroupLabel/${label}`],
      dueDateFixed: '2026-09-09',
      dueDateIsFixed: true,
    });
    expect(payload).toEqual({ epic: { id: 1 }, errors: [] });
    expect(await itemRow(world, 1)).toMatchObject({ title: 'New', due_date: '2026-09-09', lock_version: 0 });
    expectConsistent(world.db);
  });

  test('updateEpic closes and reopens; refusals are texts in the payload', async () => {
    const epic = anEpic();
    const iid = String(epic.iid);
    const close = { groupPath: 'acme', iid, stateEvent: 'CLOSE' };
    expect(await send('updateEpic', close)).toMatchObject({ epic: { id: epic.id }, errors: [] });
    expect(await itemRow(world, epic.id)).toMatchObject({
      state: 'closed',
      closed_at: expect.stringContaining('2099-11-21'),
    });
    await send('updateEpic', { ...close, stateEvent: 'REOPEN' });
    expect(await itemRow(world, epic.id)).toMatchObject({ state: 'opened', closed_at: null, lock_version: 2 });
    const refused = [
      send('updateEpic', { groupPath: 'acme', iid: '77', title: 'x' }),
      send('updateEpic', { groupPath: 'nowhere', iid, title: 'x' }),
      send('updateEpic', { groupPath: 'acme', iid, title: 'x' }, world.viewers.guest),
      send('updateEpic', { groupPath: 'acme', iid, title: 'x' }, world.viewers.nobody),
    ];
    for (const payload of refused) expect(await payload).toEqual({ errors: [hiddenText] });
    expect(await send('updateEpic', { groupPath: 'acme', iid, title: ' ' })).toMatchObject({
      errors: ["Title can't be blank"],
    });
  });

  test('epicTreeReorder answers errors only', async () => {
    const [parent, a, b] = [anEpic(), anEpic(), anEpic()];
    for (const child of [a, b]) link(world.db, parent.id, child.id);
    const input = {
      baseEpicId: epicGid(parent.id),
      moved: { id: epicGid(b.id), adjacentReferenceId: epicGid(a.id), relativePosition: 'after' },
    };
    expect(await send('epicTreeReorder', input)).toEqual({ errors: [] });
    expect(childrenOf(world.db, parent.id)).toEqual([b.id, a.id]);
    expect(await send('epicTreeReorder', input, world.viewers.guest)).toEqual({
      errors: ["You don't have permissions to move the objects."],
    });
  });

  test('epicAddIssue and epicSetSubscription', async () => {
    const [epic, issue] = [anEpic(), anIssue()];
    const input = {
      groupPath: 'acme',
      iid: String(epic.iid),
      projectPath: 'acme/web/app',
      issueIid: String(issue.iid),
    };
    expect(await send('epicAddIssue', input)).toMatchObject({
      epic: { id: epic.id },
      epicIssue: { id: issue.id },
      errors: [],
    });
    expect(await send('epicAddIssue', input)).toMatchObject({
      errors: ['Issue(s) already assigned'],
    });
    const subscribe = { groupPath: 'acme', iid: String(epic.iid), subscribedState: true };
    expect(await send('epicSetSubscription', subscribe, world.viewers.out)).toMatchObject({
      epic: { id: epic.id },
    });
    expect(await send('epicSetSubscription', subscribe, world.viewers.nobody)).toMatchObject({
      errors: [hiddenText],
    });
    await send('epicSetSubscription', { ...subscribe, subscribedState: false }, world.viewers.out);
    expect([...world.db.subscriptions]).toEqual([[`${epic.id} ${world.users.out}`, false]]);
  });
});

describe('work items', () => {
  test('workItemCreate makes an item of a type under a parent, whose confidentiality it takes over', async () => {
    const issue = anIssue({ confidential: true });
    const input = {
      title: 'Step',
      projectPath: 'acme/web/app',
      workItemTypeId: 'gid://gitlab/WorkItems::Type/5',
      hierarchyWidget: { parentId: itemGid(issue.id) },
    };
    const payload = await send('workItemCreate', input);
    expect(payload).toEqual({ workItem: { id: issue.id + 1 }, errors: [] });
    expect(await itemRow(world, issue.id + 1)).toMatchObject({
      type: 'task',
      confidential: true,
      iid: issue.iid + 1,
    });
    expect(childrenOf(world.db, issue.id)).toEqual([issue.id + 1]);
    expect(notesOn(world.db, issue.id)).toEqual([`added #${issue.iid + 1} as child task`]);
    const wrong = [
      [{ ...input, workItemTypeId: 'gid://gitlab/WorkItems::Type/99' }, 'Work item type does not exist'],
      [{ ...input, workItemTypeId: 'task' }, '"task" is not a valid GitLab ID.'],
      [{ ...input, projectPath: 'acme/none' }, hiddenText],
      [{ ...input, projectPath: undefined }, 'Either projectPath or namespacePath is required'],
      [
        { ...input, hierarchyWidget: { parentId: itemGid(4711) } },
        'No Work Item found with ID: gid://gitlab/WorkItem/4711.',
      ],
      [
        { ...input, workItemTypeId: 'gid://gitlab/WorkItems::Type/1' },
        `acme/web/app#${issue.iid + 2} cannot be added: it's not allowed to add this type of parent item`,
      ],
    ] as const;
    for (const [each, text] of wrong) expect(await send('workItemCreate', each)).toMatchObject({ errors: [text] });
  });

  test('workItemUpdate writes every widget, in one version, with notes, events and the roll-ups of the epic', async () => {
    const { db, groups, users } = world;
    const [epic, issue, label] = [anEpic(), anIssue(), makeLabel(db, groups.web, 'l')];
    link(db, epic.id, issue.id);
    db.addMilestone('M', '2026-01-01', '2026-02-01', groups.acme);
    await world.addIteration(groups.acme, 'It');
    const payload = await update(issue.id, {
      title: 'T',
      stateEvent: 'CLOSE',
      descriptionWidget: { description: 'D' },
      assigneesWidget: { assigneeIds: [users.dev, users.rep].map((id) => `gid://gitlab/User/${id}`) },
      labelsWidget: { addLabelIds: [`gid://gitlab/Label/${label}`] },
      milestoneWidget: { milestoneId: 'gid://gitlab/Milestone/1' },
      iterationWidget: { iterationId: 'gid://gitlab/Iteration/1' },
      weightWidget: { weight: 5 },
      healthStatusWidget: { healthStatus: 'atRisk' },
      startAndDueDateWidget: { startDate: '2026-01-01', dueDate: '2026-01-02' },
    });
    expect(payload).toEqual({ workItem: { id: issue.id }, errors: [] });
    expect(await itemRow(world, issue.id)).toMatchObject({
      title: 'T',
      description: 'D',
      state: 'closed',
      milestone_id: 1,
      iteration_id: 1,
      weight: 5,
      health_status: 'atRisk',
      start_date: '2026-01-01',
      due_date: '2026-01-02',
      lock_version: 1,
    });
    expect(db.item(issue.id)).toMatchObject({ editedBy: users.plan, editedAt: NOW });
    expect(notesOn(db, issue.id)).toEqual([
      'changed title from **issue 1** to **T**',
      'changed the description',
      'closed',
      'changed start date to Jan 1, 2026 and changed due date to Jan 2, 2026',
      'changed weight to **5**',
      'changed health status to **at risk**',
      'changed milestone to %"M"',
      'changed iteration to **It**',
      'assigned to @dev and @rep',
      'added ~"l" label',
    ]);
    expect(eventsOf(db, issue.id)).toEqual(
      expect.arrayContaining(['title', 'state', 'weight', 'assignees', 'labels', 'milestone']),
    );
    expect(eventsOf(db, epic.id)).toEqual(expect.arrayContaining(['tree', 'counts', 'dates']));
    expect(await itemRow(world, epic.id)).toMatchObject({
      start_date: '2026-01-01',
      due_date: '2026-02-01',
      lock_version: 0,
    });
    expectConsistent(db);
    const cleared = await update(issue.id, {
      milestoneWidget: { milestoneId: null },
      healthStatusWidget: { healthStatus: null },
      weightWidget: { weight: null },
      assigneesWidget: { assigneeIds: [] },
    });
    expect(cleared).toMatchObject({ errors: [] });
    expect(await itemRow(world, epic.id)).toMatchObject({ start_date: null });
    expectConsistent(db);
  });

  test('the same values again change nothing: no version, no note, no event', async () => {
    const issue = anIssue({ title: 'T', weight: 2 });
    const before = everything(world.db);
    expect(await update(issue.id, { title: ' T ', weightWidget: { weight: 2 }, labelsWidget: {} })).toMatchObject({
      workItem: { id: issue.id },
      errors: [],
    });
    expect(everything(world.db)).toEqual(before);
  });

  test('wrong values are refused, and nothing of the same input is kept', async () => {
    const issue = anIssue();
    const other = makeLabel(world.db, world.groups.hidden, 'theirs');
    const before = everything(world.db);
    const wrong: [Omit<WorkItemUpdateInput, 'id'>, string][] = [
      [{ title: '' }, "Title can't be blank"],
      [{ weightWidget: { weight: -1 } }, 'Weight must be greater than or equal to 0'],
      [{ weightWidget: { weight: 2 ** 31 - 1 } }, 'Weight must be less than or equal to 1000000'],
      [{ progressWidget: { progress: 101 } }, 'Progress must be between 0 and 100'],
      [{ milestoneWidget: { milestoneId: 'gid://gitlab/Milestone/9' } }, 'Milestone does not exist'],
      [
        { milestoneWidget: { milestoneId: 'gid://gitlab/User/9' } },
        '"gid://gitlab/User/9" does not represent an instance of Milestone',
      ],
      [{ iterationWidget: { iterationId: 'gid://gitlab/Iteration/9' } }, 'Iteration does not exist'],
      [{ assigneesWidget: { assigneeIds: ['gid://gitlab/User/999'] } }, 'Assignee does not exist'],
      [{ labelsWidget: { addLabelIds: [`gid://gitlab/Label/${other}`] } }, 'Label does not exist'],
      [{ startAndDueDateWidget: { startDate: '2026-13-01' } }, 'Start date is invalid'],
      [
        { startAndDueDateWidget: { startDate: '2026-02-02', dueDate: '2026-02-01' } },
        'Due date must be greater than or equal to start date',
      ],
      [
        { hierarchyWidget: { parentId: itemGid(issue.id) } },
        `acme/web/app#${issue.iid} cannot be added: is not allowed to point to itself. it's not allowed to add this type of parent item`,
      ],
      [
        { hierarchyWidget: { childrenIds: [itemGid(12345)] } },
        'No matching task found. Make sure that you are adding a valid task ID.',
      ],
      [
        { hierarchyWidget: { adjacentWorkItemId: itemGid(1), relativePosition: 'BEFORE' } },
        "The adjacent work item's parent must match the parent work item.",
      ],
    ];
    for (const [input, text] of wrong) {
      expect(await update(issue.id, { descriptionWidget: { description: 'kept?' }, ...input })).toEqual({
        errors: [text],
      });
    }
    expect(await update(999, { title: 'x' })).toMatchObject({ errors: [hiddenText] });
    expect(everything(world.db)).toEqual(before);
  });

  test('an author without a role edits text and state, not metadata; a stranger nothing', async () => {
    const issue = anIssue({ author_id: world.users.out });
    expect(await update(issue.id, { title: 'Mine', stateEvent: 'CLOSE' }, world.viewers.out)).toMatchObject({
      errors: [],
    });
    expect(await update(issue.id, { weightWidget: { weight: 1 } }, world.viewers.out)).toMatchObject({
      errors: [hiddenText],
    });
    expect(await update(anIssue().id, { title: 'x' }, world.viewers.out)).toMatchObject({ errors: [hiddenText] });
  });

  test('TR-19.3 TR-19.9 children are added, ordered, moved and detached by a null parent', async () => {
    const { db, projects } = world;
    const [a, b] = [anIssue(), anIssue()];
    const tasks = [];
    for (let i = 0; i < 3; i += 1) tasks.push(makeIssue(db, { projectId: projects.app, type: 'task' }));
    const [x, y, z] = tasks as [{ id: number; iid: number }, { id: number; iid: number }, { id: number; iid: number }];
    expect(
      await update(a.id, { hierarchyWidget: { childrenIds: [x, y, z].map(({ id }) => itemGid(id)) } }),
    ).toMatchObject({ errors: [] });
    expect(childrenOf(db, a.id)).toEqual([x.id, y.id, z.id]);
    await update(z.id, { hierarchyWidget: { adjacentWorkItemId: itemGid(x.id), relativePosition: 'BEFORE' } });
    await update(x.id, { hierarchyWidget: { adjacentWorkItemId: itemGid(y.id), relativePosition: 'AFTER' } });
    expect(childrenOf(db, a.id)).toEqual([z.id, y.id, x.id]);
    await update(y.id, { hierarchyWidget: { parentId: itemGid(b.id) } });
    await update(z.id, { hierarchyWidget: { parentId: null } });
    expect([childrenOf(db, a.id), childrenOf(db, b.id)]).toEqual([[x.id], [y.id]]);
    expect(notesOn(db, z.id)).toContain(`removed parent issue #${a.iid}`);
    const secret = anIssue({ confidential: true });
    expect(await update(x.id, { hierarchyWidget: { parentId: itemGid(secret.id) } })).toMatchObject({
      errors: [
        `acme/web/app#${x.iid} cannot be added: cannot assign a non-confidential task to a confidential parent. Make the task confidential and try again.`,
      ],
    });
  });

  test('workItemDelete: the author as a member or an Owner; children stay', async () => {
    const { db, users, projects } = world;
    const [epic, issue, task] = [
      anEpic(),
      anIssue({ author_id: users.guest }),
      makeIssue(db, { projectId: projects.app, type: 'task' }),
    ];
    link(db, epic.id, issue.id);
    link(db, issue.id, task.id);
    const remove = (viewer: Viewer) => send('workItemDelete', { id: itemGid(issue.id) }, viewer);
    expect(await remove(world.viewers.dev)).toEqual({ errors: [hiddenText] });
    expect(await remove(world.viewers.guest)).toEqual({
      project: { id: projects.app },
      errors: [],
    });
    expect(await remove(world.viewers.guest)).toMatchObject({ errors: [hiddenText] });
    expect(parentOf(db, task.id)).toBeNull();
    expectConsistent(db);
  });
});
