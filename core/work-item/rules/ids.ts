import { epicReference, routeOf } from '../../frame/route.ts';
import type { GlobalId } from '../types.ts';

const FORM = /^gid:\/\/gitlab\/([A-Z][A-Za-z0-9]*(?:::[A-Z][A-Za-z0-9]*)*)\/([1-9][0-9]{0,15})$/;

export interface ParsedGlobalId {
  /** `Epic`, `Issue`, `EpicIssue`, `WorkItems::Type` … */
  readonly type: string;
  readonly id: number;
}

/** AP-11.1: `gid://gitlab/Epic/12` taken apart; null where the text is not of that form or the number is not a safe integer. */
export function tryParseGlobalId(text: string): ParsedGlobalId | null {
  const match = FORM.exec(text);
  if (match === null) return null;
  const id = Number(match[2]);
  return Number.isSafeInteger(id) ? { type: match[1] ?? '', id } : null;
}

/** AP-11.2: like `tryParseGlobalId`, but a malformed id throws a TypeError whose message may be shown. */
export function parseGlobalId(text: string): ParsedGlobalId {
  const parsed = tryParseGlobalId(text);
  if (parsed === null) throw new TypeError(notAGlobalId(text));
  return parsed;
}

/** AP-11.2: the message for a malformed id. */
export const notAGlobalId = (text: string): string => `"${text}" is not a valid GitLab ID.`;

/** AP-11.3: the message for an id of another type than asked for. */
export const notOfType = (text: string, type: string): string => `"${text}" does not represent an instance of ${type}`;

/** AP-11.1: the number in a global id; throws as `parseGlobalId`. */
export const numericId = (gid: GlobalId): number => parseGlobalId(gid).id;

/** AP-11.1: the global id of a database id. Throws a TypeError for anything but a positive safe integer. */
export function globalId(type: string, id: number | string): GlobalId {
  const gid = `gid://gitlab/${type}/${id}`;
  parseGlobalId(gid);
  return gid;
}

/** AP-11.3: the number of an id that must be of one of the types; null for any other. */
export function idOfType(text: string, ...types: readonly string[]): number | null {
  const parsed = tryParseGlobalId(text);
  return parsed !== null && types.includes(parsed.type) ? parsed.id : null;
}

/** WI-14.2: the number by which an address names an item over a page; null for anything else. */
function itemNumber(id: GlobalId): string | null {
  const number = idOfType(id, 'Issue', 'WorkItem');
  return number === null ? null : String(number);
}

/** WI-14.2, WI-14.12: by what an address names this over a page: an item by its number of all, an epic by its full reference; null: it has a page only, or none. */
export function overName({ id, webPath }: { readonly id: GlobalId; readonly webPath: string | null }): string | null {
  const number = itemNumber(id);
  if (number !== null || webPath === null) return number;
  const route = routeOf(webPath);
  return route.page === 'epic' ? epicReference(route) : null;
}

/**
 * Orders ids as the database does: by their number (global ids by the number at their end), then by text.
 * Ties of relative positions are broken by it on both sides of the wire (TR-14.7).
 */
export function compareIds(a: string | number, b: string | number): number {
  const difference = numberOf(a) - numberOf(b);
  if (difference !== 0) return difference;
  const left = String(a);
  const right = String(b);
  return left < right ? -1 : left > right ? 1 : 0;
}

function numberOf(id: string | number): number {
  if (typeof id === 'number') return id;
  const digits = /([0-9]+)$/.exec(id);
  return digits === null ? 0 : Number(digits[1]);
}

/** BD-14.1: `relativePosition` of a reorder names the side on which the *adjacent* item ends up (TR-14.6). */
export const RELATIVE_POSITIONS = { before: 'before', after: 'after' } as const;

export type RelativePosition = keyof typeof RELATIVE_POSITIONS;

/** BD-14.2 */
export const ITEM_TYPES = { issue: 'issue', epic: 'epic' } as const;

/** BD-14.2 */
export const GROUP_TYPES = { project: 'project', group: 'group' } as const;

/** BD-14.3 */
export const FILTER_WILDCARDS = { any: 'ANY', none: 'NONE' } as const;

/** BD-14.3: weights that stand for a wildcard. */
export const WEIGHTS = { none: 0, any: -1 } as const;

/** BD-14.4: the id by which a tree's mutations know a child: an epic's own, an issue's link to its epic. */
export function treeEntityId(child: { readonly id: string; readonly epicIssueId: string | null }): string {
  return child.epicIssueId ?? child.id;
}
