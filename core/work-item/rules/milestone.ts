import type { WorkItem } from '../entity.ts';
import { compareDays, dayNumber, duration, formatDay, type CivilDate } from '../../calendar/rules.ts';

/** Where today stands in a period, and how far off a milestone's days are, in words (TR-22). */

export interface Period {
  readonly startDate: CivilDate | null;
  readonly dueDate: CivilDate | null;
}

/** TR-22.1: a milestone has started from its first day on. */
export const isStarted = ({ startDate }: Period, today: CivilDate): boolean =>
  startDate !== null && compareDays(today, startDate) >= 0;

/** TR-22.2: a milestone is past due from the day after its due date on. */
export const isPastDue = ({ dueDate }: Period, today: CivilDate): boolean =>
  dueDate !== null && compareDays(today, dueDate) > 0;

/** TR-22.3: a day that has passed is a reason for concern only while the item is open. */
export const isOverdue = (item: Pick<WorkItem, 'state'>, period: Period, today: CivilDate): boolean =>
  item.state === 'opened' && isPastDue(period, today);

export interface DatedMilestone extends Period {
  readonly title: string;
}

/** How far two days are apart, `3 weeks`; null: they are the same day. */
export const daysApart = (a: CivilDate, b: CivilDate): string | null =>
  duration(Math.abs(dayNumber(a) - dayNumber(b)) * 86_400);

/** Its due date says more than its start: that one counts only where there is no due date. Null without dates. */
export function milestoneHint(milestone: DatedMilestone, today: CivilDate): string | null {
  const { startDate, dueDate } = milestone;
  const day = dueDate ?? startDate;
  if (day === null) return null;
  const far = daysApart(today, day);
  const words =
    dueDate === null ? sinceStart(far, isStarted(milestone, today)) : untilDue(far, isPastDue(milestone, today));
  return `${words} (${formatDay(day)})`;
}

function untilDue(far: string | null, isPast: boolean): string {
  if (far === null) return 'Due today';
  return isPast ? `Expired ${far} ago` : `${far} remaining`;
}

function sinceStart(far: string | null, started: boolean): string {
  if (far === null) return 'Started today';
  return started ? `Started ${far} ago` : `Starts in ${far}`;
}

/** What a row or a sidebar shows of it, and the sentence that is its name and its tooltip; `today` null: the day is not known yet. */
export function milestoneSaid(milestone: DatedMilestone, today: CivilDate | null) {
  const hint = today === null ? null : milestoneHint(milestone, today);
  const { title } = milestone;
  return { text: title, label: hint === null ? `Milestone ${title}` : `Milestone ${title}: ${hint}` };
}

export const MILESTONE_TITLE_MAX = 255;

export interface MilestoneText extends Period {
  readonly title: string;
}

/** AP-05.82: what is wrong with a milestone, in GitLab's words, which follow the name of the field. */
export function milestoneFaults({ title, startDate, dueDate }: MilestoneText): {
  readonly title?: string;
  readonly dueDate?: string;
} {
  const isReversed = startDate !== null && dueDate !== null && compareDays(dueDate, startDate) <= 0;
  return {
    ...(title.trim() === '' && { title: "can't be blank" }),
    ...([...title].length > MILESTONE_TITLE_MAX && {
      title: `is too long (maximum is ${MILESTONE_TITLE_MAX} characters)`,
    }),
    ...(isReversed && { dueDate: 'must be greater than start date' }),
  };
}
