import type { Outcome } from '../mutation/index.ts';
import type { NoticeDraft } from '../store/action.ts';
import type { ItemRecords } from './entity.ts';
import { get } from '../table/index.ts';

/** What is told of edits that were made together (WI-15.24). */

/** So many refused ones are named. */
const NAMED = 3;

/** `7 changed, 1 refused: group&12 “Title”: reason`; `stays`: how many were left alone, since they were changed meanwhile. */
export function outcomeText(
  { changed, refused }: Omit<Outcome, 'together'>,
  stays: number,
  { items }: Pick<ItemRecords, 'items'>,
) {
  const counts = [`${changed} changed`];
  if (stays > 0) counts.push(`${stays} left as ${stays === 1 ? 'it is' : 'they are'}, changed meanwhile`);
  if (refused.length === 0) return counts.join(', ');
  const named = refused.slice(0, NAMED).map(({ asked, words }) => {
    const item = get(items, (asked as { readonly id: string }).id);
    return item === undefined ? words : `${item.reference} “${item.title}”: ${words}`;
  });
  const more = refused.length - named.length;
  return `${[...counts, `${refused.length} refused`].join(', ')}: ${[...named, ...(more > 0 ? [`and ${more} more`] : [])].join('; ')}`;
}

/** A toast where all went well; what was refused stays until it is dismissed. */
export function outcomeNotice(
  begin: string,
  outcome: Outcome,
  stays: number,
  records: Pick<ItemRecords, 'items'>,
): NoticeDraft {
  const told = outcomeText(outcome, stays, records);
  const text = begin === '' ? told : `${begin}: ${told}`;
  return outcome.refused.length === 0
    ? { kind: 'toast', text: `${text}.`, scope: 'page' }
    : { kind: 'danger', text, dismissible: true, scope: 'page' };
}
