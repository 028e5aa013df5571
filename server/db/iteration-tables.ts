import type { Generated } from 'kysely';
import type { Defaulted, Optional } from './columns.ts';
import type { DaysTable } from './milestone-tables.ts';

export interface IterationDaysTable extends DaysTable {
  iteration_id: number;
}

/** `next_run`: the day on which it is looked at again; null: it is not automatic. `retry_on`: that failed, and is tried again on this day. */
export interface IterationCadencesTable {
  id: Generated<number>;
  group_id: number;
  title: string;
  description: Optional<string>;
  active: Defaulted<boolean>;
  automatic: Defaulted<boolean>;
  start_date: Optional<string>;
  duration_in_weeks: Optional<number>;
  iterations_in_advance: Optional<number>;
  roll_over: Defaulted<boolean>;
  next_run: Optional<string>;
  retry_on: Optional<string>;
  created_at: Defaulted<string>;
  updated_at: Defaulted<string>;
}

export interface IterationsTable {
  id: Generated<number>;
  iid: number;
  group_id: number;
  /** A trigger gives one where there is none. */
  cadence_id: Defaulted<number>;
  title: Optional<string>;
  description: Optional<string>;
  start_date: string;
  due_date: string;
  external_id: Optional<string>;
  created_at: Defaulted<string>;
  updated_at: Defaulted<string>;
}

export interface IterationTables {
  iteration_cadences: IterationCadencesTable;
  iterations: IterationsTable;
  iteration_days: IterationDaysTable;
}
