import {
  type GraphQLInputType,
  type SelectionSetNode,
  getNamedType,
  getNullableType,
  isEnumType,
  isInputObjectType,
  isListType,
  isObjectType,
  parse,
} from 'graphql';
import type { GraphqlContext } from './context.ts';
import { Query } from './plan/query.ts';
import type { Selected } from './plan/selection.ts';
import { schema } from './schema.ts';
import { types } from './types/index.ts';

/**
 * What a field costs the database by itself: the number of tables that its SQL reads. PostgreSQL plans each of them each time it is named, long before it knows
 * that there are no rows, so this is what a small query with a large selection costs. Found by compiling the field, once, for somebody to
 * whom every condition of access applies.
 */
export function tablesOf(type: string, field: string): number {
  const name = `${type}.${field}`;
  const known = counted.get(name);
  if (known !== undefined) return known;
  const tables = count(type, field);
  counted.set(name, tables);
  return tables;
}

const counted = new Map<string, number>();

/** Root fields, and the objects in the answers to changes: whatever they read, with who may see it. */
const ROOT = 3;

const context = {
  viewer: {
    userId: 1,
    admin: false,
    username: 'a',
    name: 'A',
    avatarUrl: null,
    levels: new Map([[1, 50]]),
    projectLevels: new Map([[1, 50]]),
  },
  now: '2026-01-01T00:00:00.000Z',
  baseUrl: '',
} as unknown as GraphqlContext;

const rows: SelectionSetNode[] = [selectionOf('{ nodes { __typename } }')];
const rowsWithCursors: SelectionSetNode[] = [selectionOf('{ nodes { __typename } pageInfo { endCursor } }')];

function selectionOf(text: string): SelectionSetNode {
  const [definition] = parse(text).definitions;
  return (definition as { selectionSet: SelectionSetNode }).selectionSet;
}

function count(type: string, name: string, args: Selected['args'] = {}, below = rows): number {
  const field = types[type]?.[name];
  if (!field) return /^Query$|^Mutation$|^Subscription$|Payload$/.test(type) ? ROOT : 0;
  const query = new Query(context, { schema, fragments: {}, variables: {} }, types, false);
  const { columns = {} } = field({ query, alias: 'x' }, { key: name, name, args, below }, name);
  return Object.values(columns).reduce((sum, text) => sum + tablesIn(text), 0);
}

/** What an argument adds that cannot be found by compiling it. */
const ROUGHLY = 1;

/** What these arguments add to the tables of a field: each by itself, and a list by each of its parts. */
export function tablesOfArguments(type: string, field: string, given: Selected['args']): number {
  const parent = schema.getType(type);
  const definition = isObjectType(parent) ? parent.getFields()[field] : undefined;
  const cursors = Number(typeof given.after === 'string') + Number(typeof given.before === 'string');
  let tables = 0;
  for (const argument of definition?.args ?? []) {
    if (argument.name === 'after' || argument.name === 'before') continue;
    const added = tablesOfValue(`${type}.${field}.${argument.name}`, argument.type, given[argument.name], (value) =>
      count(type, field, { ...switchesOf(definition?.args ?? []), [argument.name]: value }, rowsWithCursors),
    );
    // An order is also what a cursor is compared with.
    tables += argument.name === 'sort' ? added * (1 + 2 * cursors) : added;
  }
  return tables;
}

interface Typed {
  readonly name: string;
  readonly type: GraphQLInputType;
}

/** Every switch on: `includeSubepics` says what `epicId` reads. */
const switchesOf = (args: readonly Typed[]): Record<string, true> =>
  Object.fromEntries(args.filter(({ type }) => getNamedType(type).name === 'Boolean').map(({ name }) => [name, true]));

/** `compiled` counts the tables with that value in its place. */
function tablesOfValue(
  place: string,
  type: GraphQLInputType,
  given: unknown,
  compiled: (value: unknown) => number,
): number {
  if (given === undefined || given === null) return 0;
  const inner = getNamedType(type);
  if (isInputObjectType(inner)) {
    return Object.values(inner.getFields()).reduce((sum, { name, type: below }) => {
      const value = (given as Readonly<Record<string, unknown>>)[name];
      return sum + tablesOfValue(`${place}.${name}`, below, value, (part) => compiled({ [name]: part }));
    }, 0);
  }
  if (!isListType(getNullableType(type))) {
    if (inner.name === 'Boolean' && given !== true) return 0;
    // What the schema does not know is refused, and not remembered.
    if (isEnumType(inner) && !(typeof given === 'string' && inner.getValue(given))) return 0;
    const sample = isEnumType(inner) || given === true ? given : '1';
    return added(`${place} ${String(sample)}`, () => compiled(sample) - compiled(null));
  }
  const sample = isEnumType(inner) ? inner.getValues()[0]?.name : '1';
  const parts = Array.isArray(given) ? given.length : 1;
  const [one, more] = [1, 2].map((length) =>
    added(`${place} ${length}`, () => compiled(Array(length).fill(sample)) - compiled(Array(length - 1).fill(sample))),
  ) as [number, number];
  return parts === 0 ? 0 : one + (parts - 1) * more;
}

function added(key: string, find: () => number): number {
  const known = counted.get(key);
  if (known !== undefined) return known;
  let tables = ROUGHLY;
  try {
    tables = Math.max(0, find());
  } catch {
    // Not every argument takes what stands for a value.
  }
  counted.set(key, tables);
  return tables;
}

/** Tables named in a piece of SQL; what stands in brackets after FROM names its own. */
export function tablesIn(text: string): number {
  return text.match(/\b(?:FROM|JOIN)\s+[a-z_]/g)?.length ?? 0;
}
