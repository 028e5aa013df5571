import { userEvent } from '../store/action.ts';

/** The address of a work item's page: `/-/issues/7` and `/-/work_items/7?iid_path=true` count within the project, `/-/work_items/7` overall. */
export interface WorkItemRoute {
  readonly projectPath: string;
  readonly by: 'iid' | 'id';
  /** Decimal, positive. */
  readonly number: string;
}

export const workItemActions = {
  pageOpened: userEvent<WorkItemRoute>('workItem/pageOpened'),
  pageClosed: userEvent('workItem/pageClosed'),
  pageRetried: userEvent('workItem/pageRetried'),
};
