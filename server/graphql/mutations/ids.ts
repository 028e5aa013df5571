import { notAGlobalId, notOfType, tryParseGlobalId } from '@espalier/core/work-item/rules';
import { refuse } from '../../command/outcome.ts';

/** Types under which one number is known: every work item is also an Issue or an Epic. */
export const ITEM = ['WorkItem', 'Issue', 'Epic', 'Task'] as const;
export const LABEL = ['Label', 'GroupLabel', 'ProjectLabel'] as const;

/** The number in a global id of one of the types; a malformed id or one of another type is refused with GitLab's text. */
export function databaseId(text: string, ...types: readonly string[]): number {
  const parsed = tryParseGlobalId(text);
  if (parsed === null) refuse(422, notAGlobalId(text));
  if (!types.includes(parsed.type)) refuse(422, notOfType(text, types[0] ?? ''));
  return parsed.id;
}

/** Null (no milestone, no parent) stays null, absence stays absence. */
export function optionalId(text: string | null | undefined, ...types: readonly string[]): number | null | undefined {
  return text === null || text === undefined ? text : databaseId(text, ...types);
}

export function databaseIds(
  texts: readonly string[] | null | undefined,
  ...types: readonly string[]
): number[] | undefined {
  return texts?.map((text) => databaseId(text, ...types));
}

/** An iid in a path argument; anything else names nothing. */
export function iidOf(text: string): number {
  return /^[1-9][0-9]{0,14}$/.test(text) ? Number(text) : 0;
}

/** `https://host:port` of this server, without a path. */
export const originOf = ({ baseUrl }: { readonly baseUrl: string }): string =>
  /^https?:\/\/[^/]+/.exec(baseUrl)?.[0] ?? baseUrl;
