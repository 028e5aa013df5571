import type { Inverse, Obstacle, Planned } from '../sync/index.ts';
import type { DatesChange, RoadmapConfirmed, RoadmapEpic, RoadmapState } from './types.ts';
import { gone } from '../sync/index.ts';
import { get } from '../table/index.ts';
import { roadmapActions } from './actions.ts';
import { fixedDates } from './intents.ts';

interface RoadmapShown {
  readonly visible: RoadmapConfirmed;
  readonly roadmap: RoadmapState;
}

/** What takes a change of dates back, and what the change had made of the epic. */
interface DatesBack {
  readonly change: DatesChange;
  readonly made: DatesChange;
}

const epicOf = ({ visible }: RoadmapShown, id: string): RoadmapEpic | undefined => get(visible.roadmapEpics, id);

/** RM-09.41: the dates that a change changes, as they are now. */
const former = (epic: RoadmapEpic, { id, startDate, dueDate }: DatesChange): DatesChange => ({
  id,
  ...(startDate === undefined ? {} : { startDate: epic.startDate }),
  ...(startDate === undefined || epic.startDateIsFixed ? {} : { keptStart: epic.startDateFixed }),
  ...(dueDate === undefined ? {} : { dueDate: epic.dueDate }),
  ...(dueDate === undefined || epic.dueDateIsFixed ? {} : { keptDue: epic.dueDateFixed }),
});

function plan(before: RoadmapShown, made: DatesChange): Planned<DatesBack> | null {
  const epic = epicOf(before, made.id);
  if (epic === undefined) return null;
  return {
    name: `moved ${epic.reference} “${epic.title}” in time`,
    back: { change: former(epic, made), made },
  };
}

function obstacle(now: RoadmapShown, { made }: DatesBack): Obstacle | null {
  const epic = epicOf(now, made.id);
  const { roadmap } = now;
  if (roadmap.config === null || roadmap.status === 'loading') {
    return { reason: 'the roadmap is still being read', passing: true };
  }
  if (epic === undefined) return gone('it is not shown here any more');
  const wanted = Object.entries(fixedDates(made)) as [keyof RoadmapEpic, unknown][];
  // Of a date that is inherited again what it is inherited from is somebody else's.
  if (wanted.some(([name, value]) => epic[name] !== value)) return gone('its dates were changed meanwhile');
  return epic.canUpdate ? null : gone('you may not change it any more');
}

const datesInverse: Inverse<RoadmapShown, DatesChange, DatesBack> = {
  kind: roadmapActions.datesChanged.type,
  plan,
  obstacle,
  edit: (_, { change }) => roadmapActions.datesChanged(change),
};

/** How the edits of the roadmap are taken back. */
export const roadmapInverses = [datesInverse] as const;
