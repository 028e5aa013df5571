import type { Stamped } from '../store/action.ts';
import type { Step } from '../store/domain.ts';
import type { ItemRecords } from '../work-item/entity.ts';
import type { EpicState } from './slice.ts';
import { withLabelsSeen } from '../work-item/list/reading.ts';
import { epicActions } from './actions.ts';
import { epicMutations, foldEpics } from './mutations.ts';
import { epicList } from './queries.ts';
import { epicSaga } from './saga.ts';
import { epicReducer, withoutEdits, type FormsRoot } from './slice.ts';

export { NOT_FOUND_TEXT, type Load } from '../access/failures.ts';
export { epicActions, epicEdits, type EpicRef, type PageRoute } from './actions.ts';
export { epicPage } from './queries.ts';
export { EPIC_LIST_DEFAULTS, type EpicListQuery } from './list-query.ts';
export {
  EPIC_SORTS,
  epicListQueryFromUrl,
  epicListQueryToUrl,
  listedCounts,
  selectEpicList,
  type EpicListView,
} from './select-list.ts';
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
export type { EpicDate } from '../work-item/dates.ts';
export type { EpicAuthor, EpicPageData, OwningGroup, PageEpic } from './types.ts';

/** What the planner wires: the state under `epic`, its watcher; nothing here is optimistic (EP-03: the state comes from the answer). */
export const epicDomain = {
  name: 'epic',
  reducer: epicReducer,
  saga: epicSaga,
  mutations: epicMutations,
  foldConfirmed: foldEpics,
  holds: ({ epic: { list, page } }: { readonly epic: EpicState }) =>
    page.id === null ? list.ids : [page.id, ...list.ids],
  leaves: [epicActions.epicListOpened.type, epicActions.epicPageOpened.type, epicActions.epicPageClosed.type],
  afterReduce(
    epic: EpicState,
    action: Stamped,
    { before, after }: Step<FormsRoot & { readonly confirmed: ItemRecords }>,
  ) {
    const held = withoutEdits(epic, before, after);
    return epicActions.epicListOpened.match(action) || epicList.received.match(action)
      ? { ...held, list: withLabelsSeen(epic.list, after.confirmed.items) }
      : held;
  },
} as const;
