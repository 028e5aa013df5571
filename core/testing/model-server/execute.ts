import type { Document, Field, Selection, Value } from './parse.ts';
import { parse } from './parse.ts';

/** An object of the model's graph: plain values, or functions of the field's arguments. `__typename` where a type condition asks for it. */
export interface Node {
  readonly [field: string]: unknown;
}

export type Args = Readonly<Record<string, unknown>>;

/** A request that the server would answer with a list of errors and no data. */
export class GraphError extends Error {}

const documents = new Map<string, Document>();

function documentOf(text: string): Document {
  const known = documents.get(text) ?? parse(text);
  documents.set(text, known);
  return known;
}

export const operationKind = (text: string): Document['operation'] => documentOf(text).operation;

/** Answers an operation over a graph. Throws a `GraphError` for a missing variable. */
export function execute(text: string, root: Node, given: Args): Record<string, unknown> {
  const document = documentOf(text);
  const variables: Record<string, unknown> = {};
  for (const { name, fallback, required } of document.variables) {
    const value = given[name] === undefined ? fallback : given[name];
    if (required && (value === undefined || value === null)) {
      throw new GraphError(`Variable "$${name}" of required type was not provided.`);
    }
    if (value !== undefined) variables[name] = value;
  }
  return new Execution(document, variables).object(root, document.selection);
}

class Execution {
  readonly #fragments: Document['fragments'];
  readonly #variables: Args;

  constructor({ fragments }: Document, variables: Args) {
    this.#fragments = fragments;
    this.#variables = variables;
  }

  object(node: Node, selection: readonly Selection[]): Record<string, unknown> {
    const result: Record<string, unknown> = {};
    for (const [key, fields] of this.#collect(node, selection)) {
      const [field] = fields;
      if (field === undefined) continue;
      const below = fields.flatMap((each) => each.selection ?? []);
      result[key] = this.#complete(this.#resolve(node, field), field.selection === null ? null : below);
    }
    return result;
  }

  /** Fields by answer key: the same field asked for twice is one field with both selections. */
  #collect(node: Node, selection: readonly Selection[], found = new Map<string, Field[]>()): Map<string, Field[]> {
    for (const part of selection) {
      if (part.kind === 'spread') this.#collect(node, this.#fragments.get(part.name) ?? [], found);
      else if (part.kind === 'inline') {
        if (node['__typename'] === part.on) this.#collect(node, part.selection, found);
      } else if (part.include === null || this.#value(part.include) === true) {
        found.set(part.key, [...(found.get(part.key) ?? []), part]);
      }
    }
    return found;
  }

  #resolve(node: Node, { name, args }: Field): unknown {
    const value = node[name];
    if (value === undefined)
      throw new TypeError(`the model has no field ${name} on ${String(node['__typename'] ?? '?')}`);
    if (typeof value !== 'function') return value;
    const given: Record<string, unknown> = {};
    for (const [key, arg] of Object.entries(args)) {
      const argument = this.#value(arg);
      if (argument !== undefined) given[key] = argument;
    }
    return (value as (args: Args) => unknown)(given);
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
