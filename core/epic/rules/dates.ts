/** Dates of an epic: fixed, or inherited from what it holds (EP-07.1 to EP-07.4). */
import type { CivilDate } from '../../work-item/types.ts';
import { compareDays } from '../../calendar/rules.ts';
import { compareIds } from '../../work-item/rules.ts';

type Id = string | number;

export interface DateSource<I extends Id = Id> {
  readonly kind: 'milestone' | 'epic';
  readonly id: I;
}

export interface InheritedDate<I extends Id = Id> {
  readonly date: CivilDate | null;
  /** Null where there is no date. */
  readonly source: DateSource<I> | null;
}

/** A milestone of a direct issue (its own dates), or a direct child epic (its effective dates). */
export interface DatedThing<I extends Id = Id> {
  readonly id: I;
  readonly startDate: CivilDate | null;
  readonly dueDate: CivilDate | null;
}

export interface DateContributors<I extends Id = Id> {
  /** Milestones of directly attached issues, whatever the issues' state; duplicates do no harm. */
  readonly milestones: readonly DatedThing<I>[];
  readonly childEpics: readonly DatedThing<I>[];
}

/**
 * EP-07.1: the start is the earliest start, EP-07.2: the due date is the latest due date, of milestones and child epics together.
 * EP-07.3: the source is kept; of equal dates a milestone goes before an epic, then the lower id.
 */
export function inheritedDates<I extends Id>(
  from: DateContributors<I>,
): { readonly start: InheritedDate<I>; readonly due: InheritedDate<I> } {
  return {
    start: extreme(from, ({ startDate }) => startDate, -1),
    due: extreme(from, ({ dueDate }) => dueDate, 1),
  };
}

function extreme<I extends Id>(
  { milestones, childEpics }: DateContributors<I>,
  dateOf: (thing: DatedThing<I>) => CivilDate | null,
  sign: 1 | -1,
): InheritedDate<I> {
  let found: InheritedDate<I> = { date: null, source: null };
  const consider = (kind: DateSource['kind'], thing: DatedThing<I>): void => {
    const date = dateOf(thing);
    if (date === null) return;
    const difference = found.date === null ? 1 : compareDays(date, found.date) * sign;
    const tie = difference === 0 && found.source?.kind === kind && compareIds(thing.id, found.source.id) < 0;
    if (difference > 0 || tie) found = { date, source: { kind, id: thing.id } };
  };
  for (const milestone of milestones) consider('milestone', milestone);
  for (const epic of childEpics) consider('epic', epic);
  return found;
}

export interface FixedDate {
  readonly isFixed: boolean;
  readonly fixed: CivilDate | null;
}

/** EP-07.4: a fixed date counts as it is, even if it is empty; otherwise the inherited one counts, with its source. */
export const effectiveDate = <I extends Id>(own: FixedDate, inherited: InheritedDate<I>): InheritedDate<I> =>
  own.isFixed ? { date: own.fixed, source: null } : inherited;
