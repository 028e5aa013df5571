import type { CivilDate } from '../../work-item/types.ts';
import type { DateField, EpicDate } from '../../work-item/dates.ts';
import type { Id, InheritedDate } from './dates.ts';
import { compareDays } from '../../calendar/rules.ts';
import { EPIC_TEXTS } from './page.ts';

/** EP-07.4: a fixed date counts as it is, even if it is empty; otherwise the inherited one counts, with its source. */
export const effectiveDate = <I extends Id>(
  own: Pick<EpicDate, 'isFixed' | 'fixed'>,
  inherited: InheritedDate<I>,
): InheritedDate<I> => (own.isFixed ? { date: own.fixed, source: null } : inherited);

/** EP-07.34: the warning at an epic that starts after it is due, which may be saved all the same; null where there is nothing to warn of. */
export function dateWarning(field: DateField, start: CivilDate | null, due: CivilDate | null): string | null {
  if (start === null || due === null || compareDays(start, due) <= 0) return null;
  return field === 'start' ? EPIC_TEXTS.startAfterDue : EPIC_TEXTS.dueBeforeStart;
}
