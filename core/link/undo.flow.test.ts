import type { Action } from '../store/index.ts';
import { commandActions } from '../command/index.ts';
import { linkActions } from './index.ts';
import { epicSubject, linked, opened, refuse, three, typed, type Linking } from './testing/linking.ts';

const undo = commandActions.undoAsked();
const redo = commandActions.redoAsked();
const two = linked(['blocks', 1, 2], ['blocks', 1, 3]);
const add = (text: string) => [linkActions.formOpened(), typed(text), linkActions.submitted()];
// What is linked already is not made.
const several = [linkActions.formOpened(), typed('&2 &4 &5 '), linkActions.typeChosen({ linkType: 'blocks' })];

const leaves = (app: Linking) => linkActions.opened({ subject: epicSubject(app, 2) });
/** It is there again, and not read yet. */
function comesBack(app: Linking): Action {
  app.fault({ kind: 'delay', match: 'GET', milliseconds: 500 });
  void app.act(linkActions.closed());
  return linkActions.opened({ subject: epicSubject(app) });
}
const losesTheRight = (app: Linking) => linkActions.opened({ subject: epicSubject(app, 1, { canRelate: false }) });
/** Somebody else takes the link between epic 1 and this one away. */
function unlinks({ world, epics }: Linking, iid: number): Action {
  for (const [id, { targetId }] of world.relations) if (targetId === epics[iid - 1]!.id) world.relations.delete(id);
  return linkActions.retried();
}
function linksAgain(app: Linking): Action {
  linked(['relates_to', 1, 2])(app);
  return linkActions.retried();
}

test('RL-01.32 a removal is taken back at once, as the last of its list, in the same way', async () => {
  const app = await opened(two);
  app.fault({ kind: 'delay', match: 'DELETE', milliseconds: 500 });
  await app.act(app.remove('Epic 2'), undo);
  expect(app.toasts()).toEqual(['Undone: removed the link to &2 “Epic 2”.']);
  expect(app.shown()).toEqual([['Blocks', ['Epic 3', 'Epic 2']]]);
  // What concerns one link goes one after the other.
  expect(app.calls('POST')).toEqual([]);
  await app.fake.clock.advance(500);
  expect(app.calls('POST')[0]?.request?.body).toEqual({ issuable_references: ['&2'], link_type: 'blocks' });
  expect([app.shown(), app.state().pending]).toEqual([[['Blocks', ['Epic 3', 'Epic 2']]], []]);
  expect(app.row('Epic 2')?.removal).not.toBeNull();
});

const REMOVAL = ['removed the link to &2 “Epic 2”', (app: Linking) => [app.remove('Epic 2')]] as const;
const ADDITION = ['linked acme&4', () => add('acme&4')] as const;
const SEVERAL = ['linked 2 items', () => [...several, linkActions.submitted()]] as const;
const READING = 'the linked items are still being read';
const NOT_SHOWN = 'its linked items are not shown';

test.each([
  ['RL-01.32', NOT_SHOWN, REMOVAL, leaves],
  ['RL-01.32', READING, REMOVAL, comesBack],
  ['RL-01.32', 'you may not change it any more', REMOVAL, losesTheRight],
  ['RL-01.32', 'it was linked again meanwhile', REMOVAL, linksAgain],
  ['RL-01.34', NOT_SHOWN, ADDITION, leaves],
  ['RL-01.34', 'you may not change it any more', ADDITION, losesTheRight],
  ['RL-01.34', 'it was changed meanwhile', ADDITION, (app: Linking) => unlinks(app, 4)],
  ['RL-01.34', 'several items were linked at once, and are removed one by one', SEVERAL, linkActions.retried],
] as const)('%s what hinders the way back: %s', async (_rule, reason, [name, edit], happened) => {
  const app = await opened(two);
  await app.act(...edit(app));
  await app.act(happened(app));
  await app.act(undo);
  expect(app.toasts()).toEqual([`Not undone: ${name}. Reason: ${reason}.`]);
  expect(app.edits()).toEqual([[READING, NOT_SHOWN].some((each) => each === reason) ? [name] : [], []]);
});

test('RL-01.32 refused, it is gone again and says why', async () => {
  const app = await opened(two);
  await app.act(app.remove('Epic 2'));
  app.fault(refuse('POST', 404));
  await app.act(undo);
  expect(app.shown()).toEqual([['Blocks', ['Epic 3']]]);
  expect(app.alerts()).toContainEqual(['Epic cannot be found.', null]);
});

test('RL-01.33 taking it back is taken back by a removal, once the link is made', async () => {
  const app = await opened(two);
  await app.act(app.remove('Epic 2'));
  app.fault({ kind: 'delay', match: 'POST', milliseconds: 500 });
  await app.act(undo, redo);
  expect(app.toasts()).toContain(
    'Not done again: removed the link to &2 “Epic 2”. Reason: the link is still being made.',
  );
  await app.fake.clock.advance(500);
  await app.act(redo);
  expect([app.shown(), app.world.relations.size]).toEqual([[['Blocks', ['Epic 3']]], 1]);
  await app.act(undo);
  await app.act(unlinks(app, 2));
  await app.act(redo);
  expect(app.toasts()).toContain('Not done again: removed the link to &2 “Epic 2”. Reason: it was changed meanwhile.');
});

test('RL-01.34 an addition is taken back by a removal, once the link is made, and made once more', async () => {
  const app = await opened(two);
  app.fault({ kind: 'delay', match: 'POST', milliseconds: 500 });
  await app.act(...add('acme&4'), undo);
  expect(app.toasts()).toEqual(['Not undone: linked acme&4. Reason: the link is still being made.']);
  await app.fake.clock.advance(500);
  await app.act(undo);
  expect([app.shown(), app.world.relations.size]).toEqual([[['Blocks', ['Epic 2', 'Epic 3']]], 2]);
  expect(app.edits()).toEqual([[], ['linked acme&4']]);
  await app.act(redo);
  expect([app.world.relations.size, app.edits()]).toEqual([3, [['linked acme&4'], []]]);
  await app.act(undo);
  expect(app.world.relations.size).toBe(2);
});

test('RL-01.34 of several that were made at once the one that is left is taken back', async () => {
  const app = await opened(two);
  await app.act(...several, linkActions.submitted());
  await app.act(unlinks(app, 4));
  await app.act(undo);
  expect(app.shown()).toEqual([['Blocks', ['Epic 2', 'Epic 3']]]);
});

test('RL-01.34 a form that asks for nothing new is no edit, and one that is refused was none', async () => {
  const app = await opened(two);
  const named = new Set<string>();
  app.subscribe(() => app.edits()[0].forEach((name) => named.add(name)));
  await app.act(...add('&2'));
  await app.act(linkActions.formClosed());
  app.fault(refuse('POST', 404));
  await app.act(...add('&4'));
  expect([[...named], app.edits()]).toEqual([['linked acme&4'], [[], []]]);
});

const hold = (match: string, milliseconds = 1000) => ({ kind: 'hold', match, milliseconds }) as const;
const blocked = (app: Linking) => app.shown().flatMap(([, titles]) => titles);

test('RL-01.38 the late answer to an addition does not bring back what was removed meanwhile', async () => {
  const app = await opened(three);
  app.fault(hold('POST'));
  await app.add('&5', 'blocks');
  await app.act(app.remove('Epic 2'));
  expect(app.state().pending.map(({ type }) => type)).toEqual(['link/submitted']);
  const seen = new Set<string>();
  const stop = app.subscribe(() => blocked(app).forEach((title) => seen.add(title)));
  await app.fake.clock.advance(1000);
  stop();
  expect(blocked(app)).toEqual(['Epic 3', 'Epic 4', 'Epic 5']);
  expect([seen.has('Epic 2'), app.form()]).toEqual([false, null]);
});

test('RL-01.38 nor does the answer to a later try, which is that of the first one', async () => {
  const app = await opened(three);
  app.fault({ kind: 'lose', match: 'POST', when: 'afterCommit' });
  await app.add('&5', 'blocks');
  await app.act(app.remove('Epic 2'));
  const seen = new Set<string>();
  const stop = app.subscribe(() => blocked(app).forEach((title) => seen.add(title)));
  await app.act(linkActions.submitted());
  stop();
  expect(blocked(app)).toEqual(['Epic 3', 'Epic 4', 'Epic 5']);
  expect([seen.has('Epic 2'), app.world.relations.size]).toEqual([false, 3]);
});

test('RL-01.38 of two removals that are taken back the earlier answer may come last', async () => {
  const app = await opened(three);
  await app.act(app.remove('Epic 2'));
  await app.act(app.remove('Epic 3'));
  app.fault(hold('POST'));
  await app.act(undo);
  await app.act(undo);
  await app.fake.clock.advance(1000);
  expect(blocked(app)).toEqual(['Epic 4', 'Epic 3', 'Epic 2']);
  expect([app.state().pending, app.row('Epic 3')?.removal === null]).toEqual([[], false]);
});
