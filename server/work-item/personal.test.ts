import { hiddenText } from '../command/outcome.ts';
import { mutations } from '../graphql/mutations/index.ts';
import { answerMutation, type Mutation } from '../graphql/mutations/mutation.ts';
import { itemGid, type MadeItem, makeIssue, type Plan, plantPlan } from '../store/testing/memory-plan.ts';
import { NOW } from '../store/testing/planted.ts';

let world: Plan;
let issue: MadeItem;
beforeEach(() => {
  world = plantPlan();
  issue = makeIssue(world.db, { projectId: world.projects.app });
});

type Person = keyof Plan['viewers'];

async function send(name: keyof typeof mutations, input: object, by: Person) {
  const ctx = { viewer: world.viewers[by], now: NOW, baseUrl: 'http://here' };
  return (await answerMutation(mutations[name] as Mutation<object, unknown>, world.store, input, ctx)).body;
}

const update = (by: Person, input: object, id = issue.id) => send('workItemUpdate', { id: itemGid(id), ...input }, by);
const todo = (by: Person, action: string, todoId?: number, id?: number) =>
  update(
    by,
    { currentUserTodosWidget: { action, ...(todoId !== undefined && { todoId: `gid://gitlab/Todo/${todoId}` }) } },
    id,
  );
const states = () => [...world.db.todos.values()].map(({ userId, state }) => [userId, state]);

test('WI-15.50 an item is marked once, and ended as named or as a whole', async () => {
  const { guest, dev } = world.users;
  const other = makeIssue(world.db, { projectId: world.projects.app });
  expect(await todo('guest', 'ADD')).toEqual({ workItem: { id: issue.id }, errors: [] });
  await todo('guest', 'ADD');
  await todo('dev', 'ADD');
  expect(states()).toEqual([
    [guest, 'pending'],
    [dev, 'pending'],
  ]);
  // Somebody else's, one of another item, and one that there is not.
  for (const [id, item] of [
    [2, issue.id],
    [1, other.id],
    [99, issue.id],
  ] as const) {
    expect(await todo('guest', 'MARK_AS_DONE', id, item)).toMatchObject({ errors: [] });
  }
  expect(states()).toEqual([
    [guest, 'pending'],
    [dev, 'pending'],
  ]);
  await todo('guest', 'MARK_AS_DONE', 1);
  await todo('dev', 'MARK_AS_DONE');
  expect(states()).toEqual([
    [guest, 'done'],
    [dev, 'done'],
  ]);
  expect(await todo('guest', 'MARK_AS_DONE')).toMatchObject({ errors: [] });
});

test('WI-15.52 a subscription is set by the widget and by the issue’s own mutation', async () => {
  const subscribe = (subscribedState: boolean, by: Person, iid = String(issue.iid)) =>
    send('issueSetSubscription', { projectPath: 'acme/web/app', iid, subscribedState }, by);
  expect(await update('guest', { notificationsWidget: { subscribed: true } })).toMatchObject({ errors: [] });
  expect(await subscribe(true, 'out')).toEqual({ issue: { id: issue.id }, errors: [] });
  expect(await subscribe(false, 'guest')).toEqual({ issue: { id: issue.id }, errors: [] });
  expect([...world.db.subscriptions]).toEqual([
    [`${issue.id} ${world.users.guest}`, false],
    [`${issue.id} ${world.users.out}`, true],
  ]);
  for (const refused of [subscribe(true, 'nobody'), subscribe(true, 'guest', '99'), subscribe(true, 'guest', 'x')]) {
    expect(await refused).toEqual({ errors: [hiddenText] });
  }
});

test('WI-15.54 it takes no right but to read, and leaves no note, event or version', async () => {
  const before = world.db.item(issue.id);
  for (const input of [{ currentUserTodosWidget: { action: 'ADD' } }, { notificationsWidget: { subscribed: true } }]) {
    expect(await update('out', input)).toMatchObject({ errors: [] });
    expect(await update('nobody', input)).toEqual({ errors: [hiddenText] });
    expect(await update('out', { ...input, weightWidget: { weight: 1 } })).toEqual({ errors: [hiddenText] });
  }
  expect([world.db.item(issue.id), world.db.notes, world.db.events]).toEqual([before, [], []]);
});
