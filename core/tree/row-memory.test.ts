import fc from 'fast-check';
import type { QueryState } from '../query/index.ts';
import { emptyTable, set, tableOf } from '../table/index.ts';
import { epicGid, issueGid } from '../testing/index.ts';
import { selectTreeRows } from './select/index.ts';
import { initialTree } from './slice.ts';
import type { ChildOrder, TreeState } from './state.ts';
import { treeOf } from './testing/confirmed.ts';

const ROOT = epicGid(1);
const COUNT = 12;
const ids = Array.from({ length: COUNT }, (_, index) => issueGid(index + 1));
const queries = emptyTable<QueryState>();
const tables = treeOf({ [ROOT]: ids });

/** An open tree; rows are remembered by its config. */
const opened = (): TreeState => ({ ...initialTree, config: { ...initialTree.config }, root: { id: ROOT } as never });

/** A list made from another: a child moved, taken out, or put in. */
const step = fc.oneof(
  fc.record({ kind: fc.constant('move' as const), from: fc.nat(), to: fc.nat() }),
  fc.record({ kind: fc.constant('leave' as const), from: fc.nat(), to: fc.nat() }),
  fc.record({ kind: fc.constant('enter' as const), from: fc.nat(), to: fc.nat() }),
  fc.record({ kind: fc.constant('rollback' as const), from: fc.nat(), to: fc.nat() }),
);

test('TR-05.24 rows that are made from the last ones are those that are made anew, whatever happens to the list', () => {
  fc.assert(
    fc.property(fc.array(step, { minLength: 1, maxLength: 20 }), (steps) => {
      const tree = opened();
      let list: readonly string[] = ids;
      let before = list;
      for (const { kind, from, to } of steps) {
        const rest = list.toSpliced(from % Math.max(list.length, 1), kind === 'enter' ? 0 : 1);
        const moved = kind === 'enter' ? ids.find((id) => !list.includes(id)) : list[from % Math.max(list.length, 1)];
        const next = kind === 'leave' || moved === undefined ? rest : rest.toSpliced(to % (rest.length + 1), 0, moved);
        [list, before] = kind === 'rollback' ? [before, list] : [next, list];
        const visible = { ...tables, orders: set(tables.orders, ROOT, { ids: list, open: list.length }) };
        const rows = selectTreeRows({ pending: [], queries, visible, tree });
        expect(rows).toEqual(selectTreeRows({ pending: [], queries, visible, tree: opened() }));
        expect(rows.map((row) => row.kind === 'item' && [row.id, row.index, row.siblingCount])).toEqual(
          list.map((id, index) => [id, index, list.length]),
        );
        expect(selectTreeRows({ pending: [], queries, visible: { ...visible }, tree })).toBe(rows);
      }
    }),
    { numRuns: 300 },
  );
});

test('TR-05.24 a move among many makes new rows only between its ends, a rollback brings the old ones back', () => {
  const tree = opened();
  const shown = (order: ChildOrder) =>
    selectTreeRows({ pending: [], queries, visible: { ...tables, orders: tableOf([[ROOT, order]]) }, tree });
  const confirmed = { ids, open: COUNT };
  const rows = shown(confirmed);
  for (const [from, to] of [
    [2, 8],
    [9, 0],
    [0, 11],
    [5, 4],
  ] as const) {
    const moved = shown({ ids: ids.toSpliced(from, 1).toSpliced(to, 0, ids[from] as string), open: COUNT });
    expect(rows.filter((row, index) => moved[index] === row)).toHaveLength(COUNT - Math.abs(from - to) - 1);
    expect(shown(confirmed)).toBe(rows);
  }
});
