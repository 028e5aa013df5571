import { groupReadableSql } from '../../access/filters.ts';
import { type Args, amongIids, idOf, safeText, search, texts } from '../filters/conditions.ts';
import { many } from '../plan/connection.ts';
import { column, gid, instant, markdown, one, value } from '../plan/fields.ts';
import type { Order, OrderKey } from '../plan/order.ts';
import type { Field, Fields, Query, Scope } from '../plan/query.ts';
import { timeboxReport } from './timebox.ts';

/** Iterations are those of groups, each one of a cadence of its group. */

const todayOf = (query: Query): string => query.param(query.context.now.slice(0, 10), 'date');

const iterationPath = (a: string) =>
  `(SELECT '/groups/' || g.full_path FROM groups g WHERE g.id = ${a}.group_id) || '/-/iterations/' || ${a}.id`;

export const iterationFields: Fields = {
  createdAt: instant('created_at'),
  description: column('description'),
  descriptionHtml: markdown(
    (a) => `${a}.description`,
    (a) => `json_build_array((SELECT g.full_path FROM groups g WHERE g.id = ${a}.group_id), NULL)`,
  ),
  dueDate: column('due_date'),
  id: gid('Iteration'),
  iid: value((a) => `${a}.iid::text`),
  iterationCadence: one({
    type: 'IterationCadence',
    from: (alias, outer) => `(SELECT * FROM iteration_cadences c WHERE c.id = ${outer}.cadence_id) ${alias}`,
  }),
  report: timeboxReport('iteration'),
  // AP-14.90
  sequence: value(
    (a) =>
      `(SELECT count(*)::int FROM iterations s WHERE s.cadence_id = ${a}.cadence_id AND (s.start_date, s.id) <= (${a}.start_date, ${a}.id))`,
  ),
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

/** Its group may be seen: a private group says nothing of its cadences through a public one below it. */
const readableCadence = (a: string, { query }: Scope): string =>
  `EXISTS (SELECT FROM groups g WHERE g.id = ${a}.group_id AND ${groupReadableSql(query.context.viewer, 'g')})`;

/** WI-07.50 */
const told = (name: string, otherwise = 'NULL'): Field =>
  value((a, scope) => `CASE WHEN ${readableCadence(a, scope)} THEN ${a}.${name} ELSE ${otherwise} END`);

export const iterationCadenceFields: Fields = {
  active: column('active'),
  automatic: column('automatic'),
  description: told('description'),
  durationInWeeks: column('duration_in_weeks'),
  id: gid('Iterations::Cadence'),
  iterationsInAdvance: column('iterations_in_advance'),
  rollOver: column('roll_over'),
  startDate: column('start_date'),
  title: told('title', `'Iterations'`),
};

/** AP-14.90: the cadences of a group or a project's group and, where it is asked, of the groups above that may be seen. */
const cadencesOf = (idsOf: (a: string) => string): Field =>
  many((scope, { args }) => {
    const { alias, query } = scope;
    const ids = idsOf(alias);
    const own = args.includeAncestorGroups === true ? '' : ` AND g.id = ${ids}[cardinality(${ids})]`;
    const readable = groupReadableSql(query.context.viewer, 'g');
    const flags = ['active', 'automatic'].filter((name) => typeof args[name] === 'boolean');
    return {
      type: 'IterationCadence',
      from: 'iteration_cadences c',
      columns: 'c.*',
      where: [
        `c.group_id IN (SELECT g.id FROM groups g WHERE g.id = ANY(${ids})${own} AND ${readable})`,
        ...flags.map((name) => (args[name] === true ? `c.${name}` : `NOT c.${name}`)),
        ...(typeof args.durationInWeeks === 'number'
          ? [`c.duration_in_weeks = ${query.param(args.durationInWeeks, 'integer')}`]
          : []),
        ...(typeof args.id === 'string'
          ? [`c.id = ${query.param(idOf(args.id, 'Iterations::Cadence'), 'bigint')}`]
          : []),
        ...(typeof args.title === 'string' ? search(query, args.title, ['c.title']) : []),
      ],
      order: {
        name: 'title',
        keys: [
          { text: 'c.title', type: 'text' },
          { text: 'c.id', type: 'bigint' },
        ],
      },
    };
  });

export const groupCadences = cadencesOf((a) => `${a}.traversal_ids`);
export const projectCadences = cadencesOf((a) => `${a}.g_ids`);

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
  const cadences = texts(args.iterationCadenceIds)?.map((id) => idOf(id, 'Iterations::Cadence'));
  if (cadences !== undefined) where.push(`i.cadence_id = ANY(${query.param(cadences, 'bigint[]')})`);
  if (typeof args.search === 'string') where.push(...search(query, args.search, searched(texts(args.in))));
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

/** AP-14.91: by its own title, or by that of its cadence. */
const searched = (fields: readonly string[] | null): readonly string[] =>
  (fields === null || fields.length === 0 ? ['TITLE'] : fields).map((field) =>
    field === 'TITLE' ? 'i.title' : '(SELECT c.title FROM iteration_cadences c WHERE c.id = i.cadence_id)',
  );

/** By due date; an `IterationSort` puts those of one cadence together. */
function orderOf(sort: unknown): Order {
  const name = typeof sort === 'string' ? sort : 'DUE_DATE_ASC';
  const cadence: OrderKey[] = typeof sort === 'string' ? [{ text: 'i.cadence_id', type: 'bigint' }] : [];
  const due: OrderKey = { text: 'i.due_date', type: 'date', descending: name.endsWith('_DESC') };
  return { name, keys: [...cadence, due, { text: 'i.id', type: 'bigint' }] };
}
