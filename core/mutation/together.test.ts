import { accessActions } from '../access/index.ts';
import { bulkSaga } from '../bulk/edit.ts';
import { bulkActions } from '../bulk/index.ts';
import { selectVisible } from '../planner.ts';
import { get } from '../table/index.ts';
import { epicChildren, issueGid, issueNode, PlannerBuilder } from '../testing/index.ts';
import { LANES } from './index.ts';

const REFUSED = { workItemUpdate: { errors: ['no'], workItem: null } };

/** So many issues of a tree are given the same weight. */
async function edited(count: number) {
  const numbers = Array.from({ length: count }, (_, index) => index + 1);
  const planner = await new PlannerBuilder().opened(epicChildren(1, { issues: numbers.map((id) => issueNode(id)) }));
  planner.planner.watch('bulk', bulkSaga);
  const user = { id: 'gid://gitlab/User/1', username: 'ada', name: 'Ada', avatarUrl: null, webUrl: '/ada' };
  await planner.do(accessActions.sessionReceived({ user: user as never, features: {}, settings: {}, firstRun: false }));
  const ids = numbers.map(issueGid);
  await planner.do(
    bulkActions.rangeTaken({ from: ids[0] ?? '', ids }),
    bulkActions.editAsked({ change: { field: 'weight', weight: 7 } }),
  );
  return {
    planner,
    weights: () => ids.map((id) => get(selectVisible(planner.state).items, id)?.weight ?? null),
    waiting: () => planner.fake.calls.filter(({ what, answered }) => what === 'workItemEdit' && !answered),
  };
}

test('RP-02.44 each is shown at once, four are in flight, and the next goes when one is answered', async () => {
  const { planner, weights, waiting } = await edited(6);
  expect(weights()).toEqual([7, 7, 7, 7, 7, 7]);
  expect(waiting()).toHaveLength(LANES);
  expect(planner.state.pending.map(({ status }) => status)).toEqual([
    'sent',
    'sent',
    'sent',
    'sent',
    'queued',
    'queued',
  ]);
  await waiting()[1]?.answer(REFUSED);
  expect(weights()).toEqual([7, null, 7, 7, 7, 7]);
  expect(waiting()).toHaveLength(LANES);
  expect(planner.alerts).toEqual([]);
});

test('RP-02.46 the outcome comes when the last is answered, with the words of each refusal', async () => {
  const { planner, weights, waiting } = await edited(6);
  for (let call = waiting()[0]; call !== undefined; call = waiting()[0]) await call.answer(REFUSED);
  expect(weights()).toEqual([null, null, null, null, null, null]);
  expect(planner.alerts).toEqual([
    expect.stringMatching(/^0 changed, 6 refused: acme\/app#1 “Issue 1”: no; .*; and 3 more$/),
  ]);
});

test('RP-02.45 a hundred are pending at most, and the rest follows', async () => {
  const { planner, weights, waiting } = await edited(103);
  expect(planner.state.pending).toHaveLength(100);
  expect(planner.state.heldBack).toHaveLength(3);
  expect(weights().filter((weight) => weight === 7)).toHaveLength(100);
  const [next] = planner.state.heldBack ?? [];
  await waiting()[0]?.answer(REFUSED);
  expect(planner.state.pending).toHaveLength(100);
  expect(planner.state.pending.at(-1)).toMatchObject({ id: next?.id, payload: next?.payload });
  expect(planner.state.heldBack).toHaveLength(2);
  for (let call = waiting()[0]; call !== undefined; call = waiting()[0]) await call.answer(REFUSED);
  expect(planner.state.heldBack).toEqual([]);
  expect(planner.alerts).toEqual([expect.stringContaining('0 changed, 103 refused')]);
});
