/** Everything that can go wrong on the way to the server, brought into the one shape of the core (`WireError`). */
import type { WireError, WireErrorKind } from '@espalier/core/ports';

/** A server's message is shown verbatim, but truncated if it is long. */
const LONGEST_MESSAGE = 1000;

interface Details {
  readonly status?: number;
  readonly messages?: readonly string[];
  readonly retryAfter?: number;
}

export function wireError(kind: WireErrorKind, { status, messages = [], retryAfter }: Details = {}): WireError {
  return {
    name: 'WireError',
    kind,
    ...(status === undefined ? {} : { status }),
    messages,
    ...(retryAfter === undefined ? {} : { retryAfter }),
  };
}

export function isWireError(value: unknown): value is WireError {
  return isRecord(value) && value['name'] === 'WireError';
}

/**
 * The texts of an error answer, first one first. Servers write `{ message }`, `{ error }` or `{ errors }`, each a text, a list, or lists by
 * field (`{ title: ["can't be blank"] }` reads "title can't be blank"); GraphQL writes `{ errors: [{ message }] }`.
 */
export function messagesOf(body: unknown): readonly string[] {
  if (!isRecord(body)) return [];
  for (const key of ['errors', 'message', 'error']) {
    const texts = flatten(body[key]);
    if (texts.length > 0) return texts;
  }
  return [];
}

function flatten(value: unknown, field = ''): string[] {
  if (typeof value === 'string') {
    const text = value.trim().slice(0, LONGEST_MESSAGE);
    if (text === '') return [];
    return [field === '' ? text : `${field} ${text}`];
  }
  if (Array.isArray(value)) return value.flatMap((entry: unknown) => flatten(entry, field));
  if (!isRecord(value)) return [];
  if (typeof value['message'] === 'string') return flatten(value['message'], field);
  return Object.entries(value).flatMap(([key, entry]) => flatten(entry, key === 'base' ? '' : key));
}

/** `Retry-After` in milliseconds: seconds, or a date seen from `now`. Nothing where the header is absent or unreadable. */
export function retryAfterOf(header: string | null | undefined, now: number): number | undefined {
  if (header == null || header.trim() === '') return undefined;
  const seconds = Number(header);
  if (Number.isFinite(seconds)) return seconds >= 0 ? seconds * 1000 : undefined;
  const at = Date.parse(header);
  return Number.isNaN(at) ? undefined : Math.max(0, at - now);
}

export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
