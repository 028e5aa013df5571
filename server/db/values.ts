/**
 * Values between JavaScript and PostgreSQL's text format, one table for both databases, so that a row read through PGlite equals the row
 * read through `pg`.
 */
type Parse = (text: string) => unknown;

const asNumber: Parse = (text) => Number(text);
const asText: Parse = (text) => text;

/** '2026-07-24 23:57:50.123456+00' becomes '2026-07-24T23:57:50.123456Z'; every session runs in UTC. */
function asInstant(text: string): string {
  const iso = text.replace(' ', 'T');
  return iso.endsWith('+00') ? `${iso.slice(0, -3)}Z` : iso;
}

/** `\x00ff`, as every server writes bytes unless told otherwise. */
const asBytes: Parse = (text) => new Uint8Array(Buffer.from(text.slice(2), 'hex'));

/** Type oid -> parser of its text, for types that both drivers would read differently or not as plain data. */
export const parsers: Readonly<Record<number, Parse>> = {
  16: (text) => text === 't',
  17: asBytes,
  20: asNumber,
  21: asNumber,
  23: asNumber,
  26: asNumber,
  114: JSON.parse,
  700: asNumber,
  701: asNumber,
  1082: asText,
  1114: (text) => text.replace(' ', 'T'),
  1184: asInstant,
  1700: asNumber,
  3802: JSON.parse,
};

/** Array type oid -> oid of its elements. */
const elementTypes: Readonly<Record<number, number>> = {
  1000: 16,
  1005: 21,
  1007: 23,
  1009: 25,
  1015: 1043,
  1016: 20,
  1021: 700,
  1022: 701,
  1115: 1114,
  1182: 1082,
  1185: 1184,
  1231: 1700,
};

/** The parser for a type oid as `pg` wants it; text stays text where there is none. */
export function parserFor(oid: number): Parse {
  const element = elementTypes[oid];
  if (element === undefined) return parsers[oid] ?? asText;
  const parse = parsers[element] ?? asText;
  return (text) => parseArray(text, parse);
}

/** PostgreSQL's array literal: `{a,"b c",NULL,{nested}}`. */
export function parseArray(text: string, parse: Parse): unknown[] {
  let at = text.indexOf('{');
  const readArray = (): unknown[] => {
    const result: unknown[] = [];
    at += 1;
    while (at < text.length && text[at] !== '}') {
      if (text[at] === ',') at += 1;
      else if (text[at] === '{') result.push(readArray());
      else if (text[at] === '"') result.push(parse(readQuoted()));
      else {
        const start = at;
        while (at < text.length && text[at] !== ',' && text[at] !== '}') at += 1;
        const word = text.slice(start, at);
        result.push(word === 'NULL' ? null : parse(word));
      }
    }
    at += 1;
    return result;
  };
  const readQuoted = (): string => {
    let word = '';
    at += 1;
    while (text[at] !== '"') {
      if (text[at] === '\\') at += 1;
      word += text[at];
      at += 1;
    }
    at += 1;
    return word;
  };
  return readArray();
}

/** A parameter as PostgreSQL's text: null, or a string. Arrays become array literals, other objects JSON: exactly what `pg` does. */
export function toParameter(value: unknown): string | null {
  if (value === null || value === undefined) return null;
  if (Array.isArray(value)) return toArrayLiteral(value);
  if (value instanceof Date) return value.toISOString();
  if (typeof value === 'object') return JSON.stringify(value);
  return String(value);
}

function toArrayLiteral(values: readonly unknown[]): string {
  const elements = values.map((value) => {
    if (value === null || value === undefined) return 'NULL';
    if (Array.isArray(value)) return toArrayLiteral(value);
    return `"${(toParameter(value) ?? '').replace(/\\/g, '\\\\').replace(/"/g, '\\"')}"`;
  });
  return `{${elements.join(',')}}`;
}
