import { groupSaga } from './saga.ts';
import { groupReducer } from './slice.ts';

export { placeFacts } from './place-facts.ts';
export { nestGroups, type Group, type Project } from './rules.ts';
export {
  selectGroupPage,
  selectHomeEmpty,
  selectHomeGroups,
  selectHomeProjects,
  selectHomeSearch,
  selectPlaceCounts,
} from './select.ts';
export { groupPage } from './queries.ts';
export { groupActions } from './slice.ts';

/** What the planner wires: the state under `group`, its watcher; nothing here is optimistic. */
export const groupDomain = { name: 'group', reducer: groupReducer, saga: groupSaga } as const;
