import type { AnyUndo } from '../mutation/index.ts';
import { mutationOf, selectVisible } from '../mutation/index.ts';
import { linkActions } from './index.ts';
import { wholeItem } from '../work-item/shown.ts';
import { ENDPOINT, epicSubject, linked, opened, refuse, three, typed, type Linking } from './testing/linking.ts';

/** What an inverse is given: the state, and the tables as they are shown. */
const shownTo = (app: Linking) => ({ ...app.state(), visible: selectVisible(app.state()) });
type Undo = AnyUndo<never>;
const undoOf = ({ type }: { readonly type: string }): Undo => {
  const record = mutationOf(type)?.undo;
  if (record === undefined) throw new Error(`${type} cannot be taken back`);
  return record;
};
const [removal, restoral, addition] = [linkActions.removed, linkActions.restored, linkActions.submitted].map(
  undoOf,
) as [Undo, Undo, Undo];
/** What would be asked, and how it would be taken back. */
function plan(app: Linking, undo: Undo, { type, payload }: { readonly type: string; readonly payload: unknown }) {
  const record = mutationOf(type);
  const asked: unknown =
    record?.accept === undefined ? payload : record.accept(app.state() as never, payload as never, 'plan');
  return asked === null ? null : undo.plan(shownTo(app) as never, asked as never);
}

const two = linked(['blocks', 1, 2], ['blocks', 1, 3]);

/** Plans as the edit is made, and makes it. */
async function edit(app: Linking, inverse: Undo, event: { readonly type: string; readonly payload: unknown }) {
  const planned = plan(app, inverse, event);
  await app.act(event);
  if (planned === null) throw new Error('there is no way back');
  return planned;
}
const obstacle = (app: Linking, inverse: Undo, back: unknown) => inverse.obstacle(shownTo(app) as never, back as never);
const undo = (app: Linking, inverse: Undo, back: unknown) => inverse.inverse(shownTo(app) as never, back as never);

test('RL-01.32 a removal is taken back at once, as the last of its list, in the same way', async () => {
  const app = await opened(two);
  app.fault({ kind: 'delay', match: 'DELETE', milliseconds: 500 });
  const { name, undoData: back } = await edit(app, removal, app.remove('Epic 2'));
  expect([name, obstacle(app, removal, back)]).toEqual(['removed the link to &2 “Epic 2”', null]);
  await app.act(undo(app, removal, back));
  expect(app.shown()).toEqual([['Blocks', ['Epic 3', 'Epic 2']]]);
  // What concerns one link goes one after the other.
  expect(app.calls('POST')).toEqual([]);
  await app.fake.clock.advance(500);
  expect(app.calls('POST')[0]?.request?.body).toEqual({ issuable_references: ['&2'], link_type: 'blocks' });
  expect([app.shown(), app.state().pending]).toEqual([[['Blocks', ['Epic 3', 'Epic 2']]], []]);
  expect(app.row('Epic 2')?.removal).not.toBeNull();
});

test('RL-01.32 it cannot be taken back without the list, without the right, or where it was linked again', async () => {
  const app = await opened(two);
  const { undoData: back } = await edit(app, removal, app.remove('Epic 2'));
  await app.act(linkActions.opened({ subject: epicSubject(app, 1, { canRelate: false }) }));
  expect(obstacle(app, removal, back)).toEqual({ reason: 'you may not change it any more', retryable: false });
  await app.act(linkActions.opened({ subject: epicSubject(app) }));
  app.world.relate('relates_to', app.epics[0]!.id, app.epics[1]!.id);
  await app.act(linkActions.retried());
  expect(obstacle(app, removal, back)).toEqual({ reason: 'it was linked again meanwhile', retryable: false });
  await app.act(linkActions.opened({ subject: epicSubject(app, 2) }));
  expect(obstacle(app, removal, back)).toEqual({ reason: 'the linked items are still being read', retryable: true });
});

test('RL-01.32 refused, it is gone again and says why', async () => {
  const app = await opened(two);
  const { undoData: back } = await edit(app, removal, app.remove('Epic 2'));
  app.fault(refuse('POST', 404));
  await app.act(undo(app, removal, back));
  expect([app.shown(), app.alerts()]).toEqual([[['Blocks', ['Epic 3']]], [['Epic cannot be found.', null]]]);
});

test('RL-01.33 taking it back is taken back by a removal, once the link is made', async () => {
  const app = await opened(two);
  const { undoData: back } = await edit(app, removal, app.remove('Epic 2'));
  app.fault({ kind: 'delay', match: 'POST', milliseconds: 500 });
  const again = await edit(app, restoral, undo(app, removal, back) as { type: string; payload: unknown });
  expect(obstacle(app, restoral, again.undoData)).toEqual({ reason: 'the link is still being made', retryable: true });
  await app.fake.clock.advance(500);
  expect([again.name, obstacle(app, restoral, again.undoData)]).toEqual(['linked &2 “Epic 2”', null]);
  await app.act(undo(app, restoral, again.undoData));
  expect([app.shown(), app.world.relations.size]).toEqual([[['Blocks', ['Epic 3']]], 1]);
  expect(obstacle(app, restoral, again.undoData)).toEqual({ reason: 'it was changed meanwhile', retryable: false });
});

test('RL-01.34 an addition is taken back by a removal, once the link is made', async () => {
  const app = await opened(two);
  await app.act(linkActions.formOpened(), typed('acme&4'));
  app.fault({ kind: 'delay', match: 'POST', milliseconds: 500 });
  const { name, undoData: back } = await edit(app, addition, linkActions.submitted());
  expect([name, obstacle(app, addition, back)]).toEqual([
    'linked acme&4',
    { reason: 'the link is still being made', retryable: true },
  ]);
  expect(plan(app, addition, linkActions.submitted())).toBeNull();
  await app.fake.clock.advance(500);
  expect(obstacle(app, addition, back)).toBeNull();
  await app.act(undo(app, addition, back));
  expect([app.shown(), app.world.relations.size]).toEqual([[['Blocks', ['Epic 2', 'Epic 3']]], 2]);
  expect(obstacle(app, addition, back)).toEqual({ reason: 'it was changed meanwhile', retryable: false });
});

test('RL-01.34 not without the list or the right; of several that were made at once none', async () => {
  const app = await opened(two);
  // What is linked already is not made.
  await app.act(linkActions.formOpened(), typed('&2 &4 &5 '));
  await app.act(linkActions.typeChosen({ linkType: 'blocks' }));
  const { name, undoData: back } = await edit(app, addition, linkActions.submitted());
  expect([name, obstacle(app, addition, back)]).toEqual([
    'linked 2 items',
    { reason: 'several items were linked at once, and are removed one by one', retryable: false },
  ]);
  await app.act(app.remove('Epic 4'));
  expect(obstacle(app, addition, back)).toBeNull();
  await app.act(linkActions.opened({ subject: epicSubject(app, 1, { canRelate: false }) }));
  expect(obstacle(app, addition, back)).toEqual({ reason: 'you may not change it any more', retryable: false });
  await app.act(linkActions.opened({ subject: epicSubject(app, 2) }));
  expect(obstacle(app, addition, back)).toEqual({ reason: 'the linked items are still being read', retryable: true });
});

test('RL-01.34 a form that asks for nothing new is no edit, and one that is refused was none', async () => {
  const app = await opened(two);
  await app.act(linkActions.formOpened(), typed('&2'));
  expect(plan(app, addition, linkActions.submitted())).toBeNull();
  await app.act(linkActions.formClosed());
  await app.act(linkActions.formOpened(), typed('&4'));
  app.fault(refuse('POST', 404));
  const named = new Set<string>();
  const stop = app.subscribe(() => app.state().command.history.done.forEach(({ name }) => named.add(name)));
  await app.act(linkActions.submitted());
  stop();
  expect([[...named], app.state().command.history.done]).toEqual([['linked acme&4'], []]);
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
  const restored = (title: string, link = app.link(title)) =>
    linkActions.restored({
      subjectId: app.subjectId(),
      id: link.id,
      endpoint: ENDPOINT,
      link: { ...link, item: wholeItem(app.state().confirmed, link.item) },
    });
  const [second, third] = [restored('Epic 2'), restored('Epic 3')];
  await app.act(app.remove('Epic 2'));
  await app.act(app.remove('Epic 3'));
  app.fault(hold('POST'));
  await app.act(second);
  await app.act(third);
  await app.fake.clock.advance(1000);
  expect(blocked(app)).toEqual(['Epic 4', 'Epic 2', 'Epic 3']);
  expect([app.state().pending, app.row('Epic 2')?.removal === null]).toEqual([[], false]);
});
