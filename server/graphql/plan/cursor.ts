import { isCivilDate } from '@espalier/core/calendar/rules';
import { GraphQLError } from 'graphql';

/**
 * A cursor is opaque: base64url of the order's name and the row's key values. It holds only in the order it was made for.
 */
export type CursorValues = readonly (string | null)[];

export function encodeCursor(order: string, values: readonly unknown[]): string {
  const texts = values.map((value) => (value === null || value === undefined ? null : String(value)));
  return Buffer.from(JSON.stringify([order, ...texts]), 'utf8').toString('base64url');
}

const MALFORMED = 'Please provide a valid cursor';

/** The key values of a cursor; throws a GraphQLError with a clear text for one that is malformed or belongs to another order. */
export function decodeCursor(cursor: string, order: string, types: readonly string[]): CursorValues {
  const [name, ...values] = parse(cursor);
  if (typeof name !== 'string' || values.length !== types.length) throw new GraphQLError(MALFORMED);
  if (name !== order) throw new GraphQLError('The cursor belongs to another order of the list');
  return values.map((value, index) => {
    if (value === null) return null;
    if (typeof value !== 'string' || !FORMS[types[index] ?? '']?.(value)) throw new GraphQLError(MALFORMED);
    return value;
  });
}

const INSTANT = /^(\d{4}-\d\d-\d\d)T(?:[01]\d|2[0-3]):[0-5]\d:[0-5]\d(?:\.\d{1,6})?(?:Z|\+00:00)$/;

/** What a value of each key type looks like, so that a forged cursor never reaches a cast that fails. */
const FORMS: Readonly<Record<string, (text: string) => boolean>> = {
  bigint: (text) => /^-?\d{1,18}$/.test(text),
  integer: (text) => /^-?\d{1,10}$/.test(text) && Number(text) >= -(2 ** 31) && Number(text) < 2 ** 31,
  date: isCivilDate,
  timestamptz: (text) => isCivilDate(INSTANT.exec(text)?.[1]),
  text: (text) => !text.includes('\0'),
};

function parse(cursor: string): unknown[] {
  if (cursor.length > 4096 || !/^[\w-]+=*$/.test(cursor)) throw new GraphQLError(MALFORMED);
  try {
    const parsed: unknown = JSON.parse(Buffer.from(cursor, 'base64url').toString('utf8'));
    if (Array.isArray(parsed)) return parsed;
  } catch {
    // Falls through: not JSON is as malformed as not an array.
  }
  throw new GraphQLError(MALFORMED);
}
