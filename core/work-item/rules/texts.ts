import type { WorkItemType } from '../types.ts';
import { canHaveChildren } from './kinds.ts';

/** The page of one work item: its texts, and what stands below it. */

export const WORK_ITEM_TEXTS = {
  /** WI-01.1: one answer for what does not exist and for what may not be seen. */
  missingTitle: 'Work item not found',
  missingPageTitle: 'Not found',
  missing: "This work item is not available. It either doesn't exist or you don't have permission to view it.",
  /** WI-01.2: ours, where the server gave no text of its own. */
  fetch: 'Something went wrong while fetching the work item.',
} as const;

/** What a list of children is called, and what stands in it while it is empty. */
export interface ChildrenTexts {
  readonly heading: string;
  readonly empty: string;
}

const TASKS: ChildrenTexts = {
  heading: 'Tasks',
  empty: 'No tasks are currently assigned. Use tasks to break down this issue into smaller parts.',
};

const OKRS: ChildrenTexts = {
  heading: 'Child objectives and key results',
  empty: 'No objectives or key results are currently assigned.',
};

/** WI-09.1: null for types without children; an epic's tree has texts of its own. */
export function childrenTexts(type: WorkItemType): ChildrenTexts | null {
  if (type === 'epic' || !canHaveChildren(type)) return null;
  return type === 'objective' ? OKRS : TASKS;
}

/** TR-24.2: the form that deletes is an issue's; other types are not deleted by it. */
export const hasDeleteForm = (type: WorkItemType): boolean => type === 'issue';

/** RL-12.1 */
export const SEARCH_TEXTS = {
  searching: 'Searching...',
  noMatches: 'No matches found',
  noRecent: "You don't have any recent searches",
} as const;

/** The longest title, in characters (code points) after trimming (E9). */
export const TITLE_MAX = 255;

export const TITLE_BLANK = "Title can't be blank";
export const TITLE_TOO_LONG = 'Title is too long (maximum is 255 characters)';
export const TITLE_INVALID = 'Title is invalid';

export type TitleVerdict =
  { readonly ok: true; readonly title: string } | { readonly ok: false; readonly error: string };

/** TR-19.2: titles are trimmed, and then neither empty, nor too long, nor with a null character, which no database stores. */
export function validateTitle(raw: string): TitleVerdict {
  const title = raw.trim();
  if (title === '') return { ok: false, error: TITLE_BLANK };
  if (title.includes('\u0000')) return { ok: false, error: TITLE_INVALID };
  if (characterCount(title) > TITLE_MAX) return { ok: false, error: TITLE_TOO_LONG };
  return { ok: true, title };
}

/** Code points, as the database counts: an emoji outside the basic plane is one. */
export const characterCount = (text: string): number => [...text].length;

/** AP-06.1: of a list of errors the first is shown; blank ones and other values than text do not count. */
export function firstError(errors: readonly unknown[] | null | undefined): string | null {
  for (const error of errors ?? []) {
    if (typeof error === 'string' && error.trim() !== '') return error;
  }
  return null;
}

/** AP-06.2: the first error that the server listed has priority over our own text. */
export const errorText = (errors: readonly unknown[] | null | undefined, fallback: string): string =>
  firstError(errors) ?? fallback;

/** AP-06.3: the statuses that callers tell apart. */
export const HTTP = {
  OK: 200,
  CREATED: 201,
  ACCEPTED: 202,
  NO_CONTENT: 204,
  BAD_REQUEST: 400,
  UNAUTHORIZED: 401,
  FORBIDDEN: 403,
  NOT_FOUND: 404,
  CONFLICT: 409,
  GONE: 410,
  PAYLOAD_TOO_LARGE: 413,
  UNPROCESSABLE: 422,
  TOO_MANY_REQUESTS: 429,
  INTERNAL_ERROR: 500,
  UNAVAILABLE: 503,
} as const;

/** `@a`, `@a and @b`, `@a, @b and @c`. */
export const listInWords = (words: readonly string[]): string =>
  words.length < 2 ? words.join('') : `${words.slice(0, -1).join(', ')} and ${words.at(-1) ?? ''}`;
