import type { Draft, IntentKind, IntentKinds } from '../sync/index.ts';
import type { Stamped } from '../store/action.ts';
import type { GlobalId } from '../work-item/types.ts';
import type { DatesChange, RoadmapConfirmed, RoadmapEpic } from './types.ts';
import { emptyTable, get, set, setMany } from '../table/index.ts';
import { sameData } from '../tree/confirmed.ts';
import { roadmapActions, roadmapAnswers } from './actions.ts';
import { inheritingFrom } from './rules/inherit.ts';
import { datesOf } from './wire.ts';

/** Whoever reads epics reads all that are shown: a change of any makes an earlier reading stale. */
export const EPICS_KEY = 'roadmapEpics';

/**
 * RM-09.20: the dates are those that were given, and fixed; twice is once. An epic that is not known stays unknown. RM-09.33: the epics above it that inherit
 * dates follow at once.
 */
function apply(draft: Draft<RoadmapConfirmed>, change: DatesChange): void {
  const { id, startDate, dueDate } = change;
  const epic = draft.get('roadmapEpics', id);
  if (epic === undefined) return;
  const next: RoadmapEpic = {
    ...epic,
    ...datesOf(startDate === undefined ? epic.startDate : startDate, dueDate === undefined ? epic.dueDate : dueDate),
    ...fixedDates(change),
  };
  if (sameData(epic, next)) return;
  draft.set('roadmapEpics', id, next);
  inherit(draft, epic, next, new Set([id]));
}

/** What a change says of the kind of the dates and of the fixed ones, in the words of the wire. RM-09.40: a date with a kept one is inherited again. */
export const fixedDates = ({ startDate, dueDate, keptStart, keptDue }: DatesChange) => ({
  ...(startDate === undefined
    ? {}
    : { startDateIsFixed: keptStart === undefined, startDateFixed: keptStart === undefined ? startDate : keptStart }),
  ...(dueDate === undefined
    ? {}
    : { dueDateIsFixed: keptDue === undefined, dueDateFixed: keptDue === undefined ? dueDate : keptDue }),
});

/** RM-09.33: from the epic that changed upwards, until one keeps its dates or is not known. */
function inherit(draft: Draft<RoadmapConfirmed>, before: RoadmapEpic, after: RoadmapEpic, seen: Set<GlobalId>): void {
  const { parentId } = before;
  // Two readings at different times may disagree about who is whose parent: nobody is asked twice.
  if (parentId === null || seen.has(parentId)) return;
  seen.add(parentId);
  const parent = draft.get('roadmapEpics', parentId);
  if (parent === undefined) return;
  const others = (draft.get('roadmapChildren', parentId) ?? []).flatMap((id) => {
    const child = id === before.id ? undefined : draft.get('roadmapEpics', id);
    return child === undefined ? [] : [child];
  });
  const { startDate, dueDate } = inheritingFrom(parent, before, after, others);
  if (startDate === parent.startDate && dueDate === parent.dueDate) return;
  const next: RoadmapEpic = { ...parent, ...datesOf(startDate, dueDate) };
  draft.set('roadmapEpics', parentId, next);
  inherit(draft, parent, next, seen);
}

const dates: IntentKind<RoadmapConfirmed, DatesChange> = { keys: () => [EPICS_KEY], apply };

/** The changes that the roadmap shows before they are answered. */
export const roadmapIntents: IntentKinds<RoadmapConfirmed> = { [roadmapActions.datesChanged.type]: dates };

export const noRoadmap = (): RoadmapConfirmed => ({ roadmapEpics: emptyTable(), roadmapChildren: emptyTable() });

/** What the server's answers do to the confirmed epics. Everything else leaves them as they are. */
export function foldRoadmap<C extends RoadmapConfirmed>(confirmed: C, action: Stamped): C {
  if (
    roadmapAnswers.epicsRead.match(action) ||
    roadmapAnswers.epicsReadAgain.match(action) ||
    roadmapAnswers.undatedRead.match(action)
  ) {
    return withEpics(confirmed, action.payload.epics);
  }
  if (roadmapAnswers.childrenRead.match(action)) {
    const { parentId, epics } = action.payload;
    const ids = epics.map(({ id }) => id);
    const next = withEpics(confirmed, epics);
    if (sameData(get(next.roadmapChildren, parentId), ids)) return next;
    return { ...next, roadmapChildren: set(next.roadmapChildren, parentId, ids) };
  }
  if (roadmapAnswers.datesConfirmed.match(action))
    return withEpics(confirmed, action.payload.epics.flatMap(known(confirmed)));
  // Nothing is cached: a roadmap that is opened reads everything anew.
  if (roadmapActions.roadmapOpened.match(action) || roadmapActions.roadmapClosed.match(action)) {
    return { ...confirmed, ...noRoadmap() };
  }
  return confirmed;
}

/** The answer to a change says nothing of colours, and concerns no epic that is not shown. */
const known =
  ({ roadmapEpics }: RoadmapConfirmed) =>
  (epic: RoadmapEpic): readonly RoadmapEpic[] => {
    const before = get(roadmapEpics, epic.id);
    return before === undefined ? [] : [{ ...epic, color: before.color, textColor: before.textColor }];
  };

/** A reading that says what is known already changes nothing, not even a reference. */
function withEpics<C extends RoadmapConfirmed>(confirmed: C, epics: readonly RoadmapEpic[]): C {
  const changed = epics.flatMap((epic): [string, RoadmapEpic][] => {
    const before = get(confirmed.roadmapEpics, epic.id);
    return before !== undefined && sameData(before, epic) ? [] : [[epic.id, epic]];
  });
  const roadmapEpics = setMany(confirmed.roadmapEpics, changed);
  return roadmapEpics === confirmed.roadmapEpics ? confirmed : { ...confirmed, roadmapEpics };
}
