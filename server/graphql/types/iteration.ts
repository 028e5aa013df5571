import { groupReadableSql } from '../../access/filters.ts';
import { type Args, amongIids, idOf, safeText, search } from '../filters/conditions.ts';
import { many } from '../plan/connection.ts';
import { column, constant, gid, instant, part, value } from '../plan/fields.ts';
import type { Order, OrderKey } from '../plan/order.ts';
import type { Field, Fields, Query, Scope } from '../plan/query.ts';

/** Iterations are those of groups; all of one group are its one cadence (WI-07.50). */

const todayOf = (query: Query): string => query.param(query.context.now.slice(0, 10), 'date');

const iterationPath = (a: string) =>
  `(SELECT '/groups/' || g.full_path FROM groups g WHERE g.id = ${a}.group_id) || '/-/iterations/' || ${a}.id`;

export const iterationFields: Fields = {
  createdAt: instant('created_at'),
  dueDate: column('due_date'),
  id: gid('Iteration'),
  iid: value((a) => `${a}.iid::text`),
  iterationCadence: part('IterationCadence'),
  sequence: column('iid'),
  startDate: column('start_date'),
  state: value((a, { query }) => {
    const today = todayOf(query);
    return `CASE WHEN ${a}.due_date < ${today} THEN 'closed' WHEN ${a}.start_date > ${today} THEN 'upcoming' ELSE 'current' END`;
  }),
  title: column('title'),
  updatedAt: instant('updated_at'),
  webPath: value(iterationPath),
  webUrl: value((a, { query }) => `${query.baseUrl()} || ${iterationPath(a)}`),
};

/** Of an iteration's row. A group that the viewer may not see does not give the cadence its name. */
export const iterationCadenceFields: Fields = {
  active: constant(true),
  automatic: constant(false),
  id: value((a) => `'gid://gitlab/Iterations::Cadence/' || ${a}.group_id`),
  title: value(
    (a, { query }) =>
      `coalesce((SELECT g.name FROM groups g WHERE g.id = ${a}.group_id AND ${groupReadableSql(query.context.viewer, 'g')}), 'Iterations')`,
  ),
};

/** WI-07.51: the iterations of the groups that may be seen among these: the last of them is the nearest. */
const iterationsOf = (idsOf: (a: string) => string): Field =>
  many((scope, { args }) => {
    const { alias, query } = scope;
    const ids = idsOf(alias);
    const own = args.includeAncestors === false ? ` AND g.id = ${ids}[cardinality(${ids})]` : '';
    const readable = groupReadableSql(query.context.viewer, 'g');
    return {
      type: 'Iteration',
      from: 'iterations i',
      columns: 'i.*',
      where: [
        `i.group_id IN (SELECT g.id FROM groups g WHERE g.id = ANY(${ids})${own} AND ${readable})`,
        ...conditions(scope, args),
      ],
      order: orderOf(args.sort),
    };
  });

export const groupIterations = iterationsOf((a) => `${a}.traversal_ids`);
export const projectIterations = iterationsOf((a) => `${a}.g_ids`);

function conditions({ query }: Scope, args: Args): string[] {
  const where: string[] = [];
  if (args.id !== undefined && args.id !== null)
    where.push(`i.id = ${query.param(idOf(args.id, 'Iteration'), 'bigint')}`);
  if (args.iid !== undefined && args.iid !== null) where.push(amongIids(query, 'i.iid', [args.iid]));
  if (typeof args.title === 'string') where.push(`i.title = ${safeText(query, args.title)}`);
  if (typeof args.search === 'string') where.push(...search(query, args.search, ['i.title']));
  if (typeof args.timeframe === 'object' && args.timeframe !== null) {
    const { start, end } = args.timeframe as { start: string; end: string };
    where.push(`i.start_date <= ${query.param(end, 'date')}`, `i.due_date >= ${query.param(start, 'date')}`);
  }
  if (args.state === 'closed') where.push(`i.due_date < ${todayOf(query)}`);
  if (args.state === 'upcoming') where.push(`i.start_date > ${todayOf(query)}`);
  if (args.state === 'opened') where.push(`i.due_date >= ${todayOf(query)}`);
  if (args.state === 'current') where.push(`${todayOf(query)} BETWEEN i.start_date AND i.due_date`);
  return where;
}

/** By due date; an `IterationSort` puts those of one cadence together. */
function orderOf(sort: unknown): Order {
  const name = typeof sort === 'string' ? sort : 'DUE_DATE_ASC';
  const cadence: OrderKey[] = typeof sort === 'string' ? [{ text: 'i.group_id', type: 'bigint' }] : [];
  const due: OrderKey = { text: 'i.due_date', type: 'date', descending: name.endsWith('_DESC') };
  return { name, keys: [...cadence, due, { text: 'i.id', type: 'bigint' }] };
}
