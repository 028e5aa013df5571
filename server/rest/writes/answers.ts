import { itemReadableSql } from '../../access/filters.ts';
import type { Made } from '../../command/item.ts';
import { type Outcome, Refusal } from '../../command/outcome.ts';
import { originOf } from '../../graphql/mutations/ids.ts';
import { ITEM_COLUMNS, ITEM_FROM } from '../../graphql/types/item.ts';
import { hashOf, withIdempotency } from '../../http/idempotency.ts';
import type { Described } from '../../quick-action/description.ts';
import { sqlStore } from '../../store/sql/index.ts';
import { subscribedSql } from '../../store/sql/personal.ts';
import { type EpicFacts, type IssueFacts, itemJson } from '../json/items.ts';
import { itemFacts, factsOf } from '../reads/facts.ts';
import { jsonColumns, queryFor, rowsOf } from '../reads/page.ts';
import { notFound, refusedAnswer, type RestAnswer, type RestContext } from '../types.ts';
import { withCommands } from './commands.ts';

export { originOf };

/** Wraps a write: it happens once per Idempotency-Key, and a thrown refusal becomes an answer. */
export function write(
  name: string,
  handle: (ctx: RestContext) => Promise<RestAnswer>,
): (ctx: RestContext) => Promise<RestAnswer> {
  return async (ctx) => {
    const key = headerOf(ctx, 'idempotency-key');
    const hash = hashOf(name, ctx.groupPath, ctx.params, ctx.query, ctx.body);
    return withIdempotency(ctx.db, ctx.viewer, key, hash, async (db) => {
      try {
        return await handle({ ...ctx, db, store: sqlStore(db) });
      } catch (error) {
        if (error instanceof Refusal) return refusedAnswer(error);
        throw error;
      }
    });
  };
}

/** A read with the same treatment of refusals as the writes, but without keys. */
export function read(handle: (ctx: RestContext) => Promise<RestAnswer>): (ctx: RestContext) => Promise<RestAnswer> {
  const guarded = write('read', handle);
  return (ctx) => guarded({ ...ctx, headers: {} });
}

function headerOf(ctx: RestContext, name: string): string | undefined {
  const value = ctx.headers[name];
  return Array.isArray(value) ? value[0] : value;
}

/** Epics and items of projects as the API gives them, by their ids: what a change answers. One statement. */
export async function readItems(
  ctx: RestContext,
  ids: readonly number[],
): Promise<ReadonlyMap<number, ReturnType<typeof itemJson>>> {
  const query = queryFor(ctx);
  const found =
    `SELECT ${ITEM_COLUMNS} FROM ${ITEM_FROM} WHERE w.id = ANY(${query.param(ids, 'bigint[]')}) ` +
    `AND ${itemReadableSql(query.context.viewer, 'w', 'g', 'p')}`;
  const json = { ...itemFacts(query), subscribed: subscribedSql(query.context.viewer, 'a') };
  const text = `SELECT row_to_json(r) AS item FROM (SELECT ${jsonColumns(json)} FROM (${found}) a) r`;
  const items = (await rowsOf(query, text)).map(({ item }) => factsOf<EpicFacts | IssueFacts>(item));
  const asked = { base: ctx.baseUrl, now: ctx.now };
  return new Map(items.map((facts) => [facts.id, itemJson(asked, facts)]));
}

/** AP-05.27: what was made or changed, as it is read. */
export async function itemAnswer(ctx: RestContext, status: number, id: number): Promise<RestAnswer> {
  const body = (await readItems(ctx, [id])).get(id);
  return body === undefined ? notFound : { status, body };
}

export async function madeAnswer(ctx: RestContext, outcome: Outcome<Described<Made>>): Promise<RestAnswer> {
  if (!outcome.ok) return refusedAnswer(outcome);
  return withCommands(await itemAnswer(ctx, 201, outcome.value.value.id), outcome.value);
}
