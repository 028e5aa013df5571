import type { HealthStatus, Milestone } from '../types.ts';
import type { CivilDate } from '../../calendar/rules.ts';
import { formatDayRange } from '../../calendar/rules.ts';
import { HEALTH, isPastDue, iterationTitle, type Iteration } from '../rules.ts';

/** What the fields of an item's page say, and how what is typed is read. It comes with the code of the page. */

export const FIELD_TEXTS = {
  none: 'None',
  confidential: 'Confidential',
  notConfidential: 'Not confidential',
  assignSelf: 'Assign myself',
  noMilestone: 'No milestone',
  noIteration: 'No iteration',
  noParent: 'No parent',
  titlePutBack: 'The title that you had not saved is back in its field.',
  noMatches: 'No matching results',
  morePeople: 'Show more people',
  moreLabels: 'There are more labels. Type a part of the title to find them.',
  moreMilestones: 'There are more milestones. Type a part of the title to find them.',
  moreIterations: 'There are more iterations. Type a part of the title to find them.',
} as const;

/** What a field says that cannot be read. */
export const FIELD_ERRORS = {
  labels: 'Something went wrong when fetching labels. Please try again.',
  milestone: 'Something went wrong while fetching milestones. Please try again.',
  iteration: 'Something went wrong when fetching iterations. Please try again.',
  assignees: 'Something went wrong while fetching users. Please try again.',
  parent: 'Something went wrong while fetching items. Please try again.',
  progress: 'Progress must be a whole number from 0 to 100.',
} as const;

/** WI-06.3: a milestone's title, with a mark from the day after its due date on. */
export const milestoneTitle = (
  milestone: Pick<Milestone, 'title' | 'startDate' | 'dueDate'>,
  today: CivilDate,
): string => (isPastDue(milestone, today) ? `${milestone.title} (expired)` : milestone.title);

/** WI-07.21: iterations as they are offered: one that has a title says its days besides. */
export const iterationChoices = (iterations: readonly Iteration[]) =>
  iterations.map((iteration) => ({
    iteration,
    label: iterationTitle(iteration),
    days:
      iteration.title === null ? null : formatDayRange(iteration.startDate ?? null, iteration.dueDate ?? null) || null,
  }));

/** WI-07.10: what a health status can be set to, in this order. */
export const HEALTH_CHOICES: readonly { readonly value: HealthStatus | null; readonly label: string }[] = [
  { value: null, label: FIELD_TEXTS.none },
  ...(['onTrack', 'needsAttention', 'atRisk'] as const).map((value) => ({ value, label: HEALTH[value].label })),
];

/** WI-07.30: a progress as it is typed: a whole number of percent, from 0 to 100. Null: it is none. */
export function readProgress(text: string): number | null {
  const typed = text.trim().replace(/\s*%$/, '');
  const progress = /^\d{1,3}$/.test(typed) ? Number(typed) : NaN;
  return progress <= 100 ? progress : null;
}
