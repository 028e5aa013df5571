import type { Generated } from 'kysely';
import type { Defaulted, Optional } from './columns.ts';

/** Exactly one of `group_id` and `project_id` is set. */
export interface MilestonesTable {
  id: Generated<number>;
  iid: number;
  group_id: Optional<number>;
  project_id: Optional<number>;
  title: string;
  description: Optional<string>;
  state: Defaulted<'active' | 'closed'>;
  start_date: Optional<string>;
  due_date: Optional<string>;
  external_id: Optional<string>;
  created_at: Defaulted<string>;
  updated_at: Defaulted<string>;
}

/** By how much it grew on a day (UTC): all items, and those of them that are closed. */
export interface DaysTable {
  project_id: number;
  confidential: boolean;
  day: string;
  scope_count: number;
  scope_weight: number;
  completed_count: number;
  completed_weight: number;
}

export interface MilestoneDaysTable extends DaysTable {
  milestone_id: number;
}

export interface MilestoneTables {
  milestones: MilestonesTable;
  milestone_days: MilestoneDaysTable;
}
