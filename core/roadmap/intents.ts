import type { Draft, IntentKind, IntentKinds } from '../sync/index.ts';
import type { Stamped } from '../store/action.ts';
import type { DatesChange, RoadmapConfirmed, RoadmapEpic } from './types.ts';
import { emptyTable, get, setMany } from '../table/index.ts';
import { sameData } from '../tree/confirmed.ts';
import { roadmapActions, roadmapAnswers } from './actions.ts';
import { datesOf } from './wire.ts';

/** Whoever reads epics reads all that are shown: a change of any makes an earlier reading stale. */
export const EPICS_KEY = 'roadmapEpics';

/** RM-09.20: the dates are those that were given, and fixed; twice is once. An epic that is not known stays unknown. */
function apply(draft: Draft<RoadmapConfirmed>, { id, startDate, dueDate }: DatesChange): void {
  const epic = draft.get('roadmapEpics', id);
  if (epic === undefined) return;
  const next: RoadmapEpic = {
    ...epic,
    ...datesOf(startDate === undefined ? epic.startDate : startDate, dueDate === undefined ? epic.dueDate : dueDate),
    ...(startDate === undefined ? {} : { startDateIsFixed: true, startDateFixed: startDate }),
    ...(dueDate === undefined ? {} : { dueDateIsFixed: true, dueDateFixed: dueDate }),
  };
  if (!sameData(epic, next)) draft.set('roadmapEpics', id, next);
}

const dates: IntentKind<RoadmapConfirmed, DatesChange> = { keys: () => [EPICS_KEY], apply };

/** The changes that the roadmap shows before they are answered. */
export const roadmapIntents: IntentKinds<RoadmapConfirmed> = { [roadmapActions.datesChanged.type]: dates };

export const noRoadmap = (): RoadmapConfirmed => ({ roadmapEpics: emptyTable() });

/** What the server's answers do to the confirmed epics. Everything else leaves them as they are. */
export function foldRoadmap<C extends RoadmapConfirmed>(confirmed: C, action: Stamped): C {
  if (
    roadmapAnswers.epicsRead.match(action) ||
    roadmapAnswers.childrenRead.match(action) ||
    roadmapAnswers.undatedRead.match(action)
  ) {
    return withEpics(confirmed, action.payload.epics);
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
