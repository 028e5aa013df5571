import { type DocumentNode, type ExecutionArgs, type ExecutionResult, Kind, visit } from 'graphql';
import { type CompiledQuery, compileQuery, isCompiledQuery } from 'graphql-jit';
import type { GraphqlContext } from './context.ts';
import { aliasedSchema, schema } from './schema.ts';

/** Compiled operations are kept with their document, which the parser keeps by its text. */
interface Kept {
  readonly aliased: boolean;
  readonly compiled: Map<string, CompiledQuery | ExecutionResult>;
}

const kept = new WeakMap<DocumentNode, Kept>();

/** Executes an operation that is already valid. Compiled once per document, several times faster than walking it. */
export function execute(args: ExecutionArgs): ExecutionResult | Promise<ExecutionResult> {
  const { document } = args;
  const name = args.operationName ?? '';
  const known = kept.get(document) ?? { aliased: hasAliases(document), compiled: new Map() };
  kept.set(document, known);
  let query = known.compiled.get(name);
  if (!query) {
    query = compileQuery(known.aliased ? aliasedSchema : schema, document, name === '' ? undefined : name, {
      disableLeafSerialization: true,
    });
    known.compiled.set(name, query);
  }
  if (!isCompiledQuery(query)) return query;
  const context: GraphqlContext = { ...(args.contextValue as GraphqlContext), aliased: known.aliased };
  return query.query(args.rootValue, context, args.variableValues ?? {}) as ExecutionResult | Promise<ExecutionResult>;
}

/** An alias below a root field: the answer's rows must then be keyed by it. */
function hasAliases(document: DocumentNode): boolean {
  let found = false;
  visit(document, {
    [Kind.FIELD]: (node) => {
      if (node.alias) found = true;
      return undefined;
    },
  });
  return found;
}
