import { hiddenText } from '../command/outcome.ts';
import { mutations } from '../graphql/mutations/index.ts';
import { answerMutation, type Mutation } from '../graphql/mutations/mutation.ts';
import {
  everything,
  expectConsistent,
  itemRow,
  link,
  type MadeItem,
  makeEpic,
  makeIssue,
  makeLabel,
  notesOn,
  parentOf,
  type Plan,
  plantPlan,
} from '../store/testing/memory-plan.ts';
import { NOW } from '../store/testing/planted.ts';

let world: Plan;
let issue: MadeItem;
beforeEach(() => {
  world = plantPlan();
  issue = makeIssue(world.db, { projectId: world.projects.app });
});

type Person = keyof Plan['viewers'];

async function send(name: keyof typeof mutations, input: object, by: Person = 'rep') {
  const ctx = { viewer: world.viewers[by], now: NOW, baseUrl: 'http://here' };
  return (await answerMutation(mutations[name] as Mutation<object, unknown>, world.store, input, ctx)).body;
}

const set = (name: keyof typeof mutations, fields: object, by?: Person, iid = String(issue.iid)) =>
  send(name, { projectPath: 'acme/web/app', iid, ...fields }, by);
const DONE = () => ({ issue: { id: issue.id }, errors: [] });
const refusal = (...errors: string[]) => ({ errors });

test('WI-15.70 each field has its mutation', async () => {
  await world.addIteration(world.groups.acme, 'It');
  const steps = [
    set('issueSetTitle', { title: 'T' }),
    set('issueSetDueDate', { dueDate: '2026-05-01T10:00:00Z' }),
    set('issueSetWeight', { weight: 4 }),
    set('issueSetIteration', { iterationId: 'gid://gitlab/Iteration/1' }),
    set('issueSetConfidential', { confidential: true }),
  ];
  for (const step of steps) expect(await step).toEqual(DONE());
  expect(await itemRow(world, issue.id)).toMatchObject({
    title: 'T',
    due_date: '2026-05-01',
    weight: 4,
    iteration_id: 1,
    confidential: true,
  });
  for (const step of [
    set('issueSetDueDate', { dueDate: null }),
    set('issueSetWeight', {}),
    set('issueSetIteration', { iterationId: null }),
  ]) {
    expect(await step).toEqual(DONE());
  }
  expect(await itemRow(world, issue.id)).toMatchObject({ due_date: null, weight: null, iteration_id: null });
  expect(notesOn(world.db, issue.id)).toEqual([
    'changed title from **issue 1** to **T**',
    'changed due date to May 1, 2026',
    'changed weight to **4**',
    'changed iteration to **It**',
    'made the issue confidential',
    'removed due date',
    'removed the weight',
    'removed iteration',
  ]);
});

test('WI-15.70 updateIssue writes what is named and empties what is null, in one version', async () => {
  const label = makeLabel(world.db, world.groups.web, 'l');
  const milestone = world.db.addMilestone('M', null, null, world.groups.acme);
  const all = {
    title: 'T',
    description: 'D',
    stateEvent: 'CLOSE',
    labelIds: [`gid://gitlab/GroupLabel/${label}`],
    milestoneId: `gid://gitlab/Milestone/${milestone}`,
    dueDate: '2026-05-01',
    weight: 2,
    healthStatus: 'atRisk',
    timeEstimate: '2h',
  };
  expect(await set('updateIssue', all)).toEqual(DONE());
  expect(await itemRow(world, issue.id)).toMatchObject({
    title: 'T',
    description: 'D',
    state: 'closed',
    milestone_id: milestone,
    due_date: '2026-05-01',
    weight: 2,
    health_status: 'atRisk',
    time_estimate: 7200,
    lock_version: 1,
  });
  const none = { milestoneId: null, dueDate: null, weight: null, healthStatus: null, timeEstimate: '0', labelIds: [] };
  expect(await set('updateIssue', none)).toEqual(DONE());
  expect(await itemRow(world, issue.id)).toMatchObject({
    title: 'T',
    milestone_id: null,
    due_date: null,
    weight: null,
    health_status: null,
    time_estimate: 0,
  });
  expect(await set('updateIssue', {})).toEqual(DONE());
  expect((await itemRow(world, issue.id)).lock_version).toBe(2);
});

test('WI-15.70 rights and refusals are those of the work item', async () => {
  const own = makeIssue(world.db, { projectId: world.projects.app, author_id: world.users.out });
  const before = everything(world.db);
  const iid = String(own.iid);
  const cases = [
    [set('issueSetWeight', { weight: 1 }, 'out', iid), hiddenText],
    [set('issueSetTitle', { title: 'x' }, 'guest'), hiddenText],
    [set('issueSetTitle', { title: 'x' }, 'nobody'), hiddenText],
    [set('issueSetTitle', { title: 'x' }, 'rep', '99'), hiddenText],
    [set('issueSetTitle', { title: ' ' }), "Title can't be blank"],
    [set('issueSetWeight', { weight: -1 }), 'Weight must be greater than or equal to 0'],
    [set('issueSetDueDate', {}), 'Argument dueDate must be provided'],
    [set('issueSetIteration', { iterationId: 'gid://gitlab/Iteration/9' }), 'Iteration does not exist'],
    [
      set('updateIssue', { timeEstimate: '-1h' }),
      'Time estimate must have a valid format and be greater than or equal to zero.',
    ],
  ] as const;
  for (const [payload, text] of cases) expect(await payload).toEqual(refusal(text));
  expect(everything(world.db)).toEqual(before);
  expect(await set('issueSetTitle', { title: 'Mine' }, 'out', iid)).toMatchObject({ errors: [] });
});

test('WI-15.71 createIssue sets everything at once, also for a Guest; of a type that is named', async () => {
  const label = makeLabel(world.db, world.groups.acme, 'l');
  const epic = makeEpic(world.db, { groupId: world.groups.acme });
  const { guest, dev } = world.users;
  const input = {
    projectPath: 'acme/web/app',
    title: 'New',
    description: 'D',
    dueDate: '2026-05-01',
    epicId: `gid://gitlab/Epic/${epic.id}`,
    labelIds: [`gid://gitlab/Label/${label}`],
    assigneeIds: [`gid://gitlab/User/${dev}`],
    weight: 3,
    healthStatus: 'onTrack',
  };
  const made = (await send('createIssue', input, 'guest')) as unknown as { issue: { id: number }; errors: string[] };
  expect(made.errors).toEqual([]);
  expect(await itemRow(world, made.issue.id)).toMatchObject({
    type: 'issue',
    title: 'New',
    description: 'D',
    due_date: '2026-05-01',
    parent_id: epic.id,
    assignee_ids: [dev],
    weight: 3,
    health_status: 'onTrack',
    author_id: guest,
    lock_version: 0,
  });
  expectConsistent(world.db);
  const task = (await send('createIssue', {
    projectPath: 'acme/web/app',
    title: 'T',
    type: 'TASK',
    labels: ['l'],
  })) as unknown as {
    issue: { id: number };
  };
  expect(world.db.item(task.issue.id)).toMatchObject({ type: 'task', labelIds: [label] });
  expect(await send('createIssue', { ...input, projectPath: 'acme/none' })).toEqual(refusal(hiddenText));
  expect(await send('createIssue', { ...input, title: '' })).toEqual(refusal("Title can't be blank"));
  expect(await send('createIssue', { ...input, epicId: 'gid://gitlab/Issue/1' })).toEqual(
    refusal('"gid://gitlab/Issue/1" does not represent an instance of Epic'),
  );
  // The number of an issue, and of nothing.
  for (const id of [issue.id, 4711]) {
    const epicId = `gid://gitlab/Epic/${id}`;
    expect(await send('createIssue', { ...input, type: 'TASK', epicId })).toEqual(refusal(hiddenText));
  }
});

test('WI-15.72 assignees are replaced, added and taken away by their names', async () => {
  const { dev, guest } = world.users;
  const assign = async (assigneeUsernames: string[], operationMode?: string) => {
    expect(await set('issueSetAssignees', { assigneeUsernames, ...(operationMode && { operationMode }) })).toEqual(
      DONE(),
    );
    return (await itemRow(world, issue.id)).assignee_ids;
  };
  expect(await assign(['DEV', 'nobody-at-all'])).toEqual([dev]);
  expect(await assign(['guest', 'dev'], 'APPEND')).toEqual([dev, guest]);
  expect(await assign(['Dev'], 'REMOVE')).toEqual([guest]);
  expect(await assign([])).toEqual([]);
  world.db.users.set(dev, { ...world.db.user(dev), state: 'blocked' });
  expect(await set('issueSetAssignees', { assigneeUsernames: ['dev'] })).toEqual(refusal('Assignee does not exist'));
});

test('WI-15.73 an epic is set, changed and taken away', async () => {
  const [one, two, secret] = [false, false, true].map((confidential) =>
    makeEpic(world.db, { groupId: world.groups.acme, confidential }),
  ) as [MadeItem, MadeItem, MadeItem];
  const put = (epicId: string | null, by?: Person, iid?: string) => set('issueSetEpic', { epicId }, by, iid);
  const gid = ({ id }: MadeItem) => `gid://gitlab/Epic/${id}`;
  for (const epic of [one, two, two]) {
    expect(await put(gid(epic))).toEqual(DONE());
    expect(parentOf(world.db, issue.id)).toBe(epic.id);
  }
  expect(await put(gid(secret), 'guest')).toEqual(refusal(hiddenText));
  expect(await put('gid://gitlab/Epic/4711')).toEqual(refusal(hiddenText));
  // The number of an issue.
  expect(await put(gid(issue))).toEqual(refusal(hiddenText));
  expect(await put(gid(secret))).toEqual(
    refusal(
      `acme/web/app#${issue.iid} cannot be added: The parent epic is confidential and can only contain confidential epics and issues`,
    ),
  );
  expect(await put(null)).toEqual(DONE());
  expect(parentOf(world.db, issue.id)).toBeNull();
  const task = makeIssue(world.db, { projectId: world.projects.app, type: 'task' });
  link(world.db, issue.id, task.id);
  expect(await put(null, 'rep', String(task.iid))).toMatchObject({ errors: [] });
  expect(parentOf(world.db, task.id)).toBe(issue.id);
  expectConsistent(world.db);
});

test('WI-15.74 a discussion is locked and unlocked; what is closed then stays closed', async () => {
  const lock = (locked: boolean, by?: Person) => set('issueSetLocked', { locked }, by);
  expect(await lock(true)).toEqual(DONE());
  expect(await lock(true)).toEqual(DONE());
  expect(await lock(false, 'guest')).toEqual(refusal(hiddenText));
  expect(await set('updateIssue', { stateEvent: 'CLOSE' })).toEqual(DONE());
  expect(await set('updateIssue', { stateEvent: 'REOPEN' })).toEqual(
    refusal('The discussion is locked. Unlock it to reopen the item.'),
  );
  expect(await set('updateIssue', { locked: false, stateEvent: 'REOPEN' })).toEqual(DONE());
  expect(notesOn(world.db, issue.id)).toEqual([
    'locked the discussion in this issue',
    'closed',
    'reopened',
    'unlocked the discussion in this issue',
  ]);
});
