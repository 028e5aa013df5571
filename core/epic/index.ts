import type { Stamped } from '../store/action.ts';
import type { Step } from '../store/domain.ts';
import { epicActions } from './actions.ts';
import { epicMutations, reduceEpics } from './mutations.ts';
import { epicList } from './queries.ts';
import { epicSaga } from './saga.ts';
import { inPlace } from '../store/place.ts';
import { epicReducer, overEpicReducer, withAhead, withoutAhead, withoutEdits, type FormsRoot } from './slice.ts';
import { readEpics, type Epics, type EpicState } from './state.ts';

export { epicActions, epicEdits, type EpicRef, type PageRoute } from './actions.ts';
export { epicList, epicPage, type EpicListQuery, type EpicListState } from './queries.ts';
export {
  selectEpic,
  selectEpicConfig,
  selectEpicDeletion,
  selectEpicEndpoints,
  selectEpicHeader,
  selectEpicPage,
  selectEpicPermissions,
  selectNewEpic,
} from './select.ts';
export type { EpicState } from './state.ts';
export type { PageEpic } from './wire.ts';

/** What the planner wires: the state under `epic`, its watcher; nothing here is optimistic (EP-03: the state comes from the answer). */
export const epicDomain = {
  name: 'epic',
  reducer: epicReducer,
  saga: epicSaga,
  mutations: epicMutations,
  reduceConfirmed: reduceEpics,
  holds: (state: Epics) => readEpics(state).flatMap(({ page }) => page.id ?? []),
  leaves: [epicActions.epicPageOpened.type, epicActions.epicPageClosed.type],
  afterReduce(epic: EpicState, action: Stamped, { before, after }: Step<FormsRoot>) {
    const shown = withoutEdits(withAhead(epic, action, before), before, after);
    return epicActions.epicPageOpened.match(action) ? withoutAhead(shown) : shown;
  },
} as const;

/** WI-14.10: the epic over the page. Its watchers and records are those of the page's. */
export const overEpicDomain = {
  name: 'overEpic',
  reducer: overEpicReducer,
  afterReduce: (epic: EpicState, action: Stamped, { before, after }: Step<FormsRoot>) =>
    withoutEdits(withAhead(epic, action, before), inPlace(before, 'over'), inPlace(after, 'over')),
} as const;

export const epicListDomain = epicList.domain;
