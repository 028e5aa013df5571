import type { WireError } from '../ports/index.ts';

/** With these a server refuses an edit of a visitor, who may not know what exists. */
const EDIT_REFUSED: ReadonlySet<number | undefined> = new Set([401, 403, 404]);
/** GraphQL has no status for it, so it is told by its words. */
const NOT_ALLOWED = /does not exist|not found|permission|not authorized/i;

/** A mutation answers 200 with its refusals in the payload: `{ createNote: { errors: ['…'] } }`. */
export const refusalsIn = (data: unknown): readonly string[] =>
  Object.values((data ?? {}) as Readonly<Record<string, unknown>>).flatMap((payload) => {
    const errors = (payload as { readonly errors?: unknown } | null)?.errors;
    return Array.isArray(errors) ? errors.filter((text): text is string => typeof text === 'string') : [];
  });

export const refusedIn = (data: unknown): boolean => refusalsIn(data).some((text) => NOT_ALLOWED.test(text));

const refusesEdit = ({ kind, status, messages }: WireError): boolean =>
  kind === 'graphql' ? messages.some((text) => NOT_ALLOWED.test(text)) : EDIT_REFUSED.has(status);

/** RP-02.113: a failure that may mean that the session has ended: 401 to whatever was asked, and an edit that is refused as not found or not allowed. */
export const doubts = (error: WireError, isEdit: boolean): boolean =>
  error.status === 401 || (isEdit && refusesEdit(error));
