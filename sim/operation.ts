import type { Picks } from './picks.ts';
import type { Front } from './front.ts';
import type { SimClient } from './planner-client.ts';
import type { Part } from './schedule.ts';
import type { Stage } from './stage.ts';

/**
 * What a person does in a planner. Each row is a name, its share of the draws, and what it does with its picks; false: there was nothing to do it with.
 * A new capability adds its rows to sim/operations.ts, or brings a table of its own.
 */
export interface Operation<Actor extends Front = SimClient> {
  readonly weight: number;
  /** Absent: of every schedule. */
  readonly part?: Part;
  run(client: Actor, picks: Picks, sim: Stage): boolean;
}
