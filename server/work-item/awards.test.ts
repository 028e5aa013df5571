import { hiddenText } from '../command/outcome.ts';
import { mutations } from '../graphql/mutations/index.ts';
import { answerMutation, type Mutation } from '../graphql/mutations/mutation.ts';
import {
  everything,
  itemGid,
  type MadeItem,
  makeEpic,
  makeIssue,
  type Plan,
  plantPlan,
} from '../store/testing/memory-plan.ts';
import { NOW } from '../store/testing/planted.ts';
import { onItem, removeAward } from './awards.ts';

let world: Plan;
let issue: MadeItem;
let epic: MadeItem;
beforeEach(() => {
  world = plantPlan();
  issue = makeIssue(world.db, { projectId: world.projects.app });
  epic = makeEpic(world.db, { groupId: world.groups.acme });
});

type Person = keyof Plan['viewers'];

async function send(name: keyof typeof mutations, input: object, by: Person = 'guest') {
  const ctx = { viewer: world.viewers[by], now: NOW, baseUrl: 'http://here' };
  return (await answerMutation(mutations[name] as Mutation<object, unknown>, world.store, input, ctx)).body;
}

const toggle = (name: string, by?: Person, awardableId = itemGid(issue.id)) =>
  send('awardEmojiToggle', { awardableId, name }, by);
const widget = (action: 'ADD' | 'REMOVE', name: string, by?: Person) =>
  send('workItemUpdate', { id: itemGid(issue.id), awardEmojiWidget: { action, name } }, by);
const given = () => [...world.db.awards.values()].map(({ itemId, userId, name }) => [itemId, userId, name]);

test('WI-15.40 WI-15.42 a reaction is given and taken back, to issues and epics, by whoever may read', async () => {
  const { guest, out } = world.users;
  expect(await toggle('tada')).toEqual({ awardEmoji: { id: 1 }, toggledOn: true, errors: [] });
  expect(await toggle('tada', 'out')).toEqual({ awardEmoji: { id: 2 }, toggledOn: true, errors: [] });
  expect(await toggle('heart', 'guest', `gid://gitlab/Epic/${epic.id}`)).toMatchObject({ toggledOn: true });
  expect(given()).toEqual([
    [issue.id, guest, 'tada'],
    [issue.id, out, 'tada'],
    [epic.id, guest, 'heart'],
  ]);
  expect(await toggle('tada')).toEqual({ awardEmoji: null, toggledOn: false, errors: [] });
  expect(await widget('ADD', 'rocket')).toEqual({ workItem: { id: issue.id }, errors: [] });
  expect(await widget('REMOVE', 'rocket')).toEqual({ workItem: { id: issue.id }, errors: [] });
  expect(await send('awardEmojiAdd', { awardableId: itemGid(issue.id), name: 'bug' })).toMatchObject({ errors: [] });
  expect(await send('awardEmojiRemove', { awardableId: itemGid(issue.id), name: 'bug' })).toEqual({
    awardEmoji: null,
    errors: [],
  });
  expect(given()).toEqual([
    [issue.id, out, 'tada'],
    [epic.id, guest, 'heart'],
  ]);
});

test('WI-15.40 what cannot be given or taken back is refused with GitLab’s texts, and nothing is kept', async () => {
  await toggle('tada');
  const secret = makeIssue(world.db, { projectId: world.projects.app, confidential: true });
  const before = everything(world.db);
  const cases = [
    [widget('ADD', 'tada'), 'Name has already been taken'],
    [widget('ADD', 'no_such_sign'), 'Name is not a valid emoji name'],
    [widget('ADD', ''), 'Name is not a valid emoji name'],
    [widget('REMOVE', 'heart'), 'User has not awarded emoji of type heart on the awardable'],
    [widget('ADD', 'heart', 'nobody'), hiddenText],
    [send('awardEmojiAdd', { awardableId: itemGid(secret.id), name: 'heart' }), hiddenText],
    [send('awardEmojiAdd', { awardableId: itemGid(4711), name: 'heart' }), hiddenText],
  ] as const;
  for (const [payload, text] of cases) expect(await payload).toEqual({ errors: [text] });
  expect(await toggle('no_such_sign')).toEqual({ toggledOn: false, errors: ['Name is not a valid emoji name'] });
  expect(await toggle('tada', 'nobody')).toEqual({ toggledOn: false, errors: [hiddenText] });
  expect(await toggle('tada', 'guest', 'gid://gitlab/User/1')).toEqual({
    toggledOn: false,
    errors: ['"gid://gitlab/User/1" does not represent an instance of WorkItem'],
  });
  expect(
    await send(
      'workItemUpdate',
      { id: itemGid(issue.id), title: 'kept?', awardEmojiWidget: { action: 'ADD', name: '' } },
      'plan',
    ),
  ).toMatchObject({ errors: ['Name is not a valid emoji name'] });
  expect(everything(world.db)).toEqual(before);
});

test('WI-15.41 a reaction is published, and leaves no note, version or time', async () => {
  const before = world.db.item(issue.id);
  await toggle('tada');
  expect(world.db.item(issue.id)).toEqual(before);
  expect(world.db.notes).toEqual([]);
  expect(world.db.events.map(({ itemId, kind }) => [itemId, kind])).toEqual([[issue.id, 'awards']]);
});

test('WI-15.46 a reaction is taken back by its id: one’s own, by an administrator anybody’s', async () => {
  await toggle('tada');
  await toggle('heart');
  const remove = (by: Person, id: number, itemId = issue.id) =>
    removeAward(world.store, world.viewers[by], { place: onItem(itemId), id }, NOW);
  expect(await remove('plan', 1)).toMatchObject({ ok: false, status: 403 });
  expect(await remove('guest', 1, epic.id)).toMatchObject({ ok: false, status: 404 });
  expect(await remove('guest', 99)).toMatchObject({ ok: false, status: 404 });
  expect((await remove('nobody', 1)).ok).toBe(false);
  expect(given()).toHaveLength(2);
  expect(await remove('guest', 1)).toEqual({ ok: true, value: null });
  expect(await remove('root', 2)).toEqual({ ok: true, value: null });
  expect(given()).toEqual([]);
});
