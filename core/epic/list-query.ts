import type { EpicSort } from '../api/generated/schema.ts';
import type { ListQuery } from '../work-item/list/query.ts';

/** Which page of which epics a list shows. */
export type EpicListQuery = ListQuery<EpicSort>;

/** RP-02.141 */
export const EPIC_LIST_DEFAULTS: EpicListQuery = {
  search: '',
  state: 'opened',
  sort: 'CREATED_AT_DESC',
  labels: [],
  after: null,
  before: null,
};
