import type { WorkItemState, WorkItemType } from '../types.ts';
import { eventFor, TYPE_NAMES } from '../rules.ts';

/** `issue`, `key result`: a type within a sentence. */
export const typeNoun = (type: WorkItemType): string =>
  type === 'requirement' ? 'requirement' : TYPE_NAMES[type].toLowerCase();

/** WI-02.2: what the button of the header says. */
export function itemStateButton({
  type,
  state,
}: {
  readonly type: WorkItemType;
  readonly state: WorkItemState;
}): string {
  return `${eventFor(state) === 'close' ? 'Close' : 'Reopen'} ${typeNoun(type)}`;
}

/** WI-02.5: the catalogue's text of a failed update (W8). */
export const itemUpdateError = (type: WorkItemType): string =>
  `Something went wrong while updating the ${typeNoun(type)}. Please try again.`;

/** EP-16.3: the types whose pages are not those of work items: they have had one before. */
export const hasOwnPage = (type: WorkItemType): boolean => type === 'issue' || type === 'incident';
