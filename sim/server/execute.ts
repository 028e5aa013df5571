import {
  getOperationAST,
  Kind,
  parse,
  valueFromASTUntyped,
  type DirectiveNode,
  type FieldNode,
  type OperationDefinitionNode,
  type SelectionNode,
} from 'graphql';

/** An object of the model's graph: its fields are plain values, or functions of their arguments. `__typename` where a type condition asks for it. */
export type Node = object;

type Fields = Readonly<Record<string, unknown>>;

export type Args = Readonly<Record<string, unknown>>;

/** A request that the server would answer with a list of errors and no data. */
export class GraphError extends Error {}

/** An operation that was asked before, with how its fields were put together. */
interface Known {
  readonly operation: OperationDefinitionNode;
  readonly fragments: ReadonlyMap<string, Selections>;
  readonly plans: Plans;
}

type Selections = readonly SelectionNode[];

/** By selection and type of node; without those in which a variable decides what is asked. */
type Plans = WeakMap<Selections, Map<unknown, Plan>>;

/** The fields that one type of node is asked for. */
interface Plan {
  readonly asked: readonly Asked[];
  /** A variable decides which ones. */
  readonly varies: boolean;
}

/** A field as it is asked of one type of node: the same for all nodes of an answer. */
interface Asked {
  readonly key: string;
  readonly field: FieldNode;
  /** What is asked below; null: a plain value is wanted. */
  readonly below: Selections | null;
}

const documents = new Map<string, Known>();

/** The client sends a fixed set of operations: each text is parsed once. */
function documentOf(text: string): Known {
  const known = documents.get(text) ?? read(text);
  documents.set(text, known);
  return known;
}

function read(text: string): Known {
  const document = parse(text, { noLocation: true });
  const operation = getOperationAST(document);
  if (!operation) throw new SyntaxError('no operation');
  const fragments = document.definitions.flatMap((each) =>
    each.kind === Kind.FRAGMENT_DEFINITION ? [[each.name.value, each.selectionSet.selections] as const] : [],
  );
  return { operation, fragments: new Map(fragments), plans: new WeakMap() };
}

export const operationKind = (text: string): `${OperationDefinitionNode['operation']}` =>
  documentOf(text).operation.operation;

/** Answers an operation over a graph. Throws a `GraphError` for a missing variable. */
export function execute(text: string, root: Node, given: Args): Record<string, unknown> {
  const { execution, selection } = executionOf(text, given);
  return execution.object(root, selection);
}

/** The fields that an operation asks of its root, with their arguments. */
export function callsOf(text: string, given: Args): { readonly name: string; readonly args: Args }[] {
  const { execution, selection } = executionOf(text, given);
  return execution.calls(selection);
}

function executionOf(text: string, given: Args): { execution: Execution; selection: Selections } {
  const document = documentOf(text);
  const variables: Record<string, unknown> = {};
  const { variableDefinitions = [], selectionSet } = document.operation;
  for (const { variable, type, defaultValue } of variableDefinitions) {
    const name = variable.name.value;
    const fallback = defaultValue === undefined ? undefined : valueFromASTUntyped(defaultValue);
    const value = given[name] === undefined ? fallback : given[name];
    if (type.kind === Kind.NON_NULL_TYPE && (value === undefined || value === null)) {
      throw new GraphError(`Variable "$${name}" of required type was not provided.`);
    }
    if (value !== undefined) variables[name] = value;
  }
  return { execution: new Execution(document, variables), selection: selectionSet.selections };
}

class Execution {
  readonly #document: Known;
  readonly #variables: Args;
  readonly #plans: Plans = new WeakMap();
  readonly #args = new Map<FieldNode, Args>();
  #varies = false;

  constructor(document: Known, variables: Args) {
    this.#document = document;
    this.#variables = variables;
  }

  calls(selection: Selections): { readonly name: string; readonly args: Args }[] {
    return this.#askedOf(undefined, selection).map(({ field }) => ({
      name: field.name.value,
      args: this.#argsOf(field),
    }));
  }

  object(node: Node, selection: Selections): Record<string, unknown> {
    const result: Record<string, unknown> = {};
    for (const { key, field, below } of this.#askedOf((node as Fields)['__typename'], selection)) {
      result[key] = this.#complete(this.#resolve(node, field), below);
    }
    return result;
  }

  #askedOf(type: unknown, selection: Selections): readonly Asked[] {
    const known = this.#document.plans.get(selection)?.get(type) ?? this.#plans.get(selection)?.get(type);
    if (known !== undefined) return known.asked;
    const plan = this.#plan(type, selection);
    const plans = plan.varies ? this.#plans : this.#document.plans;
    plans.set(selection, (plans.get(selection) ?? new Map<unknown, Plan>()).set(type, plan));
    return plan.asked;
  }

  #plan(type: unknown, selection: Selections): Plan {
    this.#varies = false;
    const asked = [...this.#collect(type, selection)].flatMap(([key, fields]) => {
      const [field] = fields;
      if (field === undefined) return [];
      // What is asked below a field that is asked for once is known by the same list each time.
      const { selectionSet } = field;
      const below = fields.length === 1 ? selectionSet?.selections : fields.flatMap(selectionsOf);
      return [{ key, field, below: selectionSet === undefined ? null : (below ?? null) }];
    });
    return { asked, varies: this.#varies };
  }

  /** Fields by answer key: the same field asked for twice is one field with both selections. */
  #collect(type: unknown, selection: Selections, found = new Map<string, FieldNode[]>()): Map<string, FieldNode[]> {
    for (const part of selection) {
      if (part.kind === Kind.FRAGMENT_SPREAD) {
        this.#collect(type, this.#document.fragments.get(part.name.value) ?? [], found);
      } else if (part.kind === Kind.INLINE_FRAGMENT) {
        if (type === part.typeCondition?.name.value) this.#collect(type, part.selectionSet.selections, found);
      } else if (this.#includes(part)) {
        const key = (part.alias ?? part.name).value;
        found.set(key, [...(found.get(key) ?? []), part]);
      }
    }
    return found;
  }

  #includes({ directives = [] }: FieldNode): boolean {
    const include = directives.find(({ name }) => name.value === 'include');
    if (include === undefined) return true;
    this.#varies = true;
    return this.#valuesOf(include)['if'] === true;
  }

  #resolve(node: Node, field: FieldNode): unknown {
    const fields = node as Fields;
    const name = field.name.value;
    const value = fields[name];
    if (value === undefined)
      throw new TypeError(`the model has no field ${name} on ${String(fields['__typename'] ?? '?')}`);
    return typeof value === 'function' ? (value as (args: Args) => unknown).call(node, this.#argsOf(field)) : value;
  }

  #argsOf(field: FieldNode): Args {
    const known = this.#args.get(field) ?? this.#valuesOf(field);
    this.#args.set(field, known);
    return known;
  }

  /** The arguments of a field or directive; without those whose variable was not given. */
  #valuesOf({ arguments: given = [] }: FieldNode | DirectiveNode): Args {
    const values: Record<string, unknown> = {};
    for (const { name, value } of given) {
      const argument = valueFromASTUntyped(value, this.#variables);
      if (argument !== undefined) values[name.value] = argument;
    }
    return values;
  }

  #complete(value: unknown, selection: Selections | null): unknown {
    if (value === null || value === undefined) return null;
    if (selection === null) return value;
    if (Array.isArray(value)) return value.map((each: unknown) => this.#complete(each, selection));
    return this.object(value as Node, selection);
  }
}

const selectionsOf = ({ selectionSet }: FieldNode): Selections => selectionSet?.selections ?? [];
