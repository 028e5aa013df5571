import fc from 'fast-check';
import { TreeAdapter } from '../api/adapter.ts';
import { issueGid, issueNode } from '../testing/index.ts';
import {
  changedPart,
  EMPTY_ORDER,
  indexIn,
  orderOf,
  placeInOrder,
  standsThere,
  withAtTop,
  withoutChild,
  withPage,
  type Placed,
} from './order.ts';
import { comparePositions, planMove } from './rules.ts';
import { displayOrder } from './testing/confirmed.ts';

const adapter = new TreeAdapter();
const item = (id: number, closed = false, position: number | null = id * 10): Placed =>
  adapter.issue(issueNode(id, { state: closed ? 'closed' : 'opened', relativePosition: position }));

/** Items in stored order. */
const items = fc
  .uniqueArray(
    fc.record({ id: fc.integer({ min: 1, max: 40 }), closed: fc.boolean(), position: fc.integer({ min: -9, max: 9 }) }),
    {
      selector: ({ id }) => id,
      maxLength: 14,
    },
  )
  .map((list) => list.map(({ id, closed, position }) => item(id, closed, position)).sort(comparePositions));

const shownBy = (list: readonly Placed[], ids: readonly string[]) =>
  displayOrder(ids, (id) => (list.find((it) => it.id === id) as Placed).state);

test('TR-14.7 by position, those without one last, ties by the number of their id', () => {
  const row = (id: string | number, relativePosition: number | null) => ({ id, relativePosition });
  const order = (...rows: ReturnType<typeof row>[]) => rows.sort(comparePositions).map(({ id }) => id);
  expect(order(row(1, null), row(2, 5), row(3, -5), row(4, null))).toEqual([3, 2, 1, 4]);
  expect(order(row('gid://gitlab/Epic/10', 0), row('gid://gitlab/Issue/9', 0))).toEqual([
    'gid://gitlab/Issue/9',
    'gid://gitlab/Epic/10',
  ]);
  expect(order(row(10, 0), row(9, 0))).toEqual([9, 10]);
});

test('TR-14.8 open ones first, each part in its stored order', () => {
  const order = orderOf([item(1, true), item(2), item(3, true), item(4)]);
  expect(order).toEqual({ ids: [2, 4, 1, 3].map(issueGid), open: 2 });
});

test('TR-01.32 a list is sorted by position, epics and issues together, open before closed', () => {
  fc.assert(
    fc.property(items, fc.nat(), (list, seed) => {
      const shuffled = [...list].sort((a, b) => ((a.id.length * 31 + seed) % 7) - ((b.id.length * 17 + seed) % 5));
      const order = orderOf(shuffled);
      expect(order.ids).toEqual(
        shownBy(
          list,
          list.map(({ id }) => id),
        ),
      );
      expect(order.open).toBe(list.filter(({ state }) => state === 'opened').length);
    }),
  );
});

test('TR-14.20 a move within the shown list shows what a move within the stored order would', () => {
  fc.assert(
    fc.property(items, fc.nat(), fc.nat(), (list, which, index) => {
      fc.pre(list.length > 0);
      const child = list[which % list.length] as Placed;
      const order = orderOf(list);
      const drop = { id: child.id, fromParentId: 'p', toParentId: 'p', index: index % (list.length + 1) };
      const move = planMove(drop, child.state, order);
      const stored = list.flatMap(({ id }) => (id === child.id ? [] : [id]));
      const below = move.before === null ? -1 : stored.indexOf(move.before);
      const above = move.after === null ? -1 : stored.indexOf(move.after);
      const end = above < 0 ? stored.length : above + 1;
      stored.splice(below < 0 ? end : below, 0, child.id);
      const moved = placeInOrder(order, child.id, child.state !== 'closed', move);
      expect(moved.ids).toEqual(shownBy(list, stored));
      expect(moved.open).toBe(order.open);
      const again = placeInOrder(moved, child.id, child.state !== 'closed', move);
      expect(again).toBe(moved);
    }),
    { numRuns: 400 },
  );
});

test('TR-14.20 a place that is remembered is the one that a search finds', () => {
  const lists = [[1, 2, 3, 4], [3, 1], [], [4, 3, 2, 1]].map((ids) => ids.map(issueGid));
  const question = fc.tuple(fc.nat({ max: lists.length - 1 }), fc.integer({ min: 1, max: 6 }));
  fc.assert(
    fc.property(fc.array(question, { maxLength: 40 }), (questions) => {
      for (const [which, id] of questions) {
        const ids = lists[which] as readonly string[];
        expect(indexIn(ids, issueGid(id))).toBe(ids.indexOf(issueGid(id)));
      }
    }),
  );
  const order = orderOf([item(1), item(2), item(3)]);
  const moved = placeInOrder(order, issueGid(3), true, { before: issueGid(1), after: null });
  expect([3, 1, 2].map((id) => indexIn(moved.ids, issueGid(id)))).toEqual([0, 1, 2]);
});

test('TR-14.20 where two lists differ is known of a placement and found otherwise', () => {
  fc.assert(
    fc.property(items, fc.nat(), fc.nat(), (list, which, to) => {
      fc.pre(list.length > 0);
      const order = orderOf(list);
      const id = order.ids[which % order.ids.length] as string;
      const placed = placeInOrder(order, id, list.find((it) => it.id === id)?.state !== 'closed', {
        before: order.ids[to % order.ids.length] as string,
        after: null,
      });
      const [start, end] = changedPart(placed.ids, order.ids);
      expect(changedPart([...placed.ids], order.ids)).toEqual(placed === order ? [start, start] : [start, end]);
      const same = (index: number): boolean => placed.ids[index] === order.ids[index];
      expect(order.ids.filter((_, index) => (index < start || index >= end) && !same(index))).toEqual([]);
      expect(start === end || (!same(start) && !same(end - 1))).toBe(true);
    }),
  );
});

test('TR-14.20 standing there already is told without placing', () => {
  fc.assert(
    fc.property(items, fc.nat(), fc.nat({ max: 14 }), fc.nat({ max: 14 }), (list, which, below, above) => {
      fc.pre(list.length > 0);
      const child = list[which % list.length] as Placed;
      const order = orderOf(list);
      const named = (at: number): string | null => (list[at]?.id === child.id ? null : (list[at]?.id ?? null));
      const beside = { before: named(below), after: named(above) };
      const where = [order, child.id, child.state !== 'closed', beside] as const;
      expect(standsThere(...where)).toBe(placeInOrder(...where) === order);
    }),
  );
});

test('TR-14.20 where both neighbours have left, the child goes last among those of its state', () => {
  const order = orderOf([item(1), item(2), item(3), item(4, true)]);
  expect(placeInOrder(order, issueGid(1), true, { before: 'gone', after: 'gone too' }).ids).toEqual(
    [2, 3, 1, 4].map(issueGid),
  );
  expect(placeInOrder(order, issueGid(9), false, { before: 'gone', after: null }).ids).toEqual(
    [1, 2, 3, 4, 9].map(issueGid),
  );
  expect(placeInOrder(EMPTY_ORDER, issueGid(9), true, { before: null, after: null })).toEqual({
    ids: [issueGid(9)],
    open: 1,
  });
});

test('TR-13.4 an order without that child is the same order; a child leaves it once', () => {
  const order = orderOf([item(1), item(2, true)]);
  expect(withoutChild(order, 'none')).toBe(order);
  const removed = withoutChild(order, issueGid(1));
  expect(removed).toEqual({ ids: [issueGid(2)], open: 0 });
  expect(withoutChild(removed, issueGid(1))).toBe(removed);
  expect(withoutChild(order, issueGid(2))).toEqual({ ids: [issueGid(1)], open: 1 });
});

test('TR-06.20 pages merge into what one reading would have given', () => {
  fc.assert(
    fc.property(items, fc.nat({ max: 14 }), fc.integer({ min: 0, max: 3 }), (list, cut, overlap) => {
      const at = Math.min(cut, list.length);
      const first = list.slice(0, at);
      const second = list.slice(Math.max(at - overlap, 0));
      const byId = new Map(first.map((it) => [it.id, it]));
      const merged = withPage(orderOf(first), second, {
        isChild: (id) => byId.has(id),
        item: (id) => byId.get(id),
      });
      expect(merged).toEqual(orderOf(list));
    }),
  );
});

test('TR-06.20 a page of one kind lies between items of the other', () => {
  const first = [item(1), item(3), item(5, true)];
  const second = [item(2), item(4), item(6, true), item(7)];
  const byId = new Map(first.map((it) => [it.id, it]));
  const merged = withPage(orderOf(first), second, { isChild: (id) => byId.has(id), item: (id) => byId.get(id) });
  expect(merged).toEqual({ ids: [1, 2, 3, 4, 7, 5, 6].map(issueGid), open: 5 });
});

test('TR-09.20 added children stand at the top of those of their state; known ones move up', () => {
  const order = orderOf([item(1), item(2), item(3, true)]);
  expect(withAtTop(order, [item(8), item(9, true), item(2)])).toEqual({
    ids: [8, 2, 1, 9, 3].map(issueGid),
    open: 3,
  });
});
