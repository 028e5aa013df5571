import { SIDEBAR_TEXTS } from '../texts.ts';

/** EP-12.2: so many are shown before "more" is asked for. */
export const PARTICIPANTS_SHOWN = 7;

/** EP-12.1 */
export const participantsTitle = (count: number): string => (count === 1 ? '1 participant' : `${count} participants`);

/** EP-12.2: who is shown, and the text of the button that shows the others or fewer again; null where all are shown anyway. */
export function participantsShown<P>(
  people: readonly P[],
  expanded: boolean,
): { readonly shown: readonly P[]; readonly toggle: string | null } {
  const more = people.length - PARTICIPANTS_SHOWN;
  if (more <= 0) return { shown: people, toggle: null };
  return expanded
    ? { shown: people, toggle: SIDEBAR_TEXTS.less }
    : { shown: people.slice(0, PARTICIPANTS_SHOWN), toggle: `+ ${more} more` };
}
