import type { InheritedDate } from '../../epic/rules.ts';
import type { EpicDate } from '../../epic/types.ts';
import type { CivilDate, GlobalId, TreeItem } from '../../work-item/types.ts';
import type { DateField } from '../types.ts';
import { compareDays, isCivilDate } from '../../calendar/rules.ts';
import { inheritedDates } from '../../epic/rules.ts';
import { SIDEBAR_TEXTS } from '../texts.ts';

export type DateEntry =
  { readonly ok: true; readonly day: CivilDate | null } | { readonly ok: false; readonly error: string };

/** EP-07.33: a typed date: blank text is no date, `YYYY-MM-DD` of the calendar is one, anything else is refused. */
export function dateEntry(text: string): DateEntry {
  const day = text.trim();
  if (day === '') return { ok: true, day: null };
  return isCivilDate(day) ? { ok: true, day } : { ok: false, error: SIDEBAR_TEXTS.invalidDate };
}

/** EP-07.30: a date after a change of its kind or of its fixed value; the other value is kept (EP-07.31). */
export function changedDate(
  date: EpicDate,
  change: { readonly isFixed: boolean; readonly fixed?: CivilDate | null },
): EpicDate {
  const fixed = change.fixed === undefined ? date.fixed : change.fixed;
  return { ...date, isFixed: change.isFixed, fixed, date: change.isFixed ? fixed : date.inherited };
}

/** EP-07.34: what is odd about an epic that starts after it is due; null where nothing is. It may be saved all the same. */
export function dateWarning(field: DateField, start: CivilDate | null, due: CivilDate | null): string | null {
  if (start === null || due === null || compareDays(start, due) <= 0) return null;
  return field === 'start' ? SIDEBAR_TEXTS.startAfterDue : SIDEBAR_TEXTS.dueBeforeStart;
}

/** EP-07.35: the inherited dates as the children of an epic give them. */
export function datesOfChildren(children: readonly TreeItem[]): Readonly<Record<DateField, InheritedDate<GlobalId>>> {
  const epics = children.filter(({ type }) => type === 'epic');
  const milestones = children.flatMap(({ milestone }) => (milestone === null ? [] : [milestone]));
  return inheritedDates({ milestones, childEpics: epics });
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
