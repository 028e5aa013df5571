import type { RootState } from '@espalier/core';
import type { ActionLog } from '@espalier/core/replay';
import type { Stamped } from '@espalier/core/store';
import type { Replayer, Shown, Start } from './world.ts';
import { entries, get, reducePlanner, treeActions } from '@espalier/core';
import { LOG_FORMAT, replay, stateHash } from '@espalier/core/replay';
import { createPlanner } from '@espalier/core';
import { FakePorts } from '@espalier/core/testing';
import { GROUP } from '../core/data.ts';
import { line, rest } from './world.ts';

/** The planner's state with everything loaded. */
export function loaded(start: Start): RootState {
  const planner = createPlanner(new FakePorts().ports);
  const initial = planner.store.getState();
  planner.dispose();
  const id = start.epics[0]!.id;
  const opened = treeActions.opened({ root: { kind: 'epic', fullPath: GROUP, iid: '1', id }, config: {} });
  const actions: Stamped[] = [{ ...opened, meta: { origin: 'user', at: 0 } }, ...start.answers];
  return actions.reduce(reducePlanner, initial);
}

export function shownIn(state: RootState): Shown {
  const { items, orders } = state.confirmed;
  const lines = new Map<string, string>();
  for (const [id, order] of entries(orders)) {
    const children = order.ids.map((child) => get(items, child)!);
    lines.set(
      id,
      line(get(items, id)!, get(state.tree.expansion, id) === 'expanded' || id === state.tree.root?.id, children),
    );
  }
  const inOrder = [...lines].sort(([a], [b]) => numberOf(a) - numberOf(b)).map(([, text]) => text);
  const notices = state.notice.map(({ text }) => text);
  return [...inOrder, rest(state.tree.labelsShown, notices, state.pending.length)];
}

const numberOf = (id: string): number => Number(id.slice(id.lastIndexOf('/') + 1));

const starts = new WeakMap<Start, RootState>();

/** The same start for every round: states are never changed. */
function startState(start: Start): RootState {
  const state = starts.get(start) ?? loaded(start);
  starts.set(start, state);
  return state;
}

export const reducers: Replayer = {
  name: 'Espalier, the reducers of the whole planner',
  make(start) {
    let state = startState(start);
    return {
      replay: (actions) => void (state = actions.reduce(reducePlanner, state)),
      shown: () => shownIn(state),
    };
  },
};

/** A log in memory of one segment. `hashEvery`: hashes as recorded, which the replay checks. */
export function logOf(state: RootState, actions: readonly Stamped[], hashEvery: number): ActionLog {
  let now = state;
  const logged = actions.map((action, index) => {
    now = reducePlanner(now, action);
    return { seq: index + 1, action, hash: (index + 1) % hashEvery === 0 ? stateHash(now) : null };
  });
  return {
    header: {
      ...{ kind: 'header', app: 'espalier', format: LOG_FORMAT, core: '', session: 'bench', viewer: null },
      ...{ timeZone: 'UTC', flags: {}, startedAt: 0, redacted: false },
    },
    segments: [{ checkpoint: { seq: 0, hash: stateHash(state), state }, actions: logged }],
    end: { seq: actions.length, hash: stateHash(now) },
  };
}

const logs = new WeakMap<readonly Stamped[], ActionLog>();

export const replayed: Replayer = {
  name: 'Espalier, replay(), a hash every 100 actions',
  make(start) {
    let state = startState(start);
    return {
      replay(actions) {
        const result = replay(logs.get(actions)!);
        if (result.mismatch !== null) throw new Error('The replayed state is another one');
        state = result.state;
      },
      shown: () => shownIn(state),
    };
  },
};

/** The log is there before the replay begins. */
export const prepareLog = (start: Start, actions: readonly Stamped[]): void => {
  logs.set(actions, logOf(startState(start), actions, 100));
};
