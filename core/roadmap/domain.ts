import { foldRoadmap, roadmapIntents } from './intents.ts';
import { roadmapReducer } from './slice.ts';

/** What the planner wires. */
export const roadmapDomain = {
  name: 'roadmap',
  reducer: roadmapReducer,
  intents: roadmapIntents,
  tables: ['roadmapEpics', 'roadmapChildren'],
  foldConfirmed: foldRoadmap,
} as const;
