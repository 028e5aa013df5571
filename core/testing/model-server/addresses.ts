import type { ItemRow } from './world.ts';

/** How the model's server names things: addresses, ids, and texts as HTML. */

/** Where the model's server says it is. */
export const BASE_URL = 'http://model.example';

export const gid = (type: string, id: number): string => `gid://gitlab/${type}/${id}`;
export const epicPath = (groupPath: string, iid: number): string => `/groups/${groupPath}/-/epics/${iid}`;

const escapeHtml = (text: string): string =>
  text.replace(/[&<>"]/g, (mark) => ({ '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' })[mark] ?? mark);

export const titleHtml = escapeHtml;
export const textHtml = (text: string | null): string =>
  text === null || text === '' ? '' : `<p>${escapeHtml(text)}</p>`;

export function issuePath(projectPath: string, { type, iid, id }: ItemRow): string {
  if (type === 'incident') return `/${projectPath}/-/issues/incident/${iid}`;
  const own = type === 'task' || type === 'objective' || type === 'key_result';
  return own ? `/${projectPath}/-/work_items/${id}` : `/${projectPath}/-/issues/${iid}`;
}
