export * from './rules.ts';
export { roadmapActions, roadmapAnswers } from './actions.ts';
export { EPICS_LIMIT, roadmapConfig, roadmapData, type ConfigSession } from './config.ts';
export { HIGHLIGHT, roadmapSaga } from './saga.ts';
export { SUGGESTION_DELAY } from './saga-suggest.ts';
export {
  selectChildrenNotShown,
  selectDependencyLines,
  selectExpandedEpics,
  selectRecentSearches,
  selectRoadmapConfig,
  selectRoadmapEmpty,
  selectRoadmapEpic,
  selectRoadmapFrame,
  selectRoadmapHeader,
  selectRoadmapMilestones,
  selectRoadmapRows,
  selectRoadmapStatus,
  selectRoadmapToday,
  selectRoadmapTray,
  selectRoadmapView,
  selectShownEpics,
  selectSuggestions,
  selectTimeframe,
  type RoadmapEmpty,
  type RoadmapFrame,
  type RoadmapHeader,
  type RoadmapMilestones,
  type RoadmapRoot,
  type RoadmapTray,
  type TrayItem,
} from './select.ts';
export { initialRoadmapState } from './slice.ts';
export { EMPTY_TEXTS, LIMIT_WARNING, ROADMAP_ERRORS, SUGGESTION_ERRORS } from './texts.ts';
export type * from './types.ts';
