import type { WireRequest } from '../mutation/index.ts';
import { HTTP, typeNoun, type WorkItemType } from '../work-item/rules.ts';

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

/** IE-06.81: what is said where a line that was checked in an earlier tab is refused with this status; null: the request was another. */
export function keptConflict(request: WireRequest, status: number | undefined): string | null {
  if (status !== HTTP.CONFLICT || !('rest' in request)) return null;
  const body = request.rest.body as Readonly<Record<string, object | undefined>> | undefined;
  const type = (['issue', 'epic'] as const).find((noun) => 'update_task' in (body?.[noun] ?? {}));
  return type === undefined ? null : taskConflict(type);
}
