import { mutations } from '../graphql/mutations/index.ts';
import { answerMutation, type Mutation } from '../graphql/mutations/mutation.ts';
import {
  everything,
  itemGid,
  itemRow,
  type MadeItem,
  makeEpic,
  makeIssue,
  notesOn,
  type Plan,
  plantPlan,
} from '../store/testing/memory-plan.ts';
import { NOW } from '../store/testing/planted.ts';
import { COMMANDS_MAX } from './execute.ts';

let world: Plan;
let issue: MadeItem;
beforeEach(() => {
  world = plantPlan();
  issue = makeIssue(world.db, {
    projectId: world.projects.app,
    author_id: world.users.guest,
    description: 'Water\r\nruns\n',
  });
});

async function ask(name: keyof typeof mutations, input: object, by: keyof Plan['viewers'] = 'rep') {
  const ctx = { viewer: world.viewers[by], now: NOW, baseUrl: 'http://here' };
  return (await answerMutation(mutations[name] as Mutation<object, unknown>, world.store, input, ctx)).body;
}
const edit = (description: string, by: keyof Plan['viewers'] = 'rep') =>
  ask('workItemUpdate', { id: itemGid(issue.id), descriptionWidget: { description } }, by);
const row = (id = issue.id) => itemRow(world, id);
const place = () => ({ projectPath: 'acme/web/app', iid: String(issue.iid) });

test('WI-10.127 the commands of a new description are carried out with the edit, and are not in it', async () => {
  expect(await edit('Water\nruns fast\n/close\n\n```\n/todo\n```\n/weight 3')).toEqual({
    workItem: { id: issue.id },
    errors: [],
  });
  expect(await row()).toMatchObject({
    description: 'Water\nruns fast\n```\n/todo\n```',
    state: 'closed',
    weight: 3,
  });
  expect(notesOn(world.db, issue.id)).toEqual(['changed the description', 'closed', 'changed weight to **3**']);
});

test('WI-10.127 whatever is made or edited with a description carries its commands out', async () => {
  const text = 'Said\n/title Named';
  const group = { groupPath: 'acme', description: text, title: 'First' };
  const epic = makeEpic(world.db, { groupId: world.groups.acme });
  const made = [
    ((await ask('createEpic', group)) as { epic?: MadeItem }).epic,
    ((await ask('createIssue', { ...place(), title: 'First', description: text })) as { issue?: MadeItem }).issue,
  ];
  await ask('updateEpic', { groupPath: 'acme', iid: String(epic.iid), description: text });
  await ask('updateIssue', { ...place(), description: text });
  const task = makeIssue(world.db, { projectId: world.projects.app, type: 'task' });
  const taskData = { id: itemGid(task.id), descriptionWidget: { description: text } };
  expect(await ask('workItemUpdateTask', { id: itemGid(issue.id), taskData })).toMatchObject({ errors: [] });
  for (const id of [made[0]?.id, made[1]?.id, epic.id, issue.id, task.id])
    expect(await row(id)).toMatchObject({ title: 'Named', description: 'Said' });
});

test('WI-10.127 IE-01.51 a new issue comes with its Zoom meeting', async () => {
  const description = 'War room\n/zoom https://acme.zoom.us/j/1';
  const made = (await ask('createIssue', { ...place(), title: 'Down', description })) as { issue?: MadeItem };
  expect(await row(made.issue?.id)).toMatchObject({ description: 'War room', zoom_link: 'https://acme.zoom.us/j/1' });
});

test('WI-10.128 what is refused is left out and says why, each with the right of the same edit', async () => {
  expect(await edit('Water, said the guest\n/close\n/weight 3', 'guest')).toEqual({
    workItem: { id: issue.id },
    errors: ['Commands Could not apply weight command.'],
  });
  expect(await row()).toMatchObject({ description: 'Water, said the guest', state: 'closed', weight: null });
});

test('WI-10.127 an edit that is refused carries nothing out, and neither do too many commands', async () => {
  const before = everything(world.db);
  expect((await edit('More\n/todo', 'out')).errors).toHaveLength(1);
  expect((await edit(`${'x'.repeat(1_048_577)}\n/todo`)).errors).toEqual([
    'Description is too long (maximum is 1048576 characters)',
  ]);
  expect((await edit('/todo\n'.repeat(COMMANDS_MAX + 1))).errors).toEqual([
    'At most 30 quick actions can be carried out at once.',
  ]);
  expect(everything(world.db)).toEqual(before);
});

test('WI-10.130 an edit of nothing but commands is no edit of the text', async () => {
  await edit('Water\nruns\n/close\n');
  expect(await row()).toMatchObject({ description: 'Water\r\nruns\n', state: 'closed' });
  expect(notesOn(world.db, issue.id)).toEqual(['closed']);
});

test('WI-10.116 what stood in a description before it could hold commands stays text', async () => {
  const old = makeIssue(world.db, { projectId: world.projects.app, description: 'Type\n/close\nto close' });
  const description = 'Now type\n/close\nto close\n/weight 2';
  await ask('workItemUpdate', { id: itemGid(old.id), descriptionWidget: { description } });
  expect(await row(old.id)).toMatchObject({ description: 'Now type\n/close\nto close', state: 'opened', weight: 2 });
});
