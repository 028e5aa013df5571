import {
  type FieldNode,
  type FragmentDefinitionNode,
  type GraphQLObjectType,
  type GraphQLSchema,
  type SelectionSetNode,
  GraphQLIncludeDirective,
  GraphQLSkipDirective,
  type GraphQLFieldMap,
  getArgumentValues,
  getDirectiveValues,
  isAbstractType,
  isObjectType,
} from 'graphql';

/** One field of a selection, with everything that was selected under it. */
export interface Selected {
  /** The name in the answer: the alias where there is one. */
  readonly key: string;
  readonly name: string;
  readonly args: Readonly<Record<string, unknown>>;
  /** The selection sets below: more than one where a field was selected twice. */
  readonly below: readonly SelectionSetNode[];
}

export interface Operation {
  readonly schema: GraphQLSchema;
  readonly fragments: Readonly<Record<string, FragmentDefinitionNode>>;
  readonly variables: Readonly<Record<string, unknown>>;
}

/** The fields that an object of this type must give, fragments and directives resolved, equal names merged. */
export function fieldsOf(operation: Operation, type: GraphQLObjectType, sets: readonly SelectionSetNode[]): Selected[] {
  const found = new Map<string, FieldNode[]>();
  for (const set of sets) collect(operation, type, set, found);
  const definitions: GraphQLFieldMap<unknown, unknown> = type.getFields();
  return [...found].flatMap(([key, nodes]) => {
    const [node] = nodes;
    const definition = node && definitions[node.name.value];
    if (!node || !definition) return [];
    const below = nodes.flatMap(({ selectionSet }) => selectionSet ?? []);
    return [{ key, name: node.name.value, args: getArgumentValues(definition, node, operation.variables), below }];
  });
}

function collect(
  operation: Operation,
  type: GraphQLObjectType,
  set: SelectionSetNode,
  found: Map<string, FieldNode[]>,
): void {
  for (const node of set.selections) {
    if (!included(operation, node)) continue;
    if (node.kind === 'Field') {
      const key = node.alias?.value ?? node.name.value;
      const nodes = found.get(key);
      if (nodes) nodes.push(node);
      else found.set(key, [node]);
      continue;
    }
    const fragment = node.kind === 'InlineFragment' ? node : operation.fragments[node.name.value];
    if (!fragment) continue;
    const condition = fragment.typeCondition?.name.value;
    if (condition === undefined || applies(operation.schema, condition, type)) {
      collect(operation, type, fragment.selectionSet, found);
    }
  }
}

function included(operation: Operation, node: Parameters<typeof getDirectiveValues>[1]): boolean {
  if (!node.directives || node.directives.length === 0) return true;
  const skip = getDirectiveValues(GraphQLSkipDirective, node, operation.variables);
  const include = getDirectiveValues(GraphQLIncludeDirective, node, operation.variables);
  return skip?.if !== true && include?.if !== false;
}

function applies(schema: GraphQLSchema, condition: string, type: GraphQLObjectType): boolean {
  if (condition === type.name) return true;
  const named = schema.getType(condition);
  return isAbstractType(named) && schema.isSubType(named, type);
}

export function objectType(schema: GraphQLSchema, name: string): GraphQLObjectType {
  const type = schema.getType(name);
  if (!isObjectType(type)) throw new TypeError(`no object type ${name} in the contract`);
  return type;
}
