import { groupSaga } from './saga.ts';
import { groupReducer } from './slice.ts';

export { NOT_FOUND_TEXT, type Load } from '../access/load.ts';
export { placeFacts, type PlaceCounts, type PlaceFact } from './counts.ts';
export { GROUP_TEXTS, nestGroups, SEARCH_DELAY, type HomeGroupRow } from './rules.ts';
export {
  selectGroupPage,
  selectHomeEmpty,
  selectHomeGroups,
  selectHomeProjects,
  selectHomeSearch,
  selectPlaceCounts,
  type GroupPageView,
} from './select.ts';
export { groupActions, initialGroupState, type GroupPageAnswer, type GroupState } from './slice.ts';
export type { Group, GroupPageList, HomeList, PagedList, PageOf, Project } from './types.ts';

/** What the planner wires: the state under `group`, its watcher; nothing here is optimistic. */
export const groupDomain = { name: 'group', reducer: groupReducer, saga: groupSaga, intents: {} } as const;
