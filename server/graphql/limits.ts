import {
  type DocumentNode,
  type FieldNode,
  type FragmentDefinitionNode,
  type FragmentSpreadNode,
  GraphQLError,
  type InlineFragmentNode,
  type OperationDefinitionNode,
  type SelectionSetNode,
  getNamedType,
  isInterfaceType,
  isObjectType,
  valueFromASTUntyped,
} from 'graphql';
import { PAGE_MAX } from './plan/connection.ts';
import { tablesOf, tablesOfArguments } from './price.ts';
import { schema } from './schema.ts';

/**
 * Limits of one operation, and of all operations of a batch together; what goes beyond is refused before the database hears of it.
 */
export const LIMITS = {
  depth: 20,
  /**
   * Objects that could be returned: a list counts its page size times what is asked of each row, so 100 nodes with two nested lists (20,100)
   * are fine and three lists of 100 inside one another (1,010,100) are not. A field that looks something up counts the tables it reads.
   */
  cost: 100_000,
  /** Tables that the statements name, each as often as it is named: the database plans them all, also where there are no rows. */
  tables: 400,
  /** An operation that reads more is large: such ones take turns, so that others are not kept waiting by several at once. */
  large: 200,
  /** Lists of a whole group or project, each as often as it could be read: every one may look at thousands of items. */
  scans: 200,
  /** Root fields: each is one SQL statement. */
  roots: 20,
  /** Fields and spreads of fragments, after fragments are written out. */
  fields: 5000,
  batch: 10,
  /** Of the text of a query: it is read and held against the schema before anything else is known of it. */
  characters: 100_000,
  /** What the list of all types counts in introspection: no less than the schema has. */
  types: 300,
} as const;

/** What an operation costs, or one object of a selection. */
export interface Price {
  readonly cost: number;
  readonly tables: number;
  readonly scans: number;
}

/** Every name an introspection query may start with. It reads no data, but anybody may ask: what it lists has its cost, a single object none. */
const META = /^__/;
const META_LISTS: ReadonlyMap<string, number> = new Map([
  ['types', LIMITS.types],
  ['directives', 10],
  ['fields', 10],
  ['args', 10],
  ['inputFields', 10],
  ['enumValues', 10],
  ['interfaces', 10],
  ['possibleTypes', 10],
]);
/** Fields that hold rows on the way into a list; the page size stands on the field above them. */
const TRANSPARENT = new Set(['nodes', 'edges', 'node']);

/** Whose lists are of everything in them. */
const WIDE = new Set(['Query', 'Group', 'Project']);

/** The price of an operation. Throws a GraphQLError (answered with 400) for one that goes beyond a limit, `spent` by others of its batch included. */
export function checkLimits(
  document: DocumentNode,
  operation: OperationDefinitionNode,
  variables: Variables,
  spent: Price = FREE,
): Price {
  const { price, fields, deepest, roots } = priceOf(document, operation, variables);
  if (fields > LIMITS.fields) refuse(`Query has more than ${LIMITS.fields} fields`);
  if (deepest > LIMITS.depth) refuse(`Query has depth of ${deepest}, which exceeds max depth of ${LIMITS.depth}`);
  if (roots > LIMITS.roots) refuse(`Query has ${roots} root fields, which exceeds the maximum of ${LIMITS.roots}`);
  const total = sum(spent, price);
  if (total.cost > LIMITS.cost)
    refuse(`Query has complexity of ${total.cost}, which exceeds max complexity of ${LIMITS.cost}`);
  if (total.tables > LIMITS.tables)
    refuse(`Query reads ${total.tables} tables, which exceeds the maximum of ${LIMITS.tables}: ask for less at once`);
  if (total.scans > LIMITS.scans)
    refuse(`Query reads ${total.scans} lists of whole groups, which exceeds the maximum of ${LIMITS.scans}`);
  return total;
}

export const FREE: Price = { cost: 0, tables: 0, scans: 0 };

const sum = (a: Price, b: Price): Price => ({
  cost: a.cost + b.cost,
  tables: a.tables + b.tables,
  scans: a.scans + b.scans,
});

/** Walks an operation with its fragments written out. */
export function priceOf(
  document: DocumentNode,
  operation: OperationDefinitionNode,
  values: Variables,
): { price: Price; fields: number; deepest: number; roots: number } {
  const fragments = new Map<string, FragmentDefinitionNode>();
  for (const definition of document.definitions) {
    if (definition.kind === 'FragmentDefinition') fragments.set(definition.name.value, definition);
  }
  const variables = withDefaults(operation, values);
  let fields = 0;
  let roots = 0;
  let deepest = 0;
  let named = 0;

  const contentsOf = (node: InlineFragmentNode | FragmentSpreadNode) =>
    node.kind === 'InlineFragment' ? node : fragments.get(node.name.value);

  /** One of these fields directly below, also by way of fragments. Each selection is looked at once, and a circle of fragments ends. */
  const below = (...names: readonly string[]) => {
    const known = new Map<SelectionSetNode, boolean>();
    const isThere = (set: SelectionSetNode): boolean => {
      const before = known.get(set);
      if (before !== undefined) return before;
      known.set(set, false);
      const found = set.selections.some((inner) => {
        if (inner.kind === 'Field') return names.includes(inner.name.value);
        const contents = contentsOf(inner);
        return contents !== undefined && isThere(contents.selectionSet);
      });
      known.set(set, found);
      return found;
    };
    return isThere;
  };
  const hasRows = below('nodes', 'edges');
  /** Of a list that is only counted no rows are read. */
  const isRead = below('nodes', 'edges', 'pageInfo');

  /** A field in a fragment is met as often as the fragment is spread. */
  const argumentsOf = new Map<FieldNode, Variables>();

  /** A field of an object in the answer. `list`: the tables of the list that it is a part of (`count` reads them once more). */
  const ofField = (node: FieldNode, { type, depth, list }: Place): Price => {
    const name = node.name.value;
    if (name === 'count' && type.endsWith('Connection')) return { cost: 0, tables: list, scans: 0 };
    const own = name.startsWith('__') || TRANSPARENT.has(name) ? 0 : tablesOf(type, name);
    const args = argumentsOf.get(node) ?? given(node, variables);
    argumentsOf.set(node, args);
    const tables = own === 0 ? 0 : own + tablesOfArguments(type, name, args);
    named += tables;
    if (!node.selectionSet) return { cost: tables, tables, scans: 0 };
    const target = typeBelow(type, name);
    const isList = target.endsWith('Connection');
    const inner = walk(node.selectionSet, {
      type: target,
      depth: depth + 1,
      list: isList ? tables : list,
      meta: false,
    });
    if (TRANSPARENT.has(name)) return inner;
    const size = hasRows(node.selectionSet) ? pageSize(args) : 1;
    return {
      cost: isList ? size * (1 + inner.cost) : 1 + inner.cost,
      tables: (isList && !isRead(node.selectionSet) ? 0 : tables) + inner.tables,
      scans: (isList && tables > 0 && WIDE.has(type) ? 1 : 0) + size * inner.scans,
    };
  };

  const ofMeta = (node: FieldNode, depth: number): Price => {
    if (!node.selectionSet) return FREE;
    const inner = walk(node.selectionSet, { type: '', depth: depth + 1, list: 0, meta: true });
    const length = META_LISTS.get(node.name.value);
    return length === undefined ? inner : { ...inner, cost: length * (1 + inner.cost) };
  };

  /** The price of a selection per object that it is made on. */
  const walk = (set: SelectionSetNode, place: Place): Price => {
    deepest = Math.max(deepest, place.depth);
    let price = FREE;
    for (const node of set.selections) {
      // What is refused for sure is not looked at to its end.
      if (place.depth > LIMITS.depth * 2 || fields > LIMITS.fields || named > 4 * LIMITS.tables) return price;
      fields += 1;
      if (node.kind === 'Field') {
        if (place.depth === 1) roots += 1;
        const meta = place.meta || META.test(node.name.value);
        price = sum(price, meta ? ofMeta(node, place.depth) : ofField(node, place));
      } else {
        const inner = contentsOf(node);
        const type = inner?.typeCondition?.name.value ?? place.type;
        if (inner) price = sum(price, walk(inner.selectionSet, { ...place, type }));
      }
    }
    return price;
  };

  const type = ROOT_TYPES[operation.operation];
  const price = walk(operation.selectionSet, { type, depth: 1, list: 0, meta: false });
  return { price, fields, deepest, roots };
}

const ROOT_TYPES = { query: 'Query', mutation: 'Mutation', subscription: 'Subscription' } as const;

/** Where a selection stands. `meta`: in an object of introspection. */
interface Place {
  readonly type: string;
  readonly depth: number;
  readonly list: number;
  readonly meta: boolean;
}

/** The name of the type that a field gives; the operation fits the schema. */
function typeBelow(type: string, field: string): string {
  const parent = schema.getType(type);
  const definition = isObjectType(parent) || isInterfaceType(parent) ? parent.getFields()[field] : undefined;
  return definition ? getNamedType(definition.type).name : '';
}

type Variables = Readonly<Record<string, unknown>>;

/** As execution will see them: what is not given is what the operation says it is then. */
function withDefaults({ variableDefinitions = [] }: OperationDefinitionNode, values: Variables): Variables {
  const defaults = variableDefinitions.flatMap(({ variable, defaultValue }) =>
    defaultValue ? [[variable.name.value, valueFromASTUntyped(defaultValue)] as const] : [],
  );
  return { ...Object.fromEntries(defaults), ...values };
}

const given = (node: FieldNode, variables: Variables): Variables =>
  Object.fromEntries(
    (node.arguments ?? []).map(({ name, value }) => [
      name.value,
      valueFromASTUntyped(value, variables as Record<string, unknown>),
    ]),
  );

function pageSize({ first, last }: Variables): number {
  const given = [first, last].find((size) => typeof size === 'number');
  return given === undefined ? PAGE_MAX : Math.max(0, Math.min(given, PAGE_MAX));
}

function refuse(message: string): never {
  throw badRequest(message);
}

/** An error of the request itself: answered with 400 and no data. */
export function badRequest(message: string): GraphQLError {
  return new GraphQLError(message, { extensions: { http: { status: 400 } } });
}
