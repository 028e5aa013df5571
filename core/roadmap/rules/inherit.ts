import type { Dated } from './clamp.ts';
import type { DatedThing } from '../../epic/rules/dates.ts';
import { inheritedDates } from '../../epic/rules/dates.ts';

export interface Inheriting extends Dated {
  readonly startDateIsFixed: boolean;
  readonly dueDateIsFixed: boolean;
}

const thing = (dates: Dated, index: number): DatedThing<number> => ({ ...dates, id: index });

/**
 * RM-09.33: the dates of an epic after one of its children went from `before` to `after`, by EP-07.1 to EP-07.4. `others` are its other children as far as
 * they are known. What is not known (milestones of its issues, children on other pages) is in the epic's own dates: they go on counting, but for the one
 * that the child itself gave.
 */
export function inheritingFrom(
  epic: Inheriting,
  before: Dated,
  after: Dated,
  others: readonly Dated[],
): { readonly startDate: string | null; readonly dueDate: string | null } {
  const unknown: Dated = {
    startDate: epic.startDate === before.startDate ? null : epic.startDate,
    dueDate: epic.dueDate === before.dueDate ? null : epic.dueDate,
  };
  const { start, due } = inheritedDates({ milestones: [], childEpics: [after, unknown, ...others].map(thing) });
  return {
    startDate: epic.startDateIsFixed ? epic.startDate : start.date,
    dueDate: epic.dueDateIsFixed ? epic.dueDate : due.date,
  };
}
