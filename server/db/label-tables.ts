import type { Generated } from 'kysely';
import type { Defaulted, Optional } from './columns.ts';

/** Exactly one of `group_id` and `project_id` is set. */
export interface LabelsTable {
  id: Generated<number>;
  group_id: Optional<number>;
  project_id: Optional<number>;
  title: string;
  description: Optional<string>;
  color: string;
  external_id: Optional<string>;
  created_at: Defaulted<string>;
  updated_at: Defaulted<string>;
}

/** Who follows a label; in a project, or (null) in its group. */
export interface LabelSubscriptionsTable {
  label_id: number;
  user_id: number;
  project_id: Optional<number>;
}

export interface WorkItemLabelsTable {
  work_item_id: number;
  label_id: number;
}

export interface LabelTables {
  labels: LabelsTable;
  label_subscriptions: LabelSubscriptionsTable;
  work_item_labels: WorkItemLabelsTable;
}
