import { contest, report, type Contestant } from '../measure.ts';
import { mixedActions } from './actions.ts';
import { prepareLog, reducers, replayed } from './espalier.ts';
import { floor } from './floor.ts';
import { immutable } from './immutable.ts';
import { benchDispatch, benchIdle } from './recording.ts';
import { devTools, rtk } from './rtk.ts';
import { benchSession } from './session.ts';
import { startOf, type Replayer } from './world.ts';

const ACTIONS = 2000;

/** Actions a second of each, all of them held to the floor's result. */
function contestants(replayers: readonly Replayer[], items: number, suffix = ''): Contestant[] {
  const start = startOf(items);
  const actions = mixedActions(start, ACTIONS);
  prepareLog(start, actions);
  const run = ({ make }: Replayer) => {
    const replaying = make(start);
    replaying.replay(actions);
    return replaying.shown();
  };
  const expected = run(floor);
  for (const replayer of replayers) {
    const shown = run(replayer);
    const at = expected.findIndex((line, index) => line !== shown[index]);
    if (at >= 0 || shown.length !== expected.length) {
      throw new Error(`${replayer.name} shows something else:\n${expected[at]}\n${shown[at]}`);
    }
  }
  return replayers.map(({ name, make }) => ({
    name: name + suffix,
    round() {
      const replaying = make(start);
      const begun = performance.now();
      replaying.replay(actions);
      return (ACTIONS * 1000) / (performance.now() - begun);
    },
  }));
}

const PARTS: Readonly<Record<string, () => Promise<string[]>>> = {
  rates: benchRates,
  growth: benchGrowth,
  session: async () => benchSession(),
  dispatch: async () => {
    await benchDispatch();
    await benchIdle();
    return [];
  },
};

/** Replaying and recording beside their peers, or one part of it. Gives the demands that are missed. */
export async function benchReplay(only?: string): Promise<string[]> {
  if (only !== undefined && !Object.hasOwn(PARTS, only)) {
    throw new Error(`Replay has no part "${only}". There are: ${Object.keys(PARTS).join(', ')}.`);
  }
  const missed: string[] = [];
  for (const part of only === undefined ? Object.keys(PARTS) : [only]) missed.push(...(await PARTS[part]!()));
  return missed;
}

/** Beside the floor and the peers. A round of the slowest takes ten seconds and more. */
async function benchRates(): Promise<string[]> {
  const all = [floor, reducers, replayed, immutable, rtk, devTools];
  const results = await contest(contestants(all, 10_000), 3);
  return report('Replaying 2,000 mixed actions on 10,000 items', 'actions a second', results, [
    { left: reducers.name, right: immutable.name, atLeast: 0.5 },
    { left: reducers.name, right: rtk.name, atLeast: 180 },
  ]);
}

async function benchGrowth(): Promise<string[]> {
  const both = [reducers, replayed];
  const sizes = [...contestants(both, 1000, ', 1,000'), ...contestants(both, 10_000, ', 10,000')];
  return report('The same on 1,000 items and on 10,000', 'actions a second', await contest(sizes, 15), [
    { left: `${reducers.name}, 10,000`, right: `${reducers.name}, 1,000`, atLeast: 0.4 },
  ]);
}
