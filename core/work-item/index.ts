import { workItemSaga } from './saga.ts';
import { workItemReducer } from './slice.ts';

export type * from './types.ts';
export * from './rules.ts';
export { workItemActions, type WorkItemRoute } from './actions.ts';
export type { WidgetName, WorkItemDetails } from './page-data.ts';
export {
  isWorkItemPage,
  selectWorkItem,
  selectWorkItemModel,
  selectWorkItemPage,
  type WorkItemModel,
  type WorkItemPage,
} from './select.ts';
export { initialWorkItemState } from './slice.ts';

/** What the planner wires: the page of one work item under `workItem`. Nothing here is optimistic: the page is read. */
export const workItemDomain = { name: 'workItem', reducer: workItemReducer, saga: workItemSaga, intents: {} } as const;
