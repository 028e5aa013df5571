import { epicSaga } from './saga.ts';
import { epicReducer } from './slice.ts';

export { NOT_FOUND_TEXT, type Load, type Sending } from '../access/load.ts';
export { epicActions, type PageRoute } from './actions.ts';
export { EPIC_LIST_DEFAULTS, type EpicListQuery } from './list-query.ts';
export { EPIC_SORTS, epicListQueryFromUrl, epicListQueryToUrl } from './list-address.ts';
export { listedCounts, selectEpicList, type EpicListView } from './select-list.ts';
export {
  selectEpic,
  selectEpicConfig,
  selectEpicDeletion,
  selectEpicEndpoints,
  selectEpicHeader,
  selectEpicPage,
  selectEpicPermissions,
  selectNewEpic,
  type EpicDeletion,
  type EpicHeader,
  type EpicPageStatus,
  type NewEpicForm,
} from './select.ts';
export { initialEpicState, type EpicState } from './slice.ts';
export type { EpicAuthor, EpicDate, EpicDetails, EpicListRow, EpicPageData, OwningGroup } from './types.ts';

/** What the planner wires: the state under `epic`, its watcher; nothing here is optimistic (EP-03: the state comes from the answer). */
export const epicDomain = { name: 'epic', reducer: epicReducer, saga: epicSaga, intents: {} } as const;
