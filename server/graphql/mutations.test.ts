import { childrenOf, link, makeEpic, makeIssue, makeLabel } from '../db/testing-data.ts';
import type { Viewer } from '../access/viewer.ts';
import {
  epicGid,
  eventsOf,
  everything,
  expectConsistent,
  itemGid,
  itemRow,
  notesOn,
  NOW,
  openWorld,
  parentOf,
  resetWorld,
  settle,
  type World,
} from '../tree/testing.ts';
import { mutationResolvers } from './mutations.ts';
import type { WorkItemUpdateInput } from './mutations/inputs.ts';

const HIDDEN =
  "The resource that you are attempting to access does not exist or you don't have permission to perform this action";

let world: World;
beforeAll(async () => {
  world = await openWorld();
});
beforeEach(async () => {
  world = await resetWorld(world.database);
});
afterAll(async () => {
  await world.database.close();
});

const context = (viewer: Viewer = world.viewers.plan, idempotencyKey?: string) => ({
  db: world.db,
  viewer,
  now: NOW,
  baseUrl: 'http://here',
  ...(idempotencyKey === undefined ? {} : { idempotencyKey }),
});

const update = (id: number, input: Omit<WorkItemUpdateInput, 'id'>, viewer?: Viewer) =>
  mutationResolvers.workItemUpdate({ id: itemGid(id), ...input }, context(viewer));

const anIssue = (columns: Partial<Parameters<typeof makeIssue>[1]> = {}) =>
  makeIssue(world.db, { projectId: world.projects.app, ...columns });
const anEpic = (columns: Partial<Parameters<typeof makeEpic>[1]> = {}) =>
  makeEpic(world.db, { groupId: world.groups.acme, ...columns });

describe('epics', () => {
  test('createEpic makes one and answers a stub with its id', async () => {
    const label = await makeLabel(world.db, world.groups.acme, 'ours');
    const payload = await mutationResolvers.createEpic(
      {
        clientMutationId: 'c1',
        groupPath: 'acme/web',
        title: ' New ',
        addLabelIds: [`gid://gitlab/GroupLabel/${label}`],
        dueDateFixed: '2026-09-09',
        dueDateIsFixed: true,
      },
      context(),
    );
    expect(payload).toEqual({ clientMutationId: 'c1', epic: { id: 1 }, errors: [] });
    expect(await itemRow(world.db, 1)).toMatchObject({ title: 'New', due_date: '2026-09-09', lock_version: 0 });
    await expectConsistent(world.db);
  });

  test('updateEpic closes and reopens; refusals are texts in the payload', async () => {
    const epic = await anEpic();
    const iid = String(epic.iid);
    const close = { groupPath: 'acme', iid, stateEvent: 'CLOSE' };
    expect(await mutationResolvers.updateEpic(close, context())).toMatchObject({ epic: { id: epic.id }, errors: [] });
    expect(await itemRow(world.db, epic.id)).toMatchObject({
      state: 'closed',
      closed_at: expect.stringContaining('2099-11-21'),
    });
    await mutationResolvers.updateEpic({ ...close, stateEvent: 'REOPEN' }, context());
    expect(await itemRow(world.db, epic.id)).toMatchObject({ state: 'opened', closed_at: null, lock_version: 2 });
    const refused = [
      mutationResolvers.updateEpic({ groupPath: 'acme', iid: '77', title: 'x' }, context()),
      mutationResolvers.updateEpic({ groupPath: 'nowhere', iid, title: 'x' }, context()),
      mutationResolvers.updateEpic({ groupPath: 'acme', iid, title: 'x' }, context(world.viewers.guest)),
      mutationResolvers.updateEpic({ groupPath: 'acme', iid, title: 'x' }, context(world.viewers.nobody)),
    ];
    for (const payload of refused) expect(await payload).toEqual({ clientMutationId: null, errors: [HIDDEN] });
    expect(await mutationResolvers.updateEpic({ groupPath: 'acme', iid, title: ' ' }, context())).toMatchObject({
      errors: ["Title can't be blank"],
    });
  });

  test('epicTreeReorder answers errors only', async () => {
    const [parent, a, b] = [await anEpic(), await anEpic(), await anEpic()];
    for (const child of [a, b]) await link(world.db, parent.id, child.id);
    await settle(world.db);
    const input = {
      baseEpicId: epicGid(parent.id),
      moved: { id: epicGid(b.id), adjacentReferenceId: epicGid(a.id), relativePosition: 'after' },
    };
    expect(await mutationResolvers.epicTreeReorder(input, context())).toEqual({ clientMutationId: null, errors: [] });
    expect(await childrenOf(world.db, parent.id)).toEqual([b.id, a.id]);
    expect(await mutationResolvers.epicTreeReorder(input, context(world.viewers.guest))).toEqual({
      clientMutationId: null,
      errors: ["You don't have permissions to move the objects."],
    });
  });

  test('epicAddIssue and epicSetSubscription', async () => {
    const [epic, issue] = [await anEpic(), await anIssue()];
    const input = {
      groupPath: 'acme',
      iid: String(epic.iid),
      projectPath: 'acme/web/app',
      issueIid: String(issue.iid),
    };
    expect(await mutationResolvers.epicAddIssue(input, context())).toMatchObject({
      epic: { id: epic.id },
      epicIssue: { id: issue.id },
      errors: [],
    });
    expect(await mutationResolvers.epicAddIssue(input, context())).toMatchObject({
      errors: ['Issue(s) already assigned'],
    });
    const subscribe = { groupPath: 'acme', iid: String(epic.iid), subscribedState: true };
    expect(await mutationResolvers.epicSetSubscription(subscribe, context(world.viewers.out))).toMatchObject({
      epic: { id: epic.id },
    });
    expect(await mutationResolvers.epicSetSubscription(subscribe, context(world.viewers.nobody))).toMatchObject({
      errors: [HIDDEN],
    });
    await mutationResolvers.epicSetSubscription({ ...subscribe, subscribedState: false }, context(world.viewers.out));
    expect(await world.db.selectFrom('subscriptions').selectAll().execute()).toEqual([
      { work_item_id: epic.id, user_id: world.users.out, subscribed: false },
    ]);
  });
});

describe('work items', () => {
  test('workItemCreate makes an item of a type under a parent, whose confidentiality it takes over', async () => {
    const issue = await anIssue({ confidential: true });
    const input = {
      title: 'Step',
      projectPath: 'acme/web/app',
      workItemTypeId: 'gid://gitlab/WorkItems::Type/5',
      hierarchyWidget: { parentId: itemGid(issue.id) },
    };
    const payload = await mutationResolvers.workItemCreate(input, context());
    expect(payload).toEqual({ clientMutationId: null, workItem: { id: issue.id + 1 }, errors: [] });
    expect(await itemRow(world.db, issue.id + 1)).toMatchObject({
      type: 'task',
      confidential: true,
      iid: issue.iid + 1,
    });
    expect(await childrenOf(world.db, issue.id)).toEqual([issue.id + 1]);
    expect(await notesOn(world.db, issue.id)).toEqual([`added #${issue.iid + 1} as child task`]);
    const wrong = [
      [{ ...input, workItemTypeId: 'gid://gitlab/WorkItems::Type/99' }, 'Work item type does not exist'],
      [{ ...input, workItemTypeId: 'task' }, '"task" is not a valid GitLab ID.'],
      [{ ...input, projectPath: 'acme/none' }, HIDDEN],
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
    for (const [each, text] of wrong)
      expect(await mutationResolvers.workItemCreate(each, context())).toMatchObject({ errors: [text] });
  });

  test('workItemUpdate writes every widget, in one version, with notes, events and the roll-ups of the epic', async () => {
    const { db, groups, users } = world;
    const [epic, issue, label] = [await anEpic(), await anIssue(), await makeLabel(db, groups.web, 'l')];
    await link(db, epic.id, issue.id);
    await settle(db);
    const milestone = { iid: 1, group_id: groups.acme, title: 'M', start_date: '2026-01-01', due_date: '2026-02-01' };
    await db.insertInto('milestones').values(milestone).execute();
    await db
      .insertInto('iterations')
      .values({ iid: 1, group_id: groups.acme, title: 'It', start_date: '2026-01-01', due_date: '2026-01-14' })
      .execute();
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
    expect(payload).toEqual({ clientMutationId: null, workItem: { id: issue.id }, errors: [] });
    expect(await itemRow(db, issue.id)).toMatchObject({
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
      last_edited_by: users.plan,
    });
    expect(await notesOn(db, issue.id)).toEqual([
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
    expect(await eventsOf(db, issue.id)).toEqual(
      expect.arrayContaining(['title', 'state', 'weight', 'assignees', 'labels', 'milestone']),
    );
    expect(await eventsOf(db, epic.id)).toEqual(expect.arrayContaining(['tree', 'counts', 'dates']));
    expect(await itemRow(db, epic.id)).toMatchObject({
      start_date: '2026-01-01',
      due_date: '2026-02-01',
      lock_version: 0,
    });
    await expectConsistent(db);
    const cleared = await update(issue.id, {
      milestoneWidget: { milestoneId: null },
      healthStatusWidget: { healthStatus: null },
      weightWidget: { weight: null },
      assigneesWidget: { assigneeIds: [] },
    });
    expect(cleared).toMatchObject({ errors: [] });
    expect(await itemRow(db, epic.id)).toMatchObject({ start_date: null, start_date_milestone_id: null });
    await expectConsistent(db);
  });

  test('the same values again change nothing: no version, no note, no event', async () => {
    const issue = await anIssue({ title: 'T', weight: 2 });
    const before = await everything(world.db);
    expect(await update(issue.id, { title: ' T ', weightWidget: { weight: 2 }, labelsWidget: {} })).toMatchObject({
      workItem: { id: issue.id },
      errors: [],
    });
    expect(await everything(world.db)).toEqual(before);
  });

  test('wrong values are refused, and nothing of the same input is kept', async () => {
    const issue = await anIssue();
    const other = await makeLabel(world.db, world.groups.hidden, 'theirs');
    const before = await everything(world.db);
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
        clientMutationId: null,
        errors: [text],
      });
    }
    expect(await update(999, { title: 'x' })).toMatchObject({ errors: [HIDDEN] });
    expect(await everything(world.db)).toEqual(before);
  });

  test('an author without a role edits text and state, not metadata; a stranger nothing', async () => {
    const issue = await anIssue({ author_id: world.users.out });
    expect(await update(issue.id, { title: 'Mine', stateEvent: 'CLOSE' }, world.viewers.out)).toMatchObject({
      errors: [],
    });
    expect(await update(issue.id, { weightWidget: { weight: 1 } }, world.viewers.out)).toMatchObject({
      errors: [HIDDEN],
    });
    expect(await update((await anIssue()).id, { title: 'x' }, world.viewers.out)).toMatchObject({ errors: [HIDDEN] });
  });

  test('TR-19.3 TR-19.9 children are added, ordered, moved and detached by a null parent', async () => {
    const { db, projects } = world;
    const [a, b] = [await anIssue(), await anIssue()];
    const tasks = [];
    for (let i = 0; i < 3; i += 1) tasks.push(await makeIssue(db, { projectId: projects.app, type: 'task' }));
    const [x, y, z] = tasks as [{ id: number; iid: number }, { id: number; iid: number }, { id: number; iid: number }];
    expect(
      await update(a.id, { hierarchyWidget: { childrenIds: [x, y, z].map(({ id }) => itemGid(id)) } }),
    ).toMatchObject({ errors: [] });
    expect(await childrenOf(db, a.id)).toEqual([x.id, y.id, z.id]);
    await update(z.id, { hierarchyWidget: { adjacentWorkItemId: itemGid(x.id), relativePosition: 'BEFORE' } });
    await update(x.id, { hierarchyWidget: { adjacentWorkItemId: itemGid(y.id), relativePosition: 'AFTER' } });
    expect(await childrenOf(db, a.id)).toEqual([z.id, y.id, x.id]);
    await update(y.id, { hierarchyWidget: { parentId: itemGid(b.id) } });
    await update(z.id, { hierarchyWidget: { parentId: null } });
    expect([await childrenOf(db, a.id), await childrenOf(db, b.id)]).toEqual([[x.id], [y.id]]);
    expect(await notesOn(db, z.id)).toContain(`removed parent issue #${a.iid}`);
    const secret = await anIssue({ confidential: true });
    expect(await update(x.id, { hierarchyWidget: { parentId: itemGid(secret.id) } })).toMatchObject({
      errors: [
        `acme/web/app#${x.iid} cannot be added: cannot assign a non-confidential task to a confidential parent. Make the task confidential and try again.`,
      ],
    });
  });

  test('workItemDelete: the author as a member or an Owner; children stay', async () => {
    const { db, users, projects } = world;
    const [epic, issue, task] = [
      await anEpic(),
      await anIssue({ author_id: users.guest }),
      await makeIssue(db, { projectId: projects.app, type: 'task' }),
    ];
    await link(db, epic.id, issue.id);
    await link(db, issue.id, task.id);
    await settle(db);
    const remove = (viewer: Viewer) => mutationResolvers.workItemDelete({ id: itemGid(issue.id) }, context(viewer));
    expect(await remove(world.viewers.dev)).toEqual({ clientMutationId: null, errors: [HIDDEN] });
    expect(await remove(world.viewers.guest)).toEqual({
      clientMutationId: null,
      project: { id: projects.app },
      errors: [],
    });
    expect(await remove(world.viewers.guest)).toMatchObject({ errors: [HIDDEN] });
    expect(await parentOf(db, task.id)).toBeNull();
    await expectConsistent(db);
  });
});

test('the same key answers the same once; another request under it is refused', async () => {
  const input = { groupPath: 'acme', title: 'Once' };
  const first = await mutationResolvers.createEpic(input, context(world.viewers.plan, 'k1'));
  const again = await mutationResolvers.createEpic(input, context(world.viewers.plan, 'k1'));
  expect(again).toEqual(first);
  const other = await mutationResolvers.createEpic({ ...input, title: 'Twice' }, context(world.viewers.plan, 'k1'));
  expect(other).toMatchObject({ errors: ['Idempotency-Key has already been used for another request'] });
  expect(await world.db.selectFrom('work_items').select('title').execute()).toEqual([{ title: 'Once' }]);
});
