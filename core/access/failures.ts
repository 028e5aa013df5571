import type { WireError } from '../ports/index.ts';

/** The status of a change; `failed` keeps the error until the next attempt. */
export type Sending = 'idle' | 'sending' | 'failed';

/** EP-18.21: the one text for what does not exist and for what may not be seen. */
export const NOT_FOUND_TEXT = "The page could not be found or you don't have permission to view it.";

/** Where no answer arrived at all. */
export const UNREACHABLE_TEXT = 'The server could not be reached. Check your connection and try again.';

/** Where the server failed without a text that is meant for people. */
export const SERVER_FAULT_TEXT = 'Something went wrong on our end.';

/** The server's first text, else one for the kind of failure. */
export function failureText(error: WireError, fallback: string = SERVER_FAULT_TEXT): string {
  if (error.kind === 'network' || error.kind === 'timeout') return UNREACHABLE_TEXT;
  return error.messages.find((text) => text.trim() !== '') ?? fallback;
}

/** EP-18.21: what does not exist and what may not be seen get the same answer and the same text. */
export const isHidden = ({ status }: WireError): boolean => status === 404 || status === 403 || status === 401;

/** GraphQL has no status for it, so it is recognised by its words. */
const NOT_ALLOWED = /does not exist|not found|permission|not authorized/i;

/** A mutation answers 200 with its refusals in the payload: `{ createNote: { errors: ['…'] } }`. */
export const refusalsIn = (data: unknown): readonly string[] =>
  Object.values((data ?? {}) as Readonly<Record<string, unknown>>).flatMap((payload) => {
    const errors = (payload as { readonly errors?: unknown } | null)?.errors;
    return Array.isArray(errors) ? errors.filter((text): text is string => typeof text === 'string') : [];
  });

export const refusedIn = (data: unknown): boolean => refusalsIn(data).some((text) => NOT_ALLOWED.test(text));

const refusesEdit = (error: WireError): boolean =>
  error.kind === 'graphql' ? error.messages.some((text) => NOT_ALLOWED.test(text)) : isHidden(error);

/** RP-02.113: a failure that may mean that the session has ended: 401 to whatever was asked, and an edit that is refused as not found or not allowed. */
export const doubts = (error: WireError, isEdit: boolean): boolean =>
  error.status === 401 || (isEdit && refusesEdit(error));
