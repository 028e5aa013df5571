/** Dates of an epic: fixed, or inherited from what it holds (EP-07.1 to EP-07.4). */
import type { DateField } from '../../work-item/dates.ts';
import type { Table } from '../../table/index.ts';
import type { CivilDate, Milestone } from '../../work-item/types.ts';
import type { WorkItem } from '../../work-item/entity.ts';
import { recordsOf } from '../../entities/index.ts';
import { compareDays } from '../../calendar/rules.ts';
import { compareIds } from '../../work-item/rules.ts';

export type Id = string | number;

export interface InheritedDate<I extends Id> {
  readonly date: CivilDate | null;
  /** Null where there is no date. */
  readonly source: { readonly kind: 'milestone' | 'epic'; readonly id: I } | null;
}

/** A milestone of a direct issue (its own dates), or a direct child epic (its effective dates). */
export interface DatedThing<I extends Id> {
  readonly id: I;
  readonly startDate?: CivilDate | null;
  readonly dueDate?: CivilDate | null;
}

interface DateContributors<I extends Id> {
  /** Milestones of directly attached issues, whatever the issues' state; duplicates do no harm. */
  readonly milestones: readonly DatedThing<I>[];
  readonly childEpics: readonly DatedThing<I>[];
}

/** EP-07.1: the start is the earliest start, EP-07.2: the due date is the latest due date, of milestones and child epics together. */
export const inheritedDates = <I extends Id>(from: DateContributors<I>): Record<DateField, InheritedDate<I>> => ({
  start: inheritedDate('start', from),
  due: inheritedDate('due', from),
});

/** EP-07.3: the source is kept; of equal dates a milestone goes before an epic, then the lower id. */
function inheritedDate<I extends Id>(field: DateField, { milestones, childEpics }: DateContributors<I>) {
  let found: InheritedDate<I> = { date: null, source: null };
  const consider = (kind: 'milestone' | 'epic', thing: DatedThing<I>): void => {
    const date = thing[`${field}Date`] ?? null;
    const { source } = found;
    const isLower = date === found.date && source?.kind === kind && compareIds(thing.id, source.id) < 0;
    if (isLower || goesBefore(field, date, found.date)) found = { date, source: { kind, id: thing.id } };
  };
  for (const milestone of milestones) consider('milestone', milestone);
  for (const epic of childEpics) consider('epic', epic);
  return found;
}

/** EP-07.35: the inherited dates that the children of an epic give. */
export function datesOfChildren(children: readonly WorkItem[], known: Table<Milestone>) {
  const epics = children.filter(({ type }) => type === 'epic');
  const milestones = recordsOf(known, [...new Set(children.flatMap(({ milestone }) => milestone ?? []))]);
  return inheritedDates({ milestones, childEpics: epics });
}

/** Whether `a` takes precedence over `b`: the earlier start, the later due date; any date over none. */
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
