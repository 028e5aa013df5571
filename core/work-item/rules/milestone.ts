/** TR-22.4: how far off a milestone's days are, in words. */
import { dayNumber, duration, formatDay, type CivilDate } from '../../calendar/rules.ts';
import { isPastDue, isStarted, type Period } from './badges.ts';

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
