import type { GlobalId } from '../../work-item/types.ts';
import { formatDay, type CivilDate } from '../../calendar/rules.ts';
import { daysApart, isPastDue, isStarted, type Period } from '../../work-item/rules.ts';

interface Linked {
  readonly hasParent: boolean;
  /** Null where there is none, and where it may not be seen. */
  readonly parentId: GlobalId | null;
}

/** One place in the line of ancestors: an epic, or any number of epics that the viewer may not see. */
export type AncestorPlace<A> = { readonly hidden: false; readonly ancestor: A } | { readonly hidden: true };

/**
 * EP-11.31: the line from the root down to the epic's parent. Where an epic's parent is not the entry before it in the list, ancestors are hidden there: one place
 * stands for however many there are, as nothing is known but that there is at least one.
 */
export function ancestorLine<A extends Linked & { readonly id: GlobalId }>(
  epic: Linked,
  ancestors: readonly A[],
): readonly AncestorPlace<A>[] {
  const line: AncestorPlace<A>[] = [];
  let above: GlobalId | null = null;
  const join = ({ hasParent, parentId }: Linked): void => {
    if (hasParent && (parentId === null || parentId !== above)) line.push({ hidden: true });
  };
  for (const ancestor of ancestors) {
    join(ancestor);
    line.push({ hidden: false, ancestor });
    above = ancestor.id;
  }
  join(epic);
  return line;
}

/** RL-11.2 (`humanReadableEndDate`): `Nov 28, 2026`; null without a due date. */
export const humanReadableEndDate = ({ dueDate }: Period): string | null =>
  dueDate === null ? null : formatDay(dueDate);

/** RL-11.3 (`humanReadableTimestamp`): where `today` stands between the dates; null without dates, and on the first day of an open end. */
export function humanReadableTimestamp(period: Period, today: CivilDate): string | null {
  const { startDate, dueDate } = period;
  if (isPastDue(period, today)) return 'Past due';
  if (startDate !== null && !isStarted(period, today)) return 'Upcoming';
  if (dueDate !== null) return dueDate === today ? 'Today' : `${daysApart(today, dueDate)} remaining`;
  const elapsed = startDate && daysApart(startDate, today);
  return elapsed && `${elapsed} elapsed`;
}

/** RL-11.4: the tooltip of an ancestor: its reference, and below it when it ends and how long that is from now. */
export function ancestorHint(ancestor: Period & { readonly reference: string }, today: CivilDate): string {
  const [end, time] = [humanReadableEndDate(ancestor), humanReadableTimestamp(ancestor, today)];
  const dates = end === null ? time : time === null ? end : `${end} (${time})`;
  return dates === null ? ancestor.reference : `${ancestor.reference}\n${dates}`;
}
