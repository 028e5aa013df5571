import { typeNoun, type WorkItemType } from '../work-item/rules.ts';

/** IE-06.44: others have changed the line. */
export const taskConflict = (type: WorkItemType): string =>
  `Someone edited this ${typeNoun(type)} at the same time you did. The description has been updated and you will need to make your changes again.`;

export const CHECKLIST_TEXTS = {
  failed: 'Update failed',
  taskNotMade: 'Something went wrong when creating task. Please try again.',
} as const;

/** IE-06.44 */
export function updateFailed(messages: readonly string[]): string {
  const said = messages.join(' ').trim();
  return said === '' ? CHECKLIST_TEXTS.failed : said;
}
