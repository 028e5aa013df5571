/** @jest-environment node */
import { createPlanner, treeActions } from '@espalier/core';
import { FakePorts, settle } from '@espalier/core/testing';
import { AFTER, connectDevtools, outline, WHOLE_STATE } from './devtools.ts';

/** The extension: what it was sent, and what its monitor does. A jump comes with the text of the state it is to. */
function extension() {
  const sent: (readonly [action: unknown, state: unknown])[] = [];
  let hear: (message: object) => void = () => undefined;
  return {
    sent,
    say: (message: object) => hear(message),
    jump: (type: string, state?: unknown) =>
      hear({ type: 'DISPATCH', payload: { type }, state: typeof state === 'string' ? state : JSON.stringify(state) }),
    connect: () => ({
      init: (state: unknown) => void sent.push(['init', state]),
      send: (action: unknown, state: unknown) => void sent.push([action, state]),
      subscribe: (listener: (message: object) => void) => {
        hear = listener;
      },
    }),
  };
}

function planner() {
  const tools = extension();
  const shown: number[] = [];
  let seq = 0;
  let tell: (action: unknown) => void = () => undefined;
  const made = createPlanner(new FakePorts().ports, {
    middleware: [
      () => (next) => (action) => {
        seq += 1;
        tell(action);
        return next(action);
      },
    ],
  });
  const { store } = made;
  tell = connectDevtools({ extension: tools, store, seq: () => seq, show: (moment) => shown.push(moment) });
  const { dispatch } = made.store;
  return { tools, store, shown, dispatch };
}

test('RP-03.430 Redux DevTools get every action with an outline of the state after it, while a monitor is open', async () => {
  const { tools, dispatch } = planner();
  dispatch(treeActions.labelsToggled());
  await settle();
  expect(tools.sent).toEqual([]);
  tools.say({ type: 'START' });
  expect(tools.sent).toHaveLength(1);
  dispatch(treeActions.labelsToggled());
  dispatch(treeActions.tabChosen({ tab: 'roadmap' }));
  await settle();
  const states = tools.sent.slice(1) as [{ type: string }, { tree: { tab: string } }][];
  expect(states.map(([{ type }, state]) => [type, state.tree.tab])).toEqual([
    ['tree/labelsToggled', 'tree'],
    ['tree/tabChosen', 'roadmap'],
  ]);
  tools.say({ type: 'STOP' });
  dispatch(treeActions.labelsToggled());
  await settle();
  expect(tools.sent).toHaveLength(3);
});

test('RP-03.431 the whole state is sent when it is asked for, and the product hears nothing of that', async () => {
  const { tools, store } = planner();
  tools.say({ type: 'START' });
  const before = store.getState();
  tools.say({ type: 'ACTION', payload: `{ type: '${WHOLE_STATE}' }` });
  expect(tools.sent.at(-1)).toEqual([{ type: WHOLE_STATE }, { [AFTER]: 0, ...before }]);
  expect(store.getState()).toBe(before);
});

test('RP-03.432 a jump shows that moment in our panel and leaves the state alone, whatever the monitor has forgotten', async () => {
  const { tools, store, shown, dispatch } = planner();
  dispatch(treeActions.labelsToggled());
  tools.say({ type: 'START' });
  dispatch(treeActions.labelsToggled());
  dispatch(treeActions.tabChosen({ tab: 'roadmap' }));
  await settle();
  const now = store.getState();
  const [first, second, third] = tools.sent.map(([, state]) => state);
  tools.jump('JUMP_TO_ACTION', second);
  tools.jump('JUMP_TO_STATE', third);
  tools.jump('JUMP_TO_STATE', first);
  expect(shown).toEqual([2, 3, 1]);
  for (const state of [undefined, 'no JSON', null, 7, {}, { [AFTER]: '2' }]) tools.jump('JUMP_TO_ACTION', state);
  tools.jump('ROLLBACK', second);
  expect(shown).toHaveLength(3);
  expect(store.getState()).toBe(now);
});

test('RP-03.433 a commit in their monitor begins anew with the state of now', async () => {
  const { tools, dispatch } = planner();
  tools.say({ type: 'START' });
  dispatch(treeActions.tabChosen({ tab: 'roadmap' }));
  await settle();
  tools.say({ type: 'DISPATCH', payload: { type: 'COMMIT' } });
  expect(tools.sent.at(-1)).toEqual(['init', expect.objectContaining({ [AFTER]: 1 })]);
});

test('an outline holds tables and long lists as their sizes, and is made anew only where something changed', () => {
  const rest = { deep: { deeper: { deepest: { hidden: 1 } } } };
  const state = { table: { size: 12, root: {} }, list: Array.from({ length: 30 }, (_, index) => index), rest };
  expect(outline(state)).toEqual({
    table: 'table of 12',
    list: 'list of 30',
    rest: { deep: { deeper: { deepest: '…' } } },
  });
  const next = { ...state, more: true };
  expect((outline(next) as typeof state).rest).toBe((outline(state) as typeof state).rest);
});
