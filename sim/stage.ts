import type { ModelCall } from './server/index.ts';
import type { Backend } from './backend.ts';
import type { SimClock } from './clock.ts';
import type { SimClient } from './planner-client.ts';

/** What happens on: what a row of a table may see and do beside its own client. */
export interface Stage {
  readonly clock: SimClock;
  readonly backend: Backend;
  readonly clients: readonly SimClient[];
  /** A text that no item has yet. */
  nextTitle(): string;
  /** Has more time pass after this step. Milliseconds. */
  pause(milliseconds: number): void;
  /** A request by somebody who has no planner here; it meets with no fault. */
  answer(who: string, call: ModelCall): Promise<void>;
  /** What a person may do has changed: their connections are closed, so that nothing is pushed to them that they must not know of. */
  rightsChanged(who: string): void;
  /** `level` null: no member any more. */
  setRole(who: string, level: number | null): Promise<void>;
  /** The server is away for so many milliseconds. */
  restart(milliseconds: number): void;
}
