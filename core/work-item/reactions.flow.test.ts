import type { ExtrasPage } from './testing/extras.ts';
import { epicActions } from '../epic/index.ts';
import { selectVisible } from '../mutation/index.ts';
import { get } from '../table/index.ts';
import { refusal, wireError } from '../testing/ports.ts';
import { extrasActions } from './extras/actions.ts';
import { selectExtrasFailed, selectReactions } from './extras/select.ts';
import { workItemActions } from './index.ts';
import { givers, MORE_REACTIONS, shownEmojis } from './extras/reactions.ts';
import { withAward } from './rules.ts';
import { askedOf, openExtras } from './testing/extras.ts';

const FAILED = 'Your reaction could not be saved. Please try again.';

const reactions = (app: ExtrasPage, id = app.id) => selectReactions(app.state(), id);
const shown = (app: ExtrasPage, id = app.id) =>
  reactions(app, id)?.reactions.map(({ emoji, count, isOwn }) => `${isOwn ? '+' : ''}${emoji} ${count}`);
const toggle = (app: ExtrasPage, emoji: string, id = app.id) => app.act(extrasActions.reactionToggled({ id, emoji }));
const stored = (app: ExtrasPage) => [...app.world.awards.values()].map(({ name, userId }) => [name, userId]);

test('WI-07.60 the votes stand first, then what else was given; visitors see only what was given', async () => {
  const app = await openExtras('ada');
  expect(shown(app)).toEqual(['thumbsup 0', 'thumbsdown 0']);
  for (const [who, emoji] of [
    ['gus', 'tada'],
    ['ada', 'heart'],
    ['gus', 'heart'],
  ] as const)
    app.give(who, emoji);
  await app.act(extrasActions.retried());
  expect(shown(app)).toEqual(['thumbsup 0', 'thumbsdown 0', 'tada 1', '+heart 2']);
  const visitor = await openExtras(null);
  expect(shown(visitor)).toEqual([]);
  visitor.give('gus', 'tada');
  await visitor.act(extrasActions.retried());
  expect(shown(visitor)).toEqual(['tada 1']);
  await toggle(visitor, 'tada');
  expect([askedOf(visitor, 'awardEmojiToggle').length, reactions(visitor)?.more]).toEqual([0, []]);
});

test('WI-07.61 a press is shown at once and saved; the next one takes it back', async () => {
  const app = await openExtras('gus');
  app.server.fault({ kind: 'delay', match: 'awardEmojiToggle', milliseconds: 500 });
  await toggle(app, 'thumbsup');
  expect([shown(app)?.[0], stored(app)]).toEqual(['+thumbsup 1', []]);
  await toggle(app, 'thumbsup');
  expect([shown(app)?.[0], askedOf(app, 'awardEmojiToggle').length]).toEqual(['thumbsup 0', 1]);
  await toggle(app, 'thumbsup');
  await app.fake.clock.advance(500);
  await app.fake.clock.advance(500);
  expect([shown(app)?.[0], askedOf(app, 'awardEmojiToggle').length]).toEqual(['+thumbsup 1', 3]);
  expect(stored(app)).toEqual([['thumbsup', app.userId('gus')]]);
});

test('WI-07.61 a refusal is told, and what others have done meanwhile stays', async () => {
  const app = await openExtras('ada');
  app.server.fault({ kind: 'delay', match: 'awardEmojiToggle', milliseconds: 500 });
  app.server.fault({ kind: 'refuse', match: 'awardEmojiToggle', error: refusal(422, 'No') });
  // The first one is answered late, the second one refused at once.
  await toggle(app, 'heart');
  app.give('gus', 'eyes');
  await app.act(extrasActions.retried());
  expect(shown(app)?.slice(2)).toEqual(['eyes 1', '+heart 1']);
  await toggle(app, 'tada');
  expect([shown(app)?.slice(2), app.alerts()]).toEqual([['eyes 1', '+heart 1'], [[FAILED, 'No']]]);
  await app.fake.clock.advance(500);
  expect([shown(app)?.slice(2), app.state().pending]).toEqual([['eyes 1', '+heart 1'], []]);
});

test('WI-07.61 what another tab gave is taken back by the press, and the answer says so', async () => {
  const app = await openExtras('ada');
  app.give('ada', 'eyes');
  await toggle(app, 'eyes');
  expect([shown(app), stored(app)]).toEqual([['thumbsup 0', 'thumbsdown 0'], []]);
});

test('WI-07.62 fourteen more, without those that stand there', async () => {
  const app = await openExtras('ada');
  expect([MORE_REACTIONS.length, reactions(app)?.more.at(-1)?.text]).toEqual([14, '✅ white check mark']);
  await toggle(app, 'white_check_mark');
  expect(reactions(app)?.more.map(({ text }) => text)).not.toContain('✅ white check mark');
  for (const { emoji } of reactions(app)?.more ?? []) await toggle(app, emoji);
  expect([app.world.awards.size, app.alerts(), reactions(app)?.more]).toEqual([14, [], []]);
});

test('WI-07.63 who has given it is named, oneself first', async () => {
  const app = await openExtras('ada');
  app.give('gus', 'heart');
  await app.act(extrasActions.retried());
  await toggle(app, 'heart');
  expect(reactions(app)?.reactions.at(-1)?.who).toBe('You and gus');
  const many = Array.from({ length: 12 }, (_, index) => `P${index}`);
  expect(givers(many, true)).toBe('You, P0, P1, P2, P3, P4, P5, P6, P7, P8 and 3 more');
  expect([givers([], false), givers(['Ada'], false), givers(['Ada', 'Bo', 'Cy'], false)]).toEqual([
    '',
    'Ada',
    'Ada, Bo and Cy',
  ]);
});

test('WI-07.64 all pages of the reactions are read', async () => {
  const app = await openExtras('ada');
  app.world.pageMax = 2;
  for (const name of ['heart', 'tada', 'fire', 'eyes', 'joy']) app.give('gus', name);
  await app.act(extrasActions.retried());
  expect(reactions(app)?.reactions).toHaveLength(7);
});

test('WI-07.64 a push about them has them read again; what cannot be read says so', async () => {
  const app = await openExtras('ada');
  app.give('gus', 'tada');
  await app.fake.clock.advance(30_000);
  expect(shown(app)).toHaveLength(3);
  await app.fake.connect(true);
  app.give('gus', 'heart');
  await app.fake.push(app.id, ['title']);
  await app.fake.clock.advance(60_000);
  expect(shown(app)).toHaveLength(3);
  await app.fake.push(app.id, ['awards']);
  expect(shown(app)).toHaveLength(4);
  app.server.fault({ kind: 'refuse', match: 'itemExtras', error: refusal(500) });
  await app.act(extrasActions.closed({ id: app.id }), extrasActions.opened({ id: app.id, epic: null }));
  expect(selectExtrasFailed(app.state(), app.id)).toBe(true);
  await app.act(extrasActions.retried());
  expect(selectExtrasFailed(app.state(), app.id)).toBe(false);
});

test('WI-07.64 where the answer to a press cannot be read they are read again', async () => {
  const app = await openExtras('ada');
  app.server.fault({ kind: 'refuse', match: 'awardEmojiToggle', error: wireError({ kind: 'malformed' }) });
  const before = askedOf(app, 'itemExtras').length;
  await toggle(app, 'heart');
  expect(askedOf(app, 'itemExtras').length).toBe(before + 1);
});

test('WI-07.60 an epic has them, too', async () => {
  const app = await openExtras('ada', { seed: (world, acme) => (world.addEpic(acme, { title: 'Roof' }), {}) });
  const epic = [...app.world.items.values()].find(({ type }) => type === 'epic');
  const id = `gid://gitlab/Epic/${epic?.id}`;
  app.give('gus', 'tada', epic?.id);
  const subject = { id, epic: { fullPath: 'acme', iid: String(epic?.iid) } };
  // Of what is not known as a record nothing is taken in.
  await app.act(extrasActions.opened(subject));
  expect([reactions(app, id), askedOf(app, 'epicAwards').length]).toEqual([null, 1]);
  await app.act(extrasActions.closed({ id }));
  await app.act(
    epicActions.epicPageOpened({ groupPath: 'acme', iid: subject.epic.iid }),
    extrasActions.opened(subject),
  );
  expect(shown(app, id)).toEqual(['thumbsup 0', 'thumbsdown 0', 'tada 1']);
  await toggle(app, 'tada', id);
  expect([shown(app, id)?.[2], stored(app).length]).toEqual(['+tada 2', 2]);
  app.server.fault({ kind: 'refuse', match: 'awardEmojiToggle', error: refusal(422, 'No') });
  await toggle(app, 'heart', id);
  expect(app.state().notice.at(-1)).toMatchObject({ text: FAILED, scope: 'epic' });
});

test('WI-07.64 an item that is shown twice is read until both places are left', async () => {
  const app = await openExtras('ada');
  await app.act(extrasActions.opened({ id: app.id, epic: null }), extrasActions.closed({ id: app.id }));
  app.give('gus', 'tada');
  await app.act(extrasActions.retried());
  expect(shown(app)).toHaveLength(3);
  await app.act(extrasActions.closed({ id: app.id }));
  const before = askedOf(app, 'itemExtras').length;
  await app.act(extrasActions.retried());
  expect(askedOf(app, 'itemExtras').length).toBe(before);
});

test('WI-07.61 rules: a reaction stands once, behind the others', () => {
  const [mine, theirs] = [
    { emoji: 'heart', userId: 'a' },
    { emoji: 'heart', userId: 'b' },
  ];
  const both = withAward([theirs], mine, true);
  expect([both, withAward(both, mine, true), withAward(both, mine, false)]).toEqual([[theirs, mine], both, [theirs]]);
  expect(
    shownEmojis([
      { emoji: 'fire', userId: 'a' },
      { emoji: 'thumbsdown', userId: 'b' },
    ]),
  ).toEqual(['thumbsup', 'thumbsdown', 'fire']);
});

test('WI-07.64 leaving the page forgets them', async () => {
  const app = await openExtras('ada');
  await app.act(extrasActions.closed({ id: app.id }), workItemActions.pageClosed());
  expect(get(selectVisible(app.state()).items, app.id)).toBeUndefined();
});
