import type { QueryName } from '../query/index.ts';
import type { Stamped } from '../store/action.ts';
import type { GlobalId } from '../work-item/types.ts';
import type { ListRead, RoadmapConfirmed, RoadmapRoot } from './types.ts';
import { sameData, withReadings } from '../entities/index.ts';
import { keyOf } from '../query/index.ts';
import { emptyTable, entries, get, remove, set } from '../table/index.ts';
import { MILESTONES, withItems, type ItemReading } from '../work-item/entity.ts';
import { roadmapActions, roadmapAnswers } from './actions.ts';
import { listRead, roadmapReads } from './reads.ts';
import { roadmapMutations } from './mutations.ts';
import { afterReduce, roadmapReducer } from './slice.ts';

function* roadmapIds({ roadmap, confirmed }: RoadmapRoot): Generator<string> {
  for (const [id] of entries(roadmap.branches)) yield id;
  for (const [, { ids }] of entries(confirmed.roadmapLists)) yield* ids;
}

type Lists = RoadmapConfirmed['roadmapLists'];

/** Takes the server's answers into the confirmed epics and lists. */
function reduceRoadmap<C extends RoadmapConfirmed>(confirmed: C, action: Stamped): C {
  const roadmapLists = reduceLists(confirmed.roadmapLists, action);
  const known = roadmapReads.milestones.received.match(action)
    ? withReadings(confirmed, MILESTONES, action.payload.data)
    : withItems(confirmed, epicsOf(action));
  return roadmapLists === known.roadmapLists ? known : { ...known, roadmapLists };
}

/** The epics that an answer brings. */
function epicsOf(action: Stamped): readonly ItemReading[] {
  if (roadmapAnswers.epicsReadAgain.match(action)) return action.payload.epics;
  if (roadmapReads.children.received.match(action)) return action.payload.data;
  const isPage = roadmapReads.epics.received.match(action) || roadmapReads.undated.received.match(action);
  return isPage ? action.payload.data.items : [];
}

function reduceLists(lists: Lists, action: Stamped): Lists {
  const { epics, children, undated, milestones } = roadmapReads;
  if (epics.received.match(action)) {
    const { params, data, cursor } = action.payload;
    const known = cursor === null ? [] : (listRead(lists, epics, params)?.ids ?? []);
    return listed(lists, epics, params, withIds(known, idsOf(data.items)));
  }
  if (roadmapAnswers.epicsReadAgain.match(action)) {
    const { params, ids } = action.payload;
    return ids === null ? lists : listed(lists, epics, params, withIds([], ids));
  }
  if (children.received.match(action)) {
    const { params, data } = action.payload;
    return listed(lists, children, params, withIds([], idsOf(data)));
  }
  if (undated.received.match(action)) {
    const { params, data, cursor } = action.payload;
    // The list is read from its end: a further page stands before those that are known.
    // mutant: tray-from-the-front
    const known = cursor === null ? [] : (listRead(lists, undated, params)?.ids ?? []);
    return listed(lists, undated, params, withIds(withIds([], idsOf(data.items)), known));
  }
  if (milestones.received.match(action)) {
    const { params, data } = action.payload;
    return listed(lists, milestones, params, withIds([], idsOf(data)));
  }
  // What is not shown any more, or not there, is forgotten with its query.
  const { reads } = action.meta;
  if (reads?.step === 'left' || reads?.step === 'missing') return remove(lists, reads.queryKey);
  // Nothing is cached: a roadmap that is opened reads everything anew.
  return startsAnew.has(action.type) ? emptyTable() : lists;
}

const startsAnew: ReadonlySet<string> = new Set([
  roadmapActions.roadmapOpened.type,
  roadmapActions.roadmapClosed.type,
  roadmapActions.roadmapRetried.type,
]);

const idsOf = (things: readonly { readonly id: GlobalId }[]): readonly GlobalId[] => things.map(({ id }) => id);

/** RM-07.6: an epic that is in the list already does not come in again. */
function withIds(ids: readonly GlobalId[], more: readonly GlobalId[]): readonly GlobalId[] {
  const added = new Set(more);
  // Of many epics the page is the smaller part: it is looked through for them.
  if (added.size > 0) for (const id of ids) added.delete(id);
  return added.size === 0 ? ids : ids.concat([...added]);
}

/** The lists with one of them as it was read. Read again, it is mostly what it was. */
function listed<P extends { readonly scope: object }>(
  lists: Lists,
  of: Pick<QueryName<P>, 'name' | 'key'>,
  params: P,
  ids: ListRead['ids'],
): Lists {
  const key = keyOf(of, params);
  const known = get(lists, key);
  const next = { scope: params.scope, ids };
  return known?.ids.length === next.ids.length && sameData(known, next) ? lists : set(lists, key, next);
}

/** What the planner wires. */
export const roadmapDomain = {
  name: 'roadmap',
  reducer: roadmapReducer,
  mutations: roadmapMutations,
  tables: ['roadmapLists'],
  reduceConfirmed: reduceRoadmap,
  afterReduce,
  holds: roadmapIds,
  leaves: [roadmapActions.roadmapOpened.type, roadmapActions.roadmapClosed.type],
} as const;
