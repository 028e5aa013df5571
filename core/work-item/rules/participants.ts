/** How those who take part in an epic or item are shown. */

/** EP-12.2: how many are shown until somebody asks for more. */
const PARTICIPANTS_SHOWN = 7;

const LESS = '- show less';

/** WI-07.73: at most so many are read; there may be others. */
const PARTICIPANTS_MOST = 1000;

/** EP-12.1 */
export function participantsTitle(count: number): string {
  if (count >= PARTICIPANTS_MOST) return `${PARTICIPANTS_MOST.toLocaleString('en')}+ participants`;
  return count === 1 ? '1 participant' : `${count} participants`;
}

/** EP-12.2: who is shown, and the text of the button that shows more or fewer; null where everybody is shown anyway. */
export function participantsShown<P>(
  people: readonly P[],
  expanded: boolean,
): { readonly shown: readonly P[]; readonly toggle: string | null } {
  const more = people.length - PARTICIPANTS_SHOWN;
  if (more <= 0) return { shown: people, toggle: null };
  return expanded
    ? { shown: people, toggle: LESS }
    : { shown: people.slice(0, PARTICIPANTS_SHOWN), toggle: `+ ${more} more` };
}
