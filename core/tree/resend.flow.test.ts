import type { Middleware } from '@reduxjs/toolkit';
import type { Stamped } from '../store/action.ts';
import { createPlanner } from '../planner.ts';
import { epicChildren, FakePorts, PlannerBuilder, refusal, UNREACHABLE, wireError } from '../testing/index.ts';
import { treeActions } from './index.ts';
import { childrenRead } from './testing/answers.ts';
import { REORDER, ROOT, DONE, issues, shown, confirmed, opened, reorder, lastReading } from './testing/moves.ts';

test('TR-14.23 without an answer the move is sent again with the same key', async () => {
  const planner = await opened();
  await planner.do(reorder(4, 1));
  const first = planner.fake.next('epicTreeReorder');
  await first.fail(UNREACHABLE);
  expect(planner.state.pending).toMatchObject([{ status: 'sent' }]);
  expect(shown(planner)).toEqual(['I4', 'I1', 'I2', 'I3']);
  await planner.fake.clock.advance(1000);
  const second = planner.fake.next('epicTreeReorder');
  expect(second.idempotencyKey).toBe(first.idempotencyKey);
  expect(second.idempotencyKey).not.toBeUndefined();
  await second.answer(DONE);
  expect(confirmed(planner)).toEqual(['I4', 'I1', 'I2', 'I3']);
  expect(planner.alerts).toEqual([]);
});

test('TR-14.23 however long there is none it is never refused', async () => {
  const planner = await opened();
  await planner.do(reorder(4, 1));
  for (const wait of [1000, 2000, 4000, 8000, 15_000, 15_000, 15_000]) {
    await planner.fake.next('epicTreeReorder').fail(wireError({ kind: 'timeout' }));
    await planner.fake.clock.advance(wait - 1);
    expect(planner.fake.waiting('epicTreeReorder')).toHaveLength(0);
    await planner.fake.clock.advance(1);
  }
  await planner.fake.next('epicTreeReorder').answer(DONE);
  expect([planner.state.pending, planner.alerts]).toEqual([[], []]);
  expect(confirmed(planner)).toEqual(['I4', 'I1', 'I2', 'I3']);
});

test('TR-14.29 what is sent again under its key says the same, whatever was read meanwhile', async () => {
  const planner = await opened();
  await planner.do(reorder(4, 1));
  const first = planner.fake.next('epicTreeReorder');
  await first.fail(UNREACHABLE);
  await planner.fake.clock.advance(1000);
  const second = planner.fake.next('epicTreeReorder');
  await second.fail(wireError({ kind: 'timeout' }));
  const { data } = lastReading(planner);
  await planner.do(childrenRead({ ...data, items: data.items.slice(1) }));
  await planner.fake.clock.advance(2000);
  const third = planner.fake.next('epicTreeReorder');
  expect(third.variables).toEqual(first.variables);
  expect(third.idempotencyKey).toBe(first.idempotencyKey);
});

test.each([wireError({ kind: 'malformed' }), wireError({ kind: 'http', status: 500 })])(
  'TR-14.23 an answer that cannot be read leaves it open whether it was done: the list is read again ($kind)',
  async (error) => {
    const planner = await opened();
    await planner.do(reorder(4, 1));
    await planner.fake.next('epicTreeReorder').fail(error);
    expect(planner.alerts).toEqual([REORDER]);
    expect(planner.fake.waiting('epicChildren')).toHaveLength(1);
  },
);

test('TR-14.23 a busy server is asked again when it says so', async () => {
  const planner = await opened();
  await planner.do(reorder(4, 1));
  await planner.fake.next('epicTreeReorder').fail(wireError({ kind: 'http', status: 429, retryAfter: 7000 }));
  await planner.fake.clock.advance(6999);
  expect(planner.fake.waiting('epicTreeReorder')).toHaveLength(0);
  await planner.fake.clock.advance(1);
  await planner.fake.next('epicTreeReorder').answer(DONE);
  expect(planner.alerts).toEqual([]);
});

test('TR-14.23 a restarted watcher sends the open moves again', async () => {
  const planner = await opened();
  await planner.do(reorder(4, 1));
  const { confirmed: tables, pending, tree, versions } = planner.state;
  planner.planner.dispose();
  const next = new PlannerBuilder().preloaded({ confirmed: tables, pending, tree, versions }).build();
  expect(shown(next)).toEqual(['I4', 'I1', 'I2', 'I3']);
  const call = next.fake.next('epicTreeReorder');
  expect(call.idempotencyKey).toBe(pending[0]?.id);
  await call.answer(DONE);
  expect(confirmed(next)).toEqual(['I4', 'I1', 'I2', 'I3']);
});

test('TR-14.31 a move that cannot even be refused holds up no other', async () => {
  const fake = new FakePorts();
  let broken = '';
  const middleware: Middleware = () => (next) => (action) => {
    const event = action as Stamped;
    if (treeActions.childMoved.refused.match(event) && event.payload.id === broken) throw new TypeError('broken');
    return next(action);
  };
  const { store } = createPlanner(fake.ports, { middleware: [middleware] });
  const root = { kind: 'epic' as const, fullPath: 'acme', iid: '1', id: ROOT };
  store.dispatch({ ...treeActions.opened({ root, config: { userSignedIn: true } }) });
  await fake.next('epicChildren').answer(epicChildren(1, { issues }));
  store.dispatch({ ...reorder(4, 1) });
  store.dispatch({ ...reorder(3, 4) });
  broken = store.getState().pending[0]?.id ?? '';
  await fake.next('epicTreeReorder').fail(refusal(422));
  await fake.next('epicTreeReorder').answer(DONE);
  expect(store.getState().pending).toMatchObject([{ id: broken }]);
  expect(fake.logged).toHaveLength(2);
});
