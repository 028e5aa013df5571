import fc from 'fast-check';
import type { WorkItemState } from '../../work-item/types.ts';
import { globalId, tryParseGlobalId } from '../../work-item/rules.ts';
import type { Verdict } from './hierarchy.ts';
import { refused } from './hierarchy.ts';
import type { Lists } from '../testing/confirmed.ts';
import { get } from '../../table/index.ts';
import { EMPTY_ORDER } from '../order.ts';
import type { ChildOrder } from '../state.ts';
import { afterMove, displayOrder, listsOf, treeOf } from '../testing/confirmed.ts';
import type { MoveIntent } from './reorder.ts';
import { anchorIn, reorderInput } from '../move.ts';
import { comparePositions, initialPositions, place } from './positions.ts';
import type { ReorderRequest } from './reorder.ts';
import { planMove, REORDER_ERRORS, resolveReorder } from './reorder.ts';

const request = (change: Partial<ReorderRequest<number>> = {}): ReorderRequest<number> => ({
  moved: { type: 'Epic', id: 1, parentId: 10 },
  adjacent: { type: 'EpicIssue', id: 2, parentId: 10 },
  relativePosition: 'after',
  permitted: true,
  validateNewParent: () => ({ ok: true }),
  ...change,
});
const error = (change: Partial<ReorderRequest<number>>) => {
  const plan = resolveReorder(request(change));
  return plan.ok ? null : plan.error;
};

test('TR-14.6 after puts the moved item directly before the adjacent one, before directly after it', () => {
  expect(resolveReorder(request())).toEqual({
    ok: true,
    parentId: 10,
    parentChanges: false,
    where: { at: 'before', sibling: 2 },
  });
  expect(resolveReorder(request({ relativePosition: 'before' }))).toMatchObject({ where: { at: 'after', sibling: 2 } });
});

test('TR-14.9 each failure has its text, and the first one wins', () => {
  const wrongType = { type: 'Issue', id: 2, parentId: 10 };
  const elsewhere = { type: 'Epic', id: 2, parentId: 11 };
  const refuses = (): Verdict => refused('linking');
  expect(error({ adjacent: wrongType, permitted: false })).toBe(REORDER_ERRORS.types);
  expect(error({ moved: wrongType })).toBe(REORDER_ERRORS.types);
  expect(error({ permitted: false, relativePosition: 'beside' })).toBe(REORDER_ERRORS.permission);
  expect(error({ moved: null })).toBe(REORDER_ERRORS.permission);
  expect(error({ adjacent: null })).toBe(REORDER_ERRORS.permission);
  expect(error({ relativePosition: 'beside', adjacent: elsewhere })).toBe(REORDER_ERRORS.position);
  expect(error({ relativePosition: null })).toBe(REORDER_ERRORS.position);
  expect(error({ adjacent: { type: 'Epic', id: 1, parentId: 10 } })).toBe(REORDER_ERRORS.position);
  expect(error({ adjacent: elsewhere })).toBe("The sibling object's parent must match the current parent epic.");
  expect(error({ newParentId: 12, adjacent: elsewhere, validateNewParent: refuses })).toBe(
    "The sibling object's parent must match the new parent epic.",
  );
  expect(error({ newParentId: 11, adjacent: elsewhere, validateNewParent: refuses })).toBe('linking');
  expect(error({ newParentId: 11, adjacent: elsewhere })).toBeNull();
});

test('TR-14.9 no adjacent item: the first position; the linking rules are asked only for another parent', () => {
  const asked = counted();
  expect(resolveReorder(request({ adjacent: undefined, newParentId: 10, validateNewParent: asked.ask }))).toEqual({
    ok: true,
    parentId: 10,
    parentChanges: false,
    where: { at: 'start' },
  });
  expect(asked.times()).toBe(0);
  const moved = resolveReorder(request({ adjacent: undefined, newParentId: 11, validateNewParent: asked.ask }));
  expect(moved).toMatchObject({ parentId: 11, parentChanges: true, where: { at: 'start' } });
  expect(asked.times()).toBe(1);
});

test('TR-14.9 an item that has left the base epic meanwhile is not reordered, but may still be moved', () => {
  expect(error({ baseId: 10 })).toBeNull();
  expect(error({ baseId: 99 })).toBe(REORDER_ERRORS.siblingOfCurrent);
  expect(error({ baseId: 99, adjacent: undefined })).toBe(REORDER_ERRORS.siblingOfCurrent);
  expect(error({ baseId: 99, newParentId: 10 })).toBeNull();
});

test('TR-14.9 an item without a parent has no order to be moved in', () => {
  const root = { type: 'Epic', id: 1, parentId: null };
  expect(error({ moved: root, adjacent: undefined })).toBe(REORDER_ERRORS.siblingOfCurrent);
  expect(error({ moved: root, newParentId: 10 })).toBeNull();
});

function counted() {
  let count = 0;
  const ask = (): Verdict => {
    count += 1;
    return { ok: true };
  };
  return { ask, times: () => count };
}

const intent = (change: Partial<MoveIntent>): MoveIntent => ({
  childId: 'x',
  fromParentId: 'p',
  parentId: 'p',
  before: null,
  after: null,
  ...change,
});
const link = (id: string) => (id.startsWith('issue') ? `link-of-${id}` : id);

/** What the client asks for where these children of the new parent are shown. */
const asks = (
  move: MoveIntent,
  shownOrder: ChildOrder,
  state: WorkItemState = 'opened',
  entityId = (id: string) => id,
) => reorderInput(move, anchorIn(shownOrder, move, state !== 'closed'), entityId);

test('TR-14.10 the sibling below with after, else the one above with before, else the last one', () => {
  const order = { ids: ['a', 'x', 'issue-b', 'c'], open: 4 };
  const input = (change: Partial<MoveIntent>) => asks(intent(change), order, 'opened', link);
  expect(input({ before: 'issue-b', after: 'a' })).toEqual({
    baseEpicId: 'p',
    moved: { id: 'x', adjacentReferenceId: 'link-of-issue-b', relativePosition: 'after' },
  });
  expect(input({ before: 'gone', after: 'a' }).moved).toMatchObject({
    adjacentReferenceId: 'a',
    relativePosition: 'before',
  });
  expect(input({ before: 'gone', after: 'gone too' }).moved).toMatchObject({
    adjacentReferenceId: 'c',
    relativePosition: 'before',
  });
});

test('TR-14.16 a child that is named as its own neighbour is read as one that has left', () => {
  const order = { ids: ['a', 'x'], open: 2 };
  expect(anchorIn(order, intent({ before: 'x', after: 'x' }), true)).toEqual({ id: 'a', ends: 'before' });
});

test('TR-14.10 another parent: base is the old one; an empty one has no adjacent item', () => {
  expect(asks(intent({ parentId: 'q' }), { ids: [], open: 0 }, 'opened', link)).toEqual({
    baseEpicId: 'p',
    moved: { id: 'x', relativePosition: 'before', newParentId: 'q' },
  });
});

/** A list as it is shown, capitals being closed. */
const shown = (text: string) => ({
  ids: [...text],
  open: [...text].filter((letter) => letter !== letter.toUpperCase()).length,
});

test('TR-14.11 a place is clamped to the siblings of the own state, capitals being closed', () => {
  const plan = (state: WorkItemState, index: number) => {
    const { before, after } = planMove({ id: 'x', fromParentId: 'p', toParentId: 'p', index }, state, shown('abCD'));
    return [after, before];
  };
  expect(plan('opened', 0)).toEqual([null, 'a']);
  expect(plan('opened', 1)).toEqual(['a', 'b']);
  expect(plan('opened', 2)).toEqual(['b', null]);
  expect(plan('opened', 4)).toEqual(['b', null]);
  expect(plan('closed', 0)).toEqual([null, 'C']);
  expect(plan('closed', 3)).toEqual(['C', 'D']);
  expect(plan('closed', 9)).toEqual(['D', null]);
});

test('TR-14.11 the moved one itself is passed over, wherever it stands', () => {
  const plan = (childId: string, index: number) => {
    const state: WorkItemState = childId === childId.toUpperCase() ? 'closed' : 'opened';
    const drop = { id: childId, fromParentId: 'p', toParentId: 'p', index };
    const { before, after } = planMove(drop, state, shown('abcDEF'));
    return [after, before];
  };
  expect(plan('a', 0)).toEqual([null, 'b']);
  expect(plan('a', 1)).toEqual(['b', 'c']);
  expect(plan('b', 1)).toEqual(['a', 'c']);
  expect(plan('c', 9)).toEqual(['b', null]);
  expect(plan('D', 0)).toEqual([null, 'E']);
  expect(plan('E', 4)).toEqual(['D', 'F']);
  expect(plan('F', 9)).toEqual(['E', null]);
});

/* One list, both sides: the client plans on what it shows, the server places among what it stores. */

interface World {
  readonly orders: Lists;
  readonly states: ReadonlyMap<string, WorkItemState>;
}
const gid = (n: number) => globalId('Epic', n);
const P = gid(900);
const Q = gid(901);

const worlds: fc.Arbitrary<World> = fc
  .tuple(fc.array(fc.boolean(), { minLength: 1, maxLength: 8 }), fc.array(fc.boolean(), { maxLength: 8 }))
  .map(([inP, inQ]) => {
    const states = new Map([...inP, ...inQ].map((closed, i) => [gid(i + 1), closed ? 'closed' : 'opened'] as const));
    const ids = [...states.keys()];
    return { orders: { [P]: ids.slice(0, inP.length), [Q]: ids.slice(inP.length) }, states };
  });

/** The server: positions with gaps, the mutation resolved and placed, the order read back. */
function serverOrder(orders: Lists, input: ReturnType<typeof reorderInput>): Lists {
  const parentOf = (id: string): string | null => Object.keys(orders).find((p) => orders[p]?.includes(id)) ?? null;
  const object = (id: string) => ({ type: tryParseGlobalId(id)?.type ?? '', id, parentId: parentOf(id) });
  const { moved } = input;
  const plan = resolveReorder({
    moved: object(moved.id),
    adjacent: moved.adjacentReferenceId === undefined ? undefined : object(moved.adjacentReferenceId),
    relativePosition: moved.relativePosition,
    newParentId: moved.newParentId,
    permitted: true,
    validateNewParent: () => ({ ok: true }),
  });
  if (!plan.ok) throw new Error(plan.error);
  const rest = (orders[plan.parentId] ?? []).filter((id) => id !== moved.id);
  const positions = initialPositions(rest.length);
  const siblings = rest.map((id, i) => ({ id, position: positions[i] ?? 0 }));
  const placement = place(siblings, plan.where);
  if (!placement.ok) throw new Error(placement.error);
  const shifts = new Map(placement.shifts.map(({ id, position }) => [id, position]));
  const rows = [...siblings, { id: moved.id, position: placement.position }].map(({ id, position }) => ({
    id,
    relativePosition: shifts.get(id) ?? position,
  }));
  const from = parentOf(moved.id);
  return {
    ...orders,
    ...(from === null ? {} : { [from]: (orders[from] ?? []).filter((id) => id !== moved.id) }),
    [plan.parentId]: rows.sort(comparePositions).map(({ id }) => id),
  };
}

const moves = worlds.chain((world) =>
  fc.record({
    world: fc.constant(world),
    childId: fc.constantFrom(...(world.orders[P] ?? [])),
    parentId: fc.constantFrom(P, Q),
    index: fc.nat({ max: 9 }),
    loaded: fc.nat({ max: 8 }),
  }),
);

test('TR-14.12 whatever move is asked for on the screen, the server stores and the client shows exactly that', () => {
  fc.assert(
    fc.property(moves, ({ world: { orders, states }, childId, parentId, index }) => {
      const stateOf = (id: string): WorkItemState => states.get(id) ?? 'opened';
      const state = stateOf(childId);
      const ids = displayOrder(orders[parentId] ?? [], stateOf);
      const before = ids.filter((id) => id !== childId);
      const isOpen = (id: string): boolean => stateOf(id) === 'opened';
      const drop = { id: childId, fromParentId: P, toParentId: parentId, index };
      const move = planMove(drop, state, { ids, open: ids.filter(isOpen).length });
      const tree = treeOf(orders, stateOf);
      const local = listsOf(afterMove(tree, move));
      const stored = serverOrder(orders, asks(move, get(tree.orders, parentId) ?? EMPTY_ORDER, state));

      for (const list of [P, Q]) expect(displayOrder(stored[list] ?? [], stateOf)).toEqual(local[list]);
      const open = before.filter(isOpen).length;
      const at = state === 'closed' ? Math.min(Math.max(index, open), before.length) : Math.min(index, open);
      expect(local[parentId]).toEqual([...before.slice(0, at), childId, ...before.slice(at)]);
    }),
    { numRuns: 1000 },
  );
});

test('TR-14.12 with only part of the list loaded, the loaded part comes out the same', () => {
  fc.assert(
    fc.property(moves, ({ world: { orders, states }, childId, parentId, index, loaded }) => {
      const stateOf = (id: string): WorkItemState => states.get(id) ?? 'opened';
      const known = (orders[parentId] ?? []).filter((id, i) => i < loaded || id === childId);
      const client = treeOf({ ...orders, [parentId]: known }, stateOf);
      const ids = listsOf(client)[parentId] ?? [];
      const open = ids.filter((id) => stateOf(id) === 'opened').length;
      const drop = { id: childId, fromParentId: P, toParentId: parentId, index };
      const move = planMove(drop, stateOf(childId), { ids, open });
      const stored = serverOrder(orders, asks(move, { ids, open }, stateOf(childId)));
      const local = listsOf(afterMove(client, move))[parentId] ?? [];
      const shownByServer = displayOrder(stored[parentId] ?? [], stateOf);
      expect(shownByServer.filter((id) => local.includes(id))).toEqual(local);
    }),
    { numRuns: 500 },
  );
});

test('TR-14.10 with both neighbours gone the child is shown last of its own state, though only the shown order is known', () => {
  fc.assert(
    fc.property(moves, ({ world: { orders, states }, childId, parentId }) => {
      const stateOf = (id: string): WorkItemState => states.get(id) ?? 'opened';
      const isOfOwnState = (id: string) => stateOf(id) === stateOf(childId);
      const shownOrder = displayOrder(orders[parentId] ?? [], stateOf);
      const move = { childId, fromParentId: P, parentId, before: gid(700), after: gid(701) };
      const open = shownOrder.filter((id) => stateOf(id) === 'opened').length;
      const input = asks(move, { ids: shownOrder, open }, stateOf(childId));
      const stored = serverOrder(orders, input)[parentId] ?? [];
      expect(displayOrder(stored, stateOf).findLast(isOfOwnState)).toBe(childId);
    }),
    { numRuns: 300 },
  );
});
