/** TR-22.4: how far off a milestone's days are, in words. */
import { dayNumber, duration, formatDay, type CivilDate } from '../../calendar/rules.ts';
import { isPastDue, isStarted } from './badges.ts';

export interface DatedMilestone {
  readonly title: string;
  readonly startDate: CivilDate | null;
  readonly dueDate: CivilDate | null;
}

const DAY = 86_400;

/** `3 weeks`; null: the same day. */
const span = (from: CivilDate, to: CivilDate): string | null =>
  duration(Math.abs(dayNumber(to) - dayNumber(from)) * DAY);

/** Its due date says more than its start: that one counts only where there is no due date. Null without dates. */
export function milestoneHint(milestone: DatedMilestone, today: CivilDate): string | null {
  const { startDate, dueDate } = milestone;
  const day = dueDate ?? startDate;
  if (day === null) return null;
  const far = span(today, day);
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
