import { gql } from '@apollo/client';
import { InMemoryCache, type Reference } from '@apollo/client/cache';
import { configureStore, createAction, type UnknownAction } from '@reduxjs/toolkit';
import { createCollection, createLiveQueryCollection, createTransaction } from '@tanstack/db';
import { applyPatches, enablePatches, produceWithPatches, type Patch } from 'immer';
import type { Move, Mover } from './mover.ts';
import { initialIds, moved } from './mover.ts';

interface Row {
  readonly id: string;
  readonly title: string;
  position: number;
}

const rowsOf = (): Row[] => initialIds().map((id, index) => ({ id, title: `Item ${id}`, position: index }));

/** A position directly before another row. */
function positionBefore(rows: readonly Row[], before: string): number {
  const at = rows.findIndex(({ id }) => id === before);
  return at === 0 ? rows[0]!.position - 1 : (rows[at - 1]!.position + rows[at]!.position) / 2;
}

/** A collection with a live query in order; a move is an optimistic transaction that changes one position. */
export const tanstack: Mover = {
  name: 'TanStack DB, live query',
  make() {
    let confirm: (row: Row) => void = () => undefined;
    const collection = createCollection<Row, string>({
      getKey: ({ id }) => id,
      startSync: true,
      sync: {
        rowUpdateMode: 'full',
        sync: ({ begin, write, commit, markReady }) => {
          confirm = (value) => {
            begin();
            write({ type: 'update', value });
            commit();
          };
          begin();
          for (const value of rowsOf()) write({ type: 'insert', value });
          commit();
          markReady();
        },
      },
    });
    const live = createLiveQueryCollection({
      startSync: true,
      query: (query) => query.from({ row: collection }).orderBy(({ row }) => row.position, 'asc'),
    });
    let shown: readonly Row[] = live.toArray;
    live.subscribeChanges(() => void (shown = live.toArray));
    /** Gives what settles the move. */
    const make = (move: Move) => {
      let settle: (accepted: boolean) => void = () => undefined;
      const answer = new Promise<boolean>((resolve) => (settle = resolve));
      const position = positionBefore(shown, move.before);
      const transaction = createTransaction<Row>({
        mutationFn: async () => {
          if (!(await answer)) throw new Error('Relative position is not valid.');
          confirm({ id: move.child, title: `Item ${move.child}`, position });
        },
      });
      transaction.mutate(() => {
        collection.update(move.child, (draft) => {
          draft.position = position;
        });
      });
      const done = transaction.isPersisted.promise.then(
        () => undefined,
        () => undefined,
      );
      return (accepted: boolean): Promise<void> => {
        settle(accepted);
        return done;
      };
    };
    const ids = (): string[] => shown.map(({ id }) => id);
    return {
      async moveAndRollBack(move, seen) {
        const settle = make(move);
        seen?.(ids());
        await settle(false);
        seen?.(ids());
      },
      async overlap(first, second) {
        const [settleFirst, settleSecond] = [make(first), make(second)];
        await settleFirst(false);
        await settleSecond(true);
        return ids();
      },
    };
  },
};

const LIST = gql`
  query list {
    epic {
      id
      issues {
        id
        title
      }
    }
  }
`;

/** An optimistic layer of the cache for each move, with a watcher that is told of every change. */
export const apollo: Mover = {
  name: 'Apollo, optimistic layers',
  make() {
    const cache = new InMemoryCache({ typePolicies: { Epic: { fields: { issues: { merge: false } } } } });
    const issues = rowsOf().map(({ id, title }) => ({ __typename: 'Issue', id, title }));
    cache.writeQuery({ query: LIST, data: { epic: { __typename: 'Epic', id: '1', issues } } });
    let shown: readonly string[] = [];
    cache.watch({
      query: LIST,
      optimistic: true,
      immediate: true,
      callback: ({ result }) => {
        shown = (result as { epic: { issues: readonly Row[] } }).epic.issues.map(({ id }) => id);
      },
    });
    const change = (move: Move) => (target: Pick<InMemoryCache, 'modify'>) => {
      target.modify({
        id: 'Epic:1',
        fields: {
          issues: (list: readonly Reference[], { readField }) => {
            const byId = new Map(list.map((one) => [readField<string>('id', one)!, one]));
            return moved([...byId.keys()], move).map((id) => byId.get(id)!);
          },
        },
      });
    };
    const make = (name: string, move: Move): void =>
      cache.recordOptimisticTransaction((target) => change(move)(target as unknown as InMemoryCache), name);
    return {
      moveAndRollBack(move, seen) {
        make('1', move);
        seen?.(shown);
        cache.removeOptimistic('1');
        seen?.(shown);
      },
      overlap(first, second) {
        make('1', first);
        make('2', second);
        cache.removeOptimistic('1');
        change(second)(cache);
        cache.removeOptimistic('2');
        return shown;
      },
    };
  },
};

/** A slice, and the inverse patches of a move put back on refusal: how RTK Query's `patchQueryData` and `undo` do it. */
export const rtk: Mover = {
  name: 'RTK, patches of immer',
  make() {
    enablePatches();
    const patched = createAction<readonly Patch[]>('list/patched');
    const store = configureStore({
      reducer: (ids: readonly string[] = initialIds(), action: UnknownAction) =>
        patched.match(action) ? applyPatches(ids, action.payload) : ids,
      middleware: (defaults) => defaults({ immutableCheck: false, serializableCheck: false }),
      devTools: false,
    });
    let shown: readonly string[] = store.getState();
    store.subscribe(() => void (shown = store.getState()));
    const make = ({ child, before }: Move): (() => void) => {
      const [, patches, inverse] = produceWithPatches(store.getState() as string[], (ids) => {
        ids.splice(ids.indexOf(child), 1);
        ids.splice(ids.indexOf(before), 0, child);
      });
      store.dispatch(patched(patches));
      return () => void store.dispatch(patched(inverse));
    };
    return {
      moveAndRollBack(move, seen) {
        const undo = make(move);
        seen?.(shown);
        undo();
        seen?.(shown);
      },
      overlap(first, second) {
        const undo = make(first);
        make(second);
        undo();
        return shown;
      },
    };
  },
};
