import type { Reducer, UnknownAction } from '@reduxjs/toolkit';
import type { RootState } from '@espalier/core';
import type { Stamped } from '@espalier/core/store';
import { applyMiddleware, legacy_createStore } from '@reduxjs/toolkit';
import { createPlanner, reducePlanner, treeActions } from '@espalier/core';
import { createRecorder } from '@espalier/core/replay';
import { createTape, type Tape } from '@espalier/core/replay/tape';
import { FakePorts } from '@espalier/core/testing';
import { moveAndRollBack } from '../core/moves/index.ts';
import { whole } from '../core/moves/espalier.ts';
import { contest, median, report, type Contestant } from '../measure.ts';
import { mixedActions } from './actions.ts';
import { loaded } from './espalier.ts';
import { startOf } from './world.ts';

/** A tape as it is between two idle moments: its reader comes after so many actions. */
const BETWEEN_IDLE = 2000;

const WITHOUT = 'not recorded';
const WITH = 'recorded';

/** Milliseconds of processor time, in which other work on the machine does not show. */
const processorMs = (): number => {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
};

/** Dispatching with and without recording: the smallest action there is, and a move through saga and port. */
export async function benchDispatch(): Promise<void> {
  report(
    'The smallest action',
    'actions a second of processor time',
    await contest([small(WITHOUT), small(WITH, tape())], 21),
    [],
  );
  const movers = [whole(WITHOUT, 'childMoved'), whole(WITH, 'childMoved', tape())];
  report('A move and its rollback among 1,000 siblings', 'a second', await moveAndRollBack(movers, 15), []);
}

const tape = (): Tape => createTape(BETWEEN_IDLE);

const SMALL_ACTIONS = 20_000;

function small(name: string, recording?: Tape): Contestant {
  const middleware = recording === undefined ? [] : [recording.middleware];
  const { store } = createPlanner(new FakePorts().ports, { middleware });
  const action: UnknownAction & ReturnType<typeof treeActions.tabChosen> = {
    ...treeActions.tabChosen({ tab: 'tree' }),
  };
  return {
    name,
    round() {
      const begun = processorMs();
      for (let count = 0; count < SMALL_ACTIONS; count += 1) store.dispatch(action);
      return (SMALL_ACTIONS * 1000) / (processorMs() - begun);
    },
  };
}

/** What the recorder does in idle moments: 2,000 mixed actions on 10,000 items, with two checkpoints, printed and hashed. */
export async function benchIdle(): Promise<void> {
  const start = startOf(10_000);
  const state = loaded(start);
  const actions = mixedActions(start, BETWEEN_IDLE);
  const steps: number[] = [];
  const wholes: number[] = [];
  let length = 0;
  for (let round = 0; round < 6; round += 1) {
    const recorded = createTape();
    // A state of its own: nothing of it has been hashed before.
    const own = JSON.parse(JSON.stringify(state)) as RootState;
    const store = legacy_createStore(reducer as Reducer<RootState>, own as never, applyMiddleware(recorded.middleware));
    for (const action of actions) store.dispatch(action as unknown as UnknownAction);
    const moments: ((timeLeft: () => number) => void)[] = [];
    const recorder = createRecorder({
      tape: recorded,
      store: null,
      idle: (run) => moments.push(run),
      header: () => ({ session: 'bench', viewer: null, timeZone: 'UTC', flags: {}, startedAt: 0 }),
      limits: { characters: Infinity },
    });
    const times: number[] = [];
    const begun = processorMs();
    let from = begun;
    moments.shift()?.(() => {
      const now = processorMs();
      times.push(now - from);
      from = now;
      return 50;
    });
    if (round > 0) {
      wholes.push(processorMs() - begun);
      steps.push(Math.max(...times));
    }
    ({ length } = await recorder.text());
  }
  console.log(
    '\nRecording in idle moments: 2,000 mixed actions on 10,000 items, printed and hashed, with two checkpoints',
  );
  console.log(
    `  ${median(wholes).toFixed(0)} ms of processor time in all, ${(length / 1e6).toFixed(1)} million characters`,
  );
  console.log(
    `  the longest step of a round: ${median(steps).toFixed(1)} ms (median), ${Math.max(...steps).toFixed(1)} ms (most)`,
  );
}

const reducer = (state: RootState | undefined, action: UnknownAction): RootState =>
  'meta' in action ? reducePlanner(state!, action as unknown as Stamped) : state!;
