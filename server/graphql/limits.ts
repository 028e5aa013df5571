import {
  type DocumentNode,
  type FieldNode,
  type FragmentDefinitionNode,
  type FragmentSpreadNode,
  GraphQLError,
  type InlineFragmentNode,
  type OperationDefinitionNode,
  type SelectionSetNode,
} from 'graphql';
import { PAGE_MAX } from './plan/connection.ts';

/**
 * Limits of one operation. Cost is the number of objects that it could return: a list counts its page size times what is asked of each
 * row, so 100 nodes with two nested lists (20,100) are fine and three lists of 100 inside one another (1,010,100) are not.
 */
export const LIMITS = {
  depth: 20,
  cost: 100_000,
  /** Root fields: each is one SQL statement. */
  roots: 20,
  /** Fields after fragments are written out. */
  fields: 5000,
  batch: 10,
  /** Of the text of a query: it is read and held against the schema before anything else is known of it. */
  characters: 100_000,
  /** What the list of all types counts in introspection: no less than the schema has. */
  types: 200,
} as const;

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

/** Throws a GraphQLError (answered with 400) for an operation that goes beyond a limit. */
export function checkLimits(
  document: DocumentNode,
  operation: OperationDefinitionNode,
  variables: Readonly<Record<string, unknown>>,
): void {
  const fragments = new Map<string, FragmentDefinitionNode>();
  for (const definition of document.definitions) {
    if (definition.kind === 'FragmentDefinition') fragments.set(definition.name.value, definition);
  }
  let fields = 0;
  let deepest = 0;

  const contentsOf = (node: InlineFragmentNode | FragmentSpreadNode): SelectionSetNode | undefined =>
    node.kind === 'InlineFragment' ? node.selectionSet : fragments.get(node.name.value)?.selectionSet;

  /** `nodes` or `edges` directly below, also by way of fragments. Each selection is looked at once, and a circle of fragments ends. */
  const rowsBelow = new Map<SelectionSetNode, boolean>();
  const hasRows = (set: SelectionSetNode): boolean => {
    const known = rowsBelow.get(set);
    if (known !== undefined) return known;
    rowsBelow.set(set, false);
    const found = set.selections.some((inner) => {
      if (inner.kind === 'Field') return inner.name.value === 'nodes' || inner.name.value === 'edges';
      const contents = contentsOf(inner);
      return contents !== undefined && hasRows(contents);
    });
    rowsBelow.set(set, found);
    return found;
  };

  const costOf = (node: FieldNode, set: SelectionSetNode, below: number): number => {
    if (TRANSPARENT.has(node.name.value)) return below;
    return (hasRows(set) ? pageSize(node, variables) : 1) * (1 + below);
  };

  const metaCostOf = (node: FieldNode, below: number): number => {
    const length = META_LISTS.get(node.name.value);
    return length === undefined ? below : length * (1 + below);
  };

  /** Cost of a selection per parent object. `meta`: of an object of introspection. */
  const walk = (set: SelectionSetNode, depth: number, meta: boolean): number => {
    deepest = Math.max(deepest, depth);
    if (depth > LIMITS.depth * 2 || fields > LIMITS.fields) return 0;
    let cost = 0;
    for (const node of set.selections) {
      if (node.kind === 'Field') {
        fields += 1;
        if (!node.selectionSet) continue;
        const metaBelow = meta || META.test(node.name.value);
        const below = walk(node.selectionSet, depth + 1, metaBelow);
        cost += metaBelow ? metaCostOf(node, below) : costOf(node, node.selectionSet, below);
      } else {
        const inner = contentsOf(node);
        if (inner) cost += walk(inner, depth, meta);
      }
    }
    return cost;
  };

  const cost = walk(operation.selectionSet, 1, false);
  if (fields > LIMITS.fields) refuse(`Query has more than ${LIMITS.fields} fields`);
  if (deepest > LIMITS.depth) refuse(`Query has depth of ${deepest}, which exceeds max depth of ${LIMITS.depth}`);
  const roots = countRoots(operation.selectionSet, fragments);
  if (roots > LIMITS.roots) refuse(`Query has ${roots} root fields, which exceeds the maximum of ${LIMITS.roots}`);
  if (cost > LIMITS.cost) refuse(`Query has complexity of ${cost}, which exceeds max complexity of ${LIMITS.cost}`);
}

function pageSize(node: FieldNode, variables: Readonly<Record<string, unknown>>): number {
  for (const { name, value } of node.arguments ?? []) {
    if (name.value !== 'first' && name.value !== 'last') continue;
    const given =
      value.kind === 'IntValue'
        ? Number(value.value)
        : value.kind === 'Variable'
          ? variables[value.name.value]
          : undefined;
    if (typeof given === 'number') return Math.max(0, Math.min(given, PAGE_MAX));
  }
  return PAGE_MAX;
}

function countRoots(set: SelectionSetNode, fragments: ReadonlyMap<string, FragmentDefinitionNode>): number {
  let roots = 0;
  for (const node of set.selections) {
    if (node.kind === 'Field') roots += 1;
    else {
      const inner = node.kind === 'InlineFragment' ? node.selectionSet : fragments.get(node.name.value)?.selectionSet;
      if (inner) roots += countRoots(inner, fragments);
    }
  }
  return roots;
}

function refuse(message: string): never {
  throw badRequest(message);
}

/** An error of the request itself: answered with 400 and no data. */
export function badRequest(message: string): GraphQLError {
  return new GraphQLError(message, { extensions: { http: { status: 400 } } });
}
