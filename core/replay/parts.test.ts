import { Interner, shared } from './parts.ts';
import { parseLog, record } from './index.ts';
import { createPlanner } from '../planner.ts';
import { FakePorts } from '../testing/index.ts';
import { randomSession } from './testing/session.ts';

const item = (title: string) => ({ id: 'gid://1', title, labels: [{ id: 'gid://2', title: 'bug' }] });

test('RP-03.27 what is said again is kept once', () => {
  const interner = new Interner();
  const first = { items: [item('A')] };
  expect(interner.keep(first)).toBe(first);
  const again = { items: [item('A')] };
  expect(interner.keep(again).items[0]).toBe(first.items[0]);
  const changed = { items: [item('B')], rest: [1, null, 'x', { id: 5 }] };
  const kept = interner.keep(changed);
  expect(kept).toEqual(changed);
  expect(kept.items[0]?.labels[0]).toBe(first.items[0]?.labels[0]);
  // Nothing that was handed in is changed.
  expect(again.items[0]).not.toBe(first.items[0]);
  expect(changed.items[0]?.labels[0]).not.toBe(first.items[0]?.labels[0]);
  expect(interner.keep('text')).toBe('text');
});

test('RP-03.11 what has its members in another order is not shared: it prints to another text', () => {
  const [first, turned] = [
    { id: 'gid://1', a: 1, b: { c: 2, d: 3 } },
    { id: 'gid://1', b: { d: 3, c: 2 }, a: 1 },
  ];
  const interner = new Interner();
  interner.keep(first);
  const printed = JSON.stringify(turned);
  expect(JSON.stringify(interner.keep(turned))).toBe(printed);
  expect(JSON.stringify(shared(first, JSON.parse(printed) as typeof first))).toBe(printed);
  const again = JSON.parse(JSON.stringify(first)) as typeof first;
  expect(shared(first, again)).toBe(first);
});

test('RP-03.27 a recording and a log that is read keep what is said again once', async () => {
  const recording = record();
  const { store } = createPlanner(new FakePorts().ports, { middleware: [recording.middleware] });
  const dispatch = (action: { readonly type: string; readonly payload: unknown }) => store.dispatch(action);
  dispatch({ type: 'x/read', payload: item('A') });
  dispatch({ type: 'x/read', payload: item('A') });
  for (const log of [recording.log(), parseLog(recording.text())]) {
    const [one, two] = log.segments.flatMap(({ actions }) => actions.map(({ action }) => action.payload));
    expect(one).toEqual(item('A'));
    expect(two).toBe(one);
  }
  const { log, text } = await randomSession(31, 30);
  expect(parseLog(text())).toStrictEqual(log());
});
