import type { RootState } from '../../planner.ts';
import type { Stamped } from '../../store/action.ts';
import { initialState, reducePlanner } from '../../planner.ts';

/** The state to which a recorded log leads, sent through JSON. */
export const createRoadmapRoot = (log: readonly Stamped[]): RootState =>
  (JSON.parse(JSON.stringify(log)) as readonly Stamped[]).reduce(reducePlanner, initialState());
