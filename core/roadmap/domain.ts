import type { Stamped } from '../store/action.ts';
import type { WorkItem } from '../work-item/types.ts';
import type { RoadmapConfirmed, RoadmapEpic, RoadmapState } from './types.ts';
import { sameData, withReadings } from '../entities/index.ts';
import { emptyTable, get, set, entries } from '../table/index.ts';
import { ITEM_PARTS } from '../work-item/entity.ts';
import { roadmapActions, roadmapAnswers } from './actions.ts';
import { roadmapReads } from './reads.ts';
import { roadmapMutations } from './mutations.ts';
import { roadmapReducer } from './slice.ts';

function* roadmapIds({ roadmap, confirmed }: RoadmapHolder): Generator<string> {
  yield* roadmap.ids;
  yield* roadmap.tray.ids;
  for (const [id] of entries(roadmap.flags)) yield id;
  for (const [parentId, ids] of entries(confirmed.roadmapChildren)) yield* [parentId, ...ids];
}

export interface RoadmapHolder {
  readonly roadmap: RoadmapState;
  readonly confirmed: RoadmapConfirmed;
}

/** What the server's answers do to the confirmed epics. Everything else leaves them as they are. */
function foldRoadmap<C extends RoadmapConfirmed>(confirmed: C, action: Stamped): C {
  if (roadmapReads.epics.received.match(action) || roadmapReads.undated.received.match(action)) {
    return withEpics(confirmed, action.payload.data.epics);
  }
  if (roadmapAnswers.epicsReadAgain.match(action)) return withEpics(confirmed, action.payload.epics);
  if (roadmapReads.children.received.match(action)) {
    const {
      params: { parentId },
      data: epics,
    } = action.payload;
    const ids = epics.map(({ id }) => id);
    const next = withEpics(confirmed, epics);
    if (sameData(get(next.roadmapChildren, parentId), ids)) return next;
    return { ...next, roadmapChildren: set(next.roadmapChildren, parentId, ids) };
  }
  // Nothing is cached: a roadmap that is opened reads everything anew.
  if (roadmapActions.roadmapOpened.match(action) || roadmapActions.roadmapClosed.match(action)) {
    return { ...confirmed, roadmapChildren: emptyTable() };
  }
  return confirmed;
}

function withEpics<C extends RoadmapConfirmed>(confirmed: C, epics: readonly RoadmapEpic[]): C {
  const items = withReadings<WorkItem>(confirmed.items, epics, ITEM_PARTS);
  return items === confirmed.items ? confirmed : { ...confirmed, items };
}

/** What the planner wires. */
export const roadmapDomain = {
  name: 'roadmap',
  reducer: roadmapReducer,
  mutations: roadmapMutations,
  tables: ['roadmapChildren'],
  foldConfirmed: foldRoadmap,
  holds: roadmapIds,
  leaves: [roadmapActions.roadmapOpened.type, roadmapActions.roadmapClosed.type],
} as const;
