import type { Confirmed, Pending, MoveIntent, Planner, RootState } from '@espalier/core';
import type { Ports } from '@espalier/core/ports';
import type { Tape } from '@espalier/core/replay/tape';
import type { Stamped } from '@espalier/core/store';
import type { Move, Mover } from './mover.ts';
import { createPlanner, get, selectNotices, selectTreeRows, treeActions } from '@espalier/core';
import { initialPending, reducePending, selectVisible } from '@espalier/core/mutation';
import { epicChildren, FakePorts, issueNode, settle } from '@espalier/core/testing';
import { epicGid } from '../data.ts';
import { parsed, SIBLINGS } from './mover.ts';

const ROOT = epicGid(1);
const children = () =>
  parsed(epicChildren(1, { issues: Array.from({ length: SIBLINGS }, (_, index) => issueNode(index + 1)) }));
const numberOf = (id: string): number => Number(id.slice(id.lastIndexOf('/') + 1));

const payloadOf = ({ child, before }: Move): MoveIntent => ({
  childId: child,
  fromParentId: ROOT,
  parentId: ROOT,
  before,
  after: null,
});

/** A planner with the tree of 1,000 siblings open; `answer` says what the server says to a move. */
async function opened(answer: (ports: FakePorts) => Ports, tape?: Tape): Promise<Planner> {
  const fake = new FakePorts();
  fake.script = ({ what }) => (what === 'epicChildren' ? { data: children() } : undefined);
  const planner = createPlanner(answer(fake), { middleware: tape === undefined ? [] : [tape.middleware] });
  const root = { kind: 'epic' as const, fullPath: 'acme', iid: '1', id: ROOT };
  put(planner, treeActions.opened({ root, config: { userSignedIn: true, username: 'ada' } }));
  await settle();
  fake.script = () => undefined;
  if (selectTreeRows(planner.store.getState()).length !== SIBLINGS) throw new Error('The tree did not open');
  return planner;
}

const put = ({ store }: Planner, action: { readonly type: string }): void => void store.dispatch(action);
const idsIn = (state: RootState): string[] =>
  selectTreeRows(state).flatMap((row) => (row.kind === 'item' ? [row.id] : []));

/** The functions that lay mutations over what is confirmed, and take them away again; no store, no saga. */
export const overlay: Mover = {
  name: 'Espalier, the overlay functions',
  async make() {
    const { store, dispose } = await opened((fake) => fake.ports);
    const { confirmed, tree } = store.getState();
    dispose();
    const visible = (tables: Confirmed, pending: readonly Pending[]): Confirmed =>
      selectVisible({ confirmed: tables, pending });
    const pendingMove = (id: string, move: Move): Pending => ({
      ...{ id, type: treeActions.childMoved.type, payload: payloadOf(move), at: 0, status: 'sent' as const },
    });
    const listOf = (tree: Confirmed): readonly string[] => get(tree.orders, ROOT)!.ids;
    return {
      moveAndRollBack(move, seen) {
        const shown = listOf(visible(confirmed, [pendingMove('1', move)]));
        const again = listOf(visible(confirmed, []));
        seen?.(shown);
        seen?.(again);
      },
      overlap(first, second) {
        let state = { ...initialPending<Confirmed>(confirmed), tree };
        const asked = (id: string, move: Move): Stamped => ({
          ...treeActions.childMoved(payloadOf(move)),
          meta: { origin: 'user', at: 0, id },
        });
        const settled = (id: string, as: 'committed' | 'refused'): Stamped => ({
          ...{ type: treeActions.childMoved.refused.type, payload: { id } },
          meta: { origin: 'server', at: 0, resolves: { id, as } },
        });
        const actions = [asked('1', first), asked('2', second), settled('1', 'refused'), settled('2', 'committed')];
        for (const action of actions) {
          state = { ...reducePending(state, action), tree };
          visible(state.confirmed, state.pending);
        }
        return listOf(visible(state.confirmed, state.pending));
      },
    };
  },
};

const SAID = { status: 200, headers: {} };
const REFUSED = { ...SAID, data: { epicTreeReorder: { errors: ['Relative position is not valid.'] } } };
const ACCEPTED = { ...SAID, data: { epicTreeReorder: { errors: [] } } };

/**
 * The whole of it: the action, the saga that sends it, a port that refuses, the alert, and a listener that reads rows and alerts after every
 * action. `dropped`: from the action of a drop, which the saga turns into a move and announces. `tape`: records it.
 */
export const whole = (name: string, from: 'childMoved' | 'dropped', tape?: Tape): Mover => ({
  name,
  async make() {
    let answers: unknown[] = [];
    const answering = (fake: FakePorts): Ports => ({
      ...fake.ports,
      graphql: {
        request: (operation, variables, options) =>
          operation.name === 'epicTreeReorder'
            ? Promise.resolve((answers.shift() ?? REFUSED) as never)
            : fake.ports.graphql.request(operation, variables, options),
      },
    });
    const planner = await opened(answering, tape);
    const { store } = planner;
    let rows = selectTreeRows(store.getState());
    let alerts = selectNotices(store.getState(), 'tree');
    let idle: () => void = () => undefined;
    let moving = false;
    store.subscribe(() => {
      const state = store.getState();
      rows = selectTreeRows(state);
      alerts = selectNotices(state, 'tree');
      // A drop is told before the move that it becomes: nothing is pending then, either.
      if (state.pending.length > 0) moving = true;
      else if (moving && selectVisible(state) === state.confirmed) {
        moving = false;
        idle();
      }
    });
    const make = (move: Move): void => {
      if (from === 'childMoved') put(planner, treeActions.childMoved(payloadOf(move)));
      else {
        const [at, to] = [numberOf(move.child), numberOf(move.before)];
        const index = (at < to ? to - 1 : to) - 1;
        put(planner, treeActions.dropped({ id: move.child, fromParentId: ROOT, toParentId: ROOT, index }));
      }
    };
    return {
      async moveAndRollBack(move, seen) {
        const before = alerts[0];
        const settled = new Promise<void>((resolve) => (idle = resolve));
        make(move);
        seen?.(idsIn(store.getState()));
        await settled;
        if (alerts[0] === before) throw new Error('No alert was raised');
        if (rows.length !== SIBLINGS) throw new Error('Rows are lost');
        seen?.(idsIn(store.getState()));
      },
      async overlap(first, second) {
        answers = [REFUSED, ACCEPTED];
        put(planner, treeActions.childMoved(payloadOf(first)));
        put(planner, treeActions.childMoved(payloadOf(second)));
        await settle();
        const { pending } = store.getState();
        if (pending.length > 0) throw new Error('Moves are left over');
        return idsIn(store.getState());
      },
    };
  },
});

export const planner = whole('Espalier, createPlanner: saga, port, alert', 'childMoved');
export const dropping = whole('Espalier, createPlanner, from the drop on', 'dropped');
