import type { InheritedDate } from '../../epic/rules.ts';
import type { CivilDate, GlobalId, WorkItem } from '../../work-item/types.ts';
import type { DateField } from '../types.ts';
import { shownItem } from '../../work-item/entity.ts';
import { compareDays } from '../../calendar/rules.ts';
import { inheritedDates } from '../../epic/rules.ts';
import { SIDEBAR_TEXTS } from './panel.ts';

/** EP-07.34: what is odd about an epic that starts after it is due; null where nothing is. It may be saved all the same. */
export function dateWarning(field: DateField, start: CivilDate | null, due: CivilDate | null): string | null {
  if (start === null || due === null || compareDays(start, due) <= 0) return null;
  return field === 'start' ? SIDEBAR_TEXTS.startAfterDue : SIDEBAR_TEXTS.dueBeforeStart;
}

/** EP-07.35: the inherited dates as the children of an epic give them. */
export function datesOfChildren(children: readonly WorkItem[]): Readonly<Record<DateField, InheritedDate<GlobalId>>> {
  const epics = children.filter(({ type }) => type === 'epic');
  const milestones = children.flatMap(({ milestone }) => (milestone == null ? [] : [milestone]));
  return inheritedDates({ milestones, childEpics: epics.map(shownItem) });
}

/** Whether `a` would be chosen before `b`: earlier as a start, later as a due date; any day before none. */
function goesBefore(field: DateField, a: CivilDate | null, b: CivilDate | null): boolean {
  if (a === null || b === null) return a !== null;
  return field === 'start' ? compareDays(a, b) < 0 : compareDays(a, b) > 0;
}

/**
 * EP-07.35: an inherited date after the shown children changed. `server`: what the server said, `before`: what the children shown then gave, `now`: what
 * they give. Where they give the same, the server is right. Children that may not be seen count too: a date that none of the shown ones gave stays, unless one of
 * them goes before it now.
 */
export function followedDate(
  field: DateField,
  server: CivilDate | null,
  before: CivilDate | null,
  now: CivilDate | null,
): CivilDate | null {
  if (before === now) return server;
  return goesBefore(field, server, before) && goesBefore(field, server, now) ? server : now;
}
