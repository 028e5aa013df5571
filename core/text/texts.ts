import type { WorkItemType } from '../work-item/types.ts';
import type { WireError } from '../ports/index.ts';
import { failureText } from '../access/failures.ts';
import { HTTP, typeNoun } from '../work-item/rules.ts';

export const TEXT_TEXTS = {
  cancel: 'Are you sure you want to cancel editing?',
  discard: 'Discard changes',
  continue: 'Continue editing',
  restored:
    'The comment you are editing has been changed by another user. Would you like to keep your changes and overwrite the new description or discard your changes?',
  takenOver: 'Changes by others were taken over',
  mayNot: 'You may not edit this any more. What you have written stays here, so that you can copy it.',
} as const;

/** IE-05.41 */
export const lockedText = (type: WorkItemType): string => {
  const noun = typeNoun(type);
  return `Someone edited the ${noun} at the same time you did. Review the ${noun} and make sure you don't unintentionally overwrite their changes.`;
};

/** IE-02.44: a stale version has its own text. */
export function saveError(type: WorkItemType, failure: WireError | null): string | null {
  if (failure === null || failure.status === HTTP.CONFLICT) return null;
  const words = failure.messages.filter((text) => text.trim() !== '').join(' ') || failureText(failure, '');
  const text = `Error updating ${typeNoun(type)}`;
  return words === '' ? text : `${text}. ${words}`;
}
