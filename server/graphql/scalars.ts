import { isCivilDate } from '@espalier/core/calendar/rules';
import type { GraphQLScalarType } from 'graphql';
import { GraphQLError, type GraphQLSchema, Kind, isScalarType } from 'graphql';

/** Our own scalars, checked where they come in. They go out as the database gives them. */

const INSTANT =
  /^(\d{4}-\d\d-\d\d)(?:[T ](?:[01]\d|2[0-3]):[0-5]\d(?::[0-5]\d(?:\.\d{1,9})?)?(?:Z|[+-](?:0\d|1[0-4]):?[0-5]\d)?)?$/;

/** An instant or a day; a time without a zone is UTC. */
export function isInstant(text: string): boolean {
  return isCivilDate(INSTANT.exec(text)?.[1]);
}

const checks: Readonly<Record<string, { readonly fits: (text: string) => boolean; readonly what: string }>> = {
  Date: { fits: isCivilDate, what: 'a date such as 2026-03-01' },
  ISO8601Date: { fits: isCivilDate, what: 'a date such as 2026-03-01' },
  Time: { fits: isInstant, what: 'a time such as 2026-03-01T10:00:00Z' },
  Color: { fits: (text) => text.length <= 255, what: 'a colour such as #1068bf' },
};

const anyText = { fits: (text: string) => text.length <= 1024, what: 'an id such as gid://gitlab/Epic/1' };

const BUILT_IN = new Set(['ID', 'String', 'Int', 'Float', 'Boolean']);

/** Gives every scalar of the contract its check: a global id and a date are texts. */
export function checkScalars(schema: GraphQLSchema): void {
  for (const type of Object.values(schema.getTypeMap())) {
    if (isScalarType(type) && !BUILT_IN.has(type.name)) checkScalar(type);
  }
}

function checkScalar(type: GraphQLScalarType): void {
  const { fits, what } = checks[type.name] ?? anyText;
  const read = (value: unknown): string => {
    if (typeof value === 'string' && fits(value)) return value;
    throw new GraphQLError(`${JSON.stringify(value)?.slice(0, 100) ?? 'The value'} is not ${what}`);
  };
  type.parseValue = read;
  type.parseLiteral = (node) => read(node.kind === Kind.STRING ? node.value : undefined);
}
