import { groupSaga } from './saga.ts';
import { groupReducer } from './slice.ts';

export { NOT_FOUND_TEXT } from '../access/failures.ts';
export { placeFacts, type PlaceCounts, type PlaceFact } from './counts.ts';
export {
  GROUP_TEXTS,
  nestGroups,
  SEARCH_DELAY,
  type Group,
  type GroupPageList,
  type HomeGroupRow,
  type HomeList,
  type PageOf,
  type Project,
} from './rules.ts';
export {
  selectGroupPage,
  selectHomeEmpty,
  selectHomeGroups,
  selectHomeProjects,
  selectHomeSearch,
  selectPlaceCounts,
} from './select.ts';
export { groupPage, type GroupPageAnswer } from './queries.ts';
export { groupActions, initialGroupState, type GroupState } from './slice.ts';

/** What the planner wires: the state under `group`, its watcher; nothing here is optimistic. */
export const groupDomain = { name: 'group', reducer: groupReducer, saga: groupSaga } as const;
