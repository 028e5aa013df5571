import type { GraphQLResolveInfo, SelectionSetNode } from 'graphql';
import { whileAsked } from '../db/asker.ts';
import { referencesFor } from '../text/find-references.ts';
import { renderTexts } from '../text/references.ts';
import type { GraphqlContext } from './context.ts';
import { type ListSource, connection } from './plan/connection.ts';
import { shapeOne } from './plan/fields.ts';
import { Query, type Row, type Scope, columnList } from './plan/query.ts';
import type { Selected } from './plan/selection.ts';
import { types } from './types/index.ts';

/** Root fields: each is one SQL statement, whatever was selected below it, and one for what its texts refer to. */

function queryOf(context: GraphqlContext, info: GraphQLResolveInfo): Query {
  const { schema, fragments, variableValues } = info;
  return new Query(context, { schema, fragments, variables: variableValues }, types, context.aliased === true);
}

function below(info: GraphQLResolveInfo): SelectionSetNode[] {
  return info.fieldNodes.flatMap(({ selectionSet }) => selectionSet ?? []);
}

/** Reads one object; `from` names its row `alias` (see the sources of the types). Null if there is none that the viewer may see. */
export async function readOne(
  context: GraphqlContext,
  info: GraphQLResolveInfo,
  type: string,
  from: (alias: string, scope: Scope) => string,
): Promise<Row | null> {
  const query = queryOf(context, info);
  const scope: Scope = { query, alias: query.alias('r') };
  const { columns, shape } = query.object(type, scope, below(info));
  const source = query.beside(scope.alias, from(scope.alias, scope));
  const text = `SELECT row_to_json(o) AS answer FROM (SELECT ${columnList(columns)} FROM ${source} LIMIT 1) o`;
  const row = await run(query, text);
  if (row && shape) shapeOne(row, shape);
  await showReferences(query);
  return row;
}

/** Reads a list that is no connection. `from` names its rows `alias`. */
export async function readAll(
  context: GraphqlContext,
  info: GraphQLResolveInfo,
  type: string,
  from: (alias: string, scope: Scope) => string,
): Promise<readonly Row[]> {
  const query = queryOf(context, info);
  const scope: Scope = { query, alias: query.alias('r') };
  const { columns, shape } = query.object(type, scope, below(info));
  const source = query.beside(scope.alias, from(scope.alias, scope));
  const text = `SELECT json_agg(row_to_json(o)) AS answer FROM (SELECT ${columnList(columns)} FROM ${source}) o`;
  const rows = ((await run(query, text)) ?? []) as unknown as readonly Row[];
  for (const row of rows) shape?.(row);
  await showReferences(query);
  return rows;
}

/** Reads a connection at the root of the query. */
export async function readMany(
  context: GraphqlContext,
  info: GraphQLResolveInfo,
  args: Readonly<Record<string, unknown>>,
  source: (scope: Scope) => ListSource,
): Promise<Row | null> {
  const query = queryOf(context, info);
  const selected: Selected = { key: info.fieldName, name: info.fieldName, args, below: below(info) };
  const { text, shape } = connection(query, source({ query, alias: '' }), selected);
  const raw = await run(query, `SELECT ${text} AS answer`);
  const answer = raw && shape(raw);
  await showReferences(query);
  return answer;
}

/** IE-07.25: what the texts of the answer refer to, in one statement more where they refer to anything. */
async function showReferences({ texts, context }: Query): Promise<void> {
  if (texts.length === 0) return;
  const shown = await whileAsked(context.left, () => renderTexts(texts, referencesFor(context)));
  texts.forEach(({ put }, index) => put(shown[index] ?? ''));
}

async function run(query: Query, text: string): Promise<Row | null> {
  const { db, left } = query.context;
  const { rows } = await whileAsked(left, () => db.executeQuery(query.statement<{ answer: Row }>(text)));
  return rows[0]?.answer ?? null;
}
