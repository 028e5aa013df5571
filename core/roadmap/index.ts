export * from './rules.ts';
export { roadmapActions, roadmapAnswers } from './actions.ts';
export { roadmapConfig, roadmapData, type RoadmapConfig } from './config.ts';
export { HIGHLIGHT, roadmapSaga } from './saga.ts';
export { selectSuggestions, SUGGESTION_DELAY } from './suggest.ts';
export { roadmapReads, selectListed, selectRoadmapStatus, selectUndated } from './reads.ts';
export {
  selectBranches,
  selectChildrenNotShown,
  selectDependencyLines,
  selectExpandedEpics,
  selectRecentSearches,
  selectRoadmapConfig,
  selectRoadmapEpic,
  selectRoadmapHeader,
  selectRoadmapRows,
  selectRoadmapToday,
  selectRoadmapView,
  selectShownEpics,
  selectTimeframe,
  type RoadmapHeader,
} from './select.ts';
export { selectRoadmapMilestones, selectRoadmapTray, type RoadmapMilestones, type TrayItem } from './select-beside.ts';
export { selectRoadmapEmpty, selectRoadmapFrame, type RoadmapEmpty } from './select-frame.ts';
export { EMPTY_TEXTS, LIMIT_WARNING, ROADMAP_ERRORS, SUGGESTION_ERRORS } from './texts.ts';
export type * from './types.ts';
