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
import { AWARD_ERRORS, onNote, removeAward } from '../work-item/awards.ts';
import { NOTE_ERRORS } from './comment.ts';

let world: Plan;
let issue: MadeItem;
let epic: MadeItem;
beforeEach(() => {
  world = plantPlan();
  issue = makeIssue(world.db, { projectId: world.projects.app, author_id: world.users.guest });
  epic = makeEpic(world.db, { groupId: world.groups.acme, confidential: true });
});

type Person = keyof Plan['viewers'];

async function send(name: keyof typeof mutations, input: object, by: Person) {
  const ctx = { viewer: world.viewers[by], now: NOW, baseUrl: 'http://here' };
  return (await answerMutation(mutations[name] as Mutation<object, unknown>, world.store, input, ctx)).body;
}

const note = (id: number) => `gid://gitlab/Note/${id}`;
const discussion = (id: number) => `gid://gitlab/Discussion/${id}`;
const comment = (by: Person, input: object = {}) =>
  send('createNote', { noteableId: itemGid(issue.id), body: 'So it is', ...input }, by);
const reply = (by: Person, to: number, input: object = {}) => comment(by, { discussionId: discussion(to), ...input });
const edit = (by: Person, id: number, body?: string | null) => send('updateNote', { id: note(id), body }, by);
const destroy = (by: Person, id: number) => send('destroyNote', { id: note(id) }, by);
const resolve = (by: Person, id: number, resolving = true) =>
  send('discussionToggleResolve', { id: discussion(id), resolve: resolving }, by);
const made = (id: number) => ({ note: { id }, errors: [] });
const refused = (text: string = hiddenText) => ({ errors: [text] });
const row = (id: number) => world.db.comments.get(id);

test('WI-10.40 whoever may read an item comments on it; what is blank or too long is refused', async () => {
  expect(await comment('guest')).toEqual(made(1));
  expect(await comment('out')).toEqual(made(2));
  expect(row(2)).toMatchObject({ itemId: issue.id, authorId: world.users.out, body: 'So it is', discussionId: 2 });
  expect(await comment('rep', { noteableId: `gid://gitlab/Epic/${epic.id}` })).toEqual(made(3));
  expect(await comment('plan', { body: 'x'.repeat(1_000_000) })).toEqual(made(4));
  const before = everything(world.db);
  expect(await comment('guest', { noteableId: itemGid(epic.id) })).toEqual(refused());
  expect(await comment('guest', { noteableId: itemGid(4711) })).toEqual(refused());
  expect(await comment('nobody')).toEqual(refused());
  expect(await comment('guest', { body: ' \n' })).toEqual(refused(NOTE_ERRORS.blank));
  expect(await comment('guest', { body: 'x'.repeat(1_000_001) })).toEqual(refused(NOTE_ERRORS.long));
  expect(await comment('guest', { body: 'a\0b' })).toEqual(refused('Text must not contain null characters'));
  expect(everything(world.db)).toEqual(before);
});

test('WI-10.41 in a locked discussion who has no role takes no part, not even of what is their own', async () => {
  await comment('out');
  world.db.change(issue.id, { isLocked: true });
  for (const payload of [comment('out'), edit('out', 1, 'New'), destroy('out', 1)])
    expect(await payload).toEqual(refused());
  expect(await comment('guest')).toEqual(made(2));
  expect(await comment('root')).toEqual(made(3));
});

test('WI-10.54 whoever may read a comment reacts to it, and takes that back; a line of activity takes none', async () => {
  await comment('guest');
  await comment('rep', { internal: true });
  await comment('rep', { noteableId: `gid://gitlab/Epic/${epic.id}` });
  const react = (by: Person, id: number, name = 'tada') =>
    send('awardEmojiToggle', { awardableId: note(id), name }, by);
  const events = world.db.events.length;
  expect(await react('out', 1)).toEqual({ awardEmoji: { id: 1 }, toggledOn: true, errors: [] });
  expect(await react('rep', 2)).toMatchObject({ toggledOn: true });
  expect(world.db.events.slice(events).map(({ itemId, kind }) => [itemId, kind])).toEqual([
    [issue.id, 'notes'],
    [issue.id, 'internalNotes'],
  ]);
  const before = everything(world.db);
  for (const [by, id] of [
    ['nobody', 1],
    ['guest', 2],
    ['out', 3],
    ['guest', 99],
  ] as const)
    expect(await react(by, id)).toMatchObject({ toggledOn: false, errors: [hiddenText] });
  expect(await react('guest', 1, 'no emoji')).toMatchObject({ errors: [AWARD_ERRORS.name] });
  world.db.comments.set(2, { ...row(2)!, system: true });
  expect(await react('rep', 2)).toMatchObject({ errors: [hiddenText] });
  world.db.comments.set(2, { ...row(2)!, system: false });
  expect(everything(world.db)).toEqual(before);
  expect(await send('awardEmojiAdd', { awardableId: note(1), name: 'tada' }, 'out')).toMatchObject({
    errors: [AWARD_ERRORS.taken],
  });
  expect(await react('out', 1)).toEqual({ awardEmoji: null, toggledOn: false, errors: [] });
  const remove = (by: Person, id: number, itemId = issue.id) =>
    removeAward(world.store, world.viewers[by], { place: onNote(2, itemId), id }, NOW);
  expect(await remove('plan', 2)).toMatchObject({ ok: false, status: 403 });
  expect(await remove('rep', 2, epic.id)).toMatchObject({ ok: false, status: 404 });
  expect(await remove('guest', 2)).toMatchObject({ ok: false, status: 404 });
  expect(await remove('rep', 2)).toEqual({ ok: true, value: null });
  expect([...world.db.awards.values()]).toEqual([]);
});

test('WI-10.42 a reply is as internal as its discussion, and finds only what its author may read in this item', async () => {
  expect(await comment('guest', { internal: true })).toEqual(refused());
  await comment('guest');
  await comment('rep', { internal: true });
  expect(await reply('out', 1)).toEqual(made(3));
  expect(await reply('rep', 1, { internal: true })).toEqual(made(4));
  expect(await reply('plan', 2)).toEqual(made(5));
  expect([1, 2, 3, 4, 5].map((id) => [row(id)?.internal, row(id)?.discussionId])).toEqual([
    [false, 1],
    [true, 2],
    [false, 1],
    [false, 1],
    [true, 2],
  ]);
  // What is no discussion, one of another item, and one that may not be read.
  await comment('rep', { noteableId: itemGid(epic.id) });
  for (const id of [99, 3, 6, 2]) expect(await reply('guest', id)).toEqual(refused(NOTE_ERRORS.absent));
});

test('WI-10.43 a comment is edited by its author and by Maintainers', async () => {
  await comment('out');
  expect(await edit('out', 1, 'Is it?')).toEqual(made(1));
  expect(row(1)).toMatchObject({ body: 'Is it?', editedAt: NOW, editedBy: world.users.out });
  expect(await edit('plan', 1, 'It is')).toEqual(made(1));
  expect(row(1)).toMatchObject({ body: 'It is', authorId: world.users.out, editedBy: world.users.plan });
  const before = everything(world.db);
  expect(await edit('dev', 1, 'No')).toEqual(refused());
  expect(await edit('out', 1, '')).toEqual(refused(NOTE_ERRORS.blank));
  expect(await edit('out', 99, 'No')).toEqual(refused());
  for (const body of ['It is', null, undefined]) expect(await edit('out', 1, body)).toEqual(made(1));
  expect(everything(world.db)).toEqual(before);
  await comment('rep', { internal: true });
  expect(await edit('guest', 2, 'No')).toEqual(refused());
});

test('WI-10.44 a comment is deleted by its author and by Maintainers; its discussion goes on with the next', async () => {
  await comment('guest');
  await reply('dev', 1);
  await reply('out', 1);
  await resolve('dev', 1);
  expect(await destroy('dev', 1)).toEqual(refused());
  expect(await destroy('guest', 1)).toEqual({ note: null, errors: [] });
  expect([row(1), row(2)?.resolvedBy, row(3)?.resolvedBy]).toEqual([undefined, world.users.dev, null]);
  expect(await reply('guest', 1)).toEqual(made(4));
  expect(await destroy('plan', 4)).toEqual({ note: null, errors: [] });
  expect(await destroy('plan', 4)).toEqual(refused());
  expect([...world.db.comments.keys()]).toEqual([2, 3]);
});

test('WI-10.45 a discussion is resolved by Developers and by the item’s author, once, and taken back', async () => {
  await comment('out');
  expect(await resolve('guest', 1)).toEqual({ discussion: { id: 1 }, errors: [] });
  expect(row(1)).toMatchObject({ resolvedAt: NOW, resolvedBy: world.users.guest });
  const before = everything(world.db);
  expect(await resolve('dev', 1)).toEqual({ discussion: { id: 1 }, errors: [] });
  for (const payload of [resolve('rep', 1, false), resolve('out', 1, false), resolve('dev', 99)])
    expect(await payload).toEqual(refused());
  expect(everything(world.db)).toEqual(before);
  expect(await resolve('dev', 1, false)).toEqual({ discussion: { id: 1 }, errors: [] });
  expect(row(1)).toMatchObject({ resolvedAt: null, resolvedBy: null });
});

test('WI-10.46 what happens to comments is published by its kind, and nothing else of the item changes', async () => {
  const before = world.db.item(issue.id);
  await comment('guest');
  await comment('rep', { internal: true });
  await edit('guest', 1, 'New');
  await resolve('dev', 2);
  await destroy('rep', 2);
  expect(world.db.events.map(({ itemId, kind }) => [itemId, kind])).toEqual(
    ['notes', 'internalNotes', 'notes', 'internalNotes', 'internalNotes'].map((kind) => [issue.id, kind]),
  );
  expect([world.db.item(issue.id), world.db.notes]).toEqual([before, []]);
});
