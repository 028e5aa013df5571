import type { RoadmapConfirmed, DatesChange } from './types.ts';
import { type UpdateEpicMutation, UpdateEpicOperation } from '../api/generated/operations.ts';
import { nodesOf } from '../api/wire-parts.ts';
import { recordKeys } from '../entities/index.ts';
import { type Draft, type Planned, define, graphql, gone, later } from '../mutation/index.ts';
import { get } from '../table/index.ts';
import { dateFields, datesInput, datesScope, epicDate, haveSettings } from '../work-item/dates.ts';
import { type WorkItem, withFacts } from '../work-item/entity.ts';
import { firstError } from '../work-item/rules.ts';
import { roadmapActions, roadmapAlert } from './actions.ts';
import { applyDates, EPICS_KEY, settingsOf } from './change-dates.ts';
import { roadmapEpic } from './epic.ts';
import { type Reading, selectRoadmapStatus } from './reads.ts';

interface RoadmapShown extends Reading {
  readonly visible: RoadmapConfirmed;
}

/** The change that undoes a change of dates, and the change itself. */
interface DatesBack {
  readonly change: DatesChange;
  readonly made: DatesChange;
}

const epicOf = ({ visible }: RoadmapShown, id: string): WorkItem | undefined => get(visible.items, id);

/** RM-09.41: the current values of the dates that a change changes. */
function former(epic: WorkItem, { id, startDate, dueDate }: DatesChange): DatesChange {
  const [start, due] = [epicDate(epic, 'start'), epicDate(epic, 'due')];
  return {
    id,
    ...(startDate === undefined ? {} : { startDate: start.date }),
    ...(startDate === undefined || start.isFixed ? {} : { keptStart: start.fixed }),
    ...(dueDate === undefined ? {} : { dueDate: due.date }),
    ...(dueDate === undefined || due.isFixed ? {} : { keptDue: due.fixed }),
  };
}

/** Not in the error catalogue, because editing dates on the roadmap is our addition. */
export const DATES_ERROR = "The epic's dates could not be changed";

type Answer = NonNullable<UpdateEpicMutation['updateEpic']>;

/** RM-09.21, RM-09.22: changes of dates, one at a time per epic. */
const dates = define(roadmapActions.datesChanged, {
  // mutant: roadmap-no-line
  scope: ({ id }) => datesScope(id),
  invalidates: ({ id }) => [EPICS_KEY, ...recordKeys(id, [...dateFields('start'), ...dateFields('due')])],
  apply: applyDates,
  /** The wire's own update of an epic: what is given becomes the fixed date. */
  request({ confirmed }: { readonly confirmed: RoadmapConfirmed }, change) {
    const epic = get(confirmed.items, change.id);
    if (epic?.group == null) return null;
    return graphql(UpdateEpicOperation, {
      input: { groupPath: epic.group.fullPath, iid: epic.iid, ...datesInput(settingsOf(change)) },
    });
  },
  decode: ({ epic }: Answer) => (epic === null ? [] : [epic, ...nodesOf(epic.ancestors)].map(roadmapEpic)),
  /** RM-09.23: with what the server says of the epic and those above it. The answer concerns no epic that is not shown. */
  commit(draft: Draft<RoadmapConfirmed>, epics, change) {
    applyDates(draft, change);
    // mutant: roadmap-answer-not-folded
    for (const epic of epics) withFacts(draft, epic.id, epic);
  },
  /** RM-09.23: the server's own words stand below our text. */
  error: (_, { messages }) => roadmapAlert(DATES_ERROR, firstError(messages)),
  undo: {
    plan(before: RoadmapShown, made): Planned<DatesBack> | null {
      const epic = epicOf(before, made.id);
      if (epic === undefined) return null;
      return {
        name: `moved ${epic.reference} “${epic.title}” in time`,
        undoData: { change: former(epic, made), made },
      };
    },
    obstacle(now: RoadmapShown, { made }: DatesBack) {
      const epic = epicOf(now, made.id);
      if (now.roadmap.config === null || selectRoadmapStatus(now) === 'loading') {
        return later('the roadmap is still being read');
      }
      if (epic === undefined) return gone('it is not shown here any more');
      if (!haveSettings(epic, settingsOf(made))) return gone('its dates were changed meanwhile');
      return epic.permissions?.canUpdate === true ? null : gone('you may not change it any more');
    },
    inverse: (_, { change }: DatesBack) => roadmapActions.datesChanged(change),
  },
});

export const roadmapMutations = [dates] as const;
