import type { Document, Field, Selection, Value } from './parse.ts';
import { parse } from './parse.ts';

/** An object of the model's graph: its fields are plain values, or functions of their arguments. `__typename` where a type condition asks for it. */
export type Node = object;

type Fields = Readonly<Record<string, unknown>>;

export type Args = Readonly<Record<string, unknown>>;

/** A request that the server would answer with a list of errors and no data. */
export class GraphError extends Error {}

/** An operation that was asked before, with how its fields were put together. */
interface Known extends Document {
  readonly plans: Plans;
}

/** By selection and type of node; without those in which a variable decides what is asked. */
type Plans = WeakMap<readonly Selection[], Map<unknown, Plan>>;

/** The fields that one type of node is asked for. */
interface Plan {
  readonly asked: readonly Asked[];
  /** A variable decides which ones. */
  readonly varies: boolean;
}

/** A field as it is asked of one type of node: the same for all nodes of an answer. */
interface Asked {
  readonly key: string;
  readonly field: Field;
  /** What is asked below; null: a plain value is wanted. */
  readonly below: readonly Selection[] | null;
}

const documents = new Map<string, Known>();

function documentOf(text: string): Known {
  const known = documents.get(text) ?? { ...parse(text), plans: new WeakMap() };
  documents.set(text, known);
  return known;
}

export const operationKind = (text: string): Document['operation'] => documentOf(text).operation;

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

function executionOf(text: string, given: Args): { execution: Execution; selection: readonly Selection[] } {
  const document = documentOf(text);
  const variables: Record<string, unknown> = {};
  for (const { name, fallback, required } of document.variables) {
    const value = given[name] === undefined ? fallback : given[name];
    if (required && (value === undefined || value === null)) {
      throw new GraphError(`Variable "$${name}" of required type was not provided.`);
    }
    if (value !== undefined) variables[name] = value;
  }
  return { execution: new Execution(document, variables), selection: document.selection };
}

class Execution {
  readonly #document: Known;
  readonly #variables: Args;
  readonly #plans: Plans = new WeakMap();
  readonly #args = new Map<Field, Args>();
  #varies = false;

  constructor(document: Known, variables: Args) {
    this.#document = document;
    this.#variables = variables;
  }

  calls(selection: readonly Selection[]): { readonly name: string; readonly args: Args }[] {
    return this.#askedOf(undefined, selection).map(({ field }) => ({ name: field.name, args: this.#argsOf(field) }));
  }

  object(node: Node, selection: readonly Selection[]): Record<string, unknown> {
    const result: Record<string, unknown> = {};
    for (const { key, field, below } of this.#askedOf((node as Fields)['__typename'], selection)) {
      result[key] = this.#complete(this.#resolve(node, field), below);
    }
    return result;
  }

  #askedOf(type: unknown, selection: readonly Selection[]): readonly Asked[] {
    const known = this.#document.plans.get(selection)?.get(type) ?? this.#plans.get(selection)?.get(type);
    if (known !== undefined) return known.asked;
    const plan = this.#plan(type, selection);
    const plans = plan.varies ? this.#plans : this.#document.plans;
    plans.set(selection, (plans.get(selection) ?? new Map<unknown, Plan>()).set(type, plan));
    return plan.asked;
  }

  #plan(type: unknown, selection: readonly Selection[]): Plan {
    this.#varies = false;
    const asked = [...this.#collect(type, selection)].flatMap(([key, fields]) => {
      const [field] = fields;
      if (field === undefined) return [];
      // What is asked below a field that is asked for once is known by the same list each time.
      const below = fields.length === 1 ? field.selection : fields.flatMap((each) => each.selection ?? []);
      return [{ key, field, below: field.selection === null ? null : below }];
    });
    return { asked, varies: this.#varies };
  }

  /** Fields by answer key: the same field asked for twice is one field with both selections. */
  #collect(type: unknown, selection: readonly Selection[], found = new Map<string, Field[]>()): Map<string, Field[]> {
    for (const part of selection) {
      if (part.kind === 'spread') this.#collect(type, this.#document.fragments.get(part.name) ?? [], found);
      else if (part.kind === 'inline') {
        if (type === part.on) this.#collect(type, part.selection, found);
      } else {
        if (part.include !== null) this.#varies = true;
        if (part.include !== null && this.#value(part.include) !== true) continue;
        found.set(part.key, [...(found.get(part.key) ?? []), part]);
      }
    }
    return found;
  }

  #resolve(node: Node, field: Field): unknown {
    const fields = node as Fields;
    const value = fields[field.name];
    if (value === undefined)
      throw new TypeError(`the model has no field ${field.name} on ${String(fields['__typename'] ?? '?')}`);
    return typeof value === 'function' ? (value as (args: Args) => unknown).call(node, this.#argsOf(field)) : value;
  }

  #argsOf(field: Field): Args {
    const known = this.#args.get(field);
    if (known !== undefined) return known;
    const given: Record<string, unknown> = {};
    for (const [key, arg] of Object.entries(field.args)) {
      const argument = this.#value(arg);
      if (argument !== undefined) given[key] = argument;
    }
    this.#args.set(field, given);
    return given;
  }

  #value(value: Value): unknown {
    return 'variable' in value ? this.#variables[value.variable] : value.constant;
  }

  #complete(value: unknown, selection: readonly Selection[] | null): unknown {
    if (value === null || value === undefined) return null;
    if (selection === null) return value;
    if (Array.isArray(value)) return value.map((each: unknown) => this.#complete(each, selection));
    return this.object(value as Node, selection);
  }
}
