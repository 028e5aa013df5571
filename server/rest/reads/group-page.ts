import { ALLOWED_CHILDREN } from '@espalier/core/work-item/rules';
import { epicReadableSql, groupReadableSql } from '../../access/filters.ts';
import { foundBy, search, startsWith } from '../../graphql/filters/conditions.ts';
import type { AcrossLimits } from '../../graphql/context.ts';
import { type Across, ACROSS, pageAcross } from '../../graphql/plan/across.ts';
import { type Order, orderBy } from '../../graphql/plan/order.ts';
import { type Query, type Row, all } from '../../graphql/plan/query.ts';
import { EPIC_FROM, ISSUE_FROM } from '../../graphql/types/item.ts';
import { type RestAnswer, type RestContext, type RestRoute, notFound } from '../types.ts';
import { compactLabelJson, type OwnedLabelFacts } from '../json/places.ts';
import { labelFacts } from './facts.ts';
import { groupLabelRange } from './labels.ts';
import { fromOwner, jsonColumns, OWNER, queryFor, rowsOf, text } from './page.ts';

/** The calls of a group's pages: labels, completion of references. */

function owner(ctx: RestContext, query: Query): string {
  return (
    `(SELECT * FROM groups g WHERE g.id = group_named(${query.param(ctx.groupPath, 'text')}) ` +
    `AND ${groupReadableSql(query.context.viewer, 'g')}) owner`
  );
}

/** The owner's rows as JSON, in one statement; 404 if the viewer may not see the group. */
async function ownedRows(
  query: Query,
  ownerText: string,
  rows: string,
  shape: (row: Row) => unknown = (row) => row,
): Promise<RestAnswer> {
  const [found] = await rowsOf(
    query,
    `SELECT (SELECT coalesce(json_agg(r), '[]'::json) FROM (${rows}) r) AS rows${fromOwner(query, ownerText)}`,
  );
  return found ? { status: 200, body: (found.rows as Row[]).map(shape) } : notFound;
}

/** AP-14: an array of compact labels. */
function labels(ctx: RestContext): Promise<RestAnswer> {
  const query = queryFor(ctx);
  const rows =
    `SELECT ${jsonColumns(labelFacts)} FROM (SELECT b.* FROM labels b ` +
    `WHERE ${[groupLabelRange(ctx), ...search(query, text(ctx, 'search') ?? '', ['b.title'])].join(' AND ')} ORDER BY b.title, b.id LIMIT 1000) a`;
  return ownedRows(query, owner(ctx, query), rows, (row) => compactLabelJson(row as unknown as OwnedLabelFacts));
}

/** Specification, section 9: five results, queries of at most 20 characters. */
const RESULTS = 5;
const QUERY_MAX = 20;

/**
 * IE-09.21: `addable_to`, the number of an epic of this group, narrows the results to what could become its child: not the epic itself, not its present
 * children, and of the items of projects only issues. GitLab has no such parameter and ignores it.
 */
function addable(ctx: RestContext, query: Query): string[] {
  const asked = text(ctx, 'addable_to') ?? '';
  if (!/^[1-9]\d{0,8}$/.test(asked)) return [];
  const types = ALLOWED_CHILDREN.epic.map(({ type }) => type);
  const iid = query.param(Number(asked), 'integer');
  const itself = `e.type = 'epic' AND e.group_id = owner.id AND e.iid = ${iid} AND ${epicReadableSql(query.context.viewer, 'e', 'owner')}`;
  return [
    `w.type = ANY(${query.param(types, 'text[]')})`,
    `NOT EXISTS (SELECT 1 FROM work_items e WHERE ${itself} AND ` +
      `(e.id = w.id OR EXISTS (SELECT 1 FROM parent_links l WHERE l.parent_id = e.id AND l.child_id = w.id)))`,
  ];
}

/** Those of the group itself first, of either the open ones, of these what was changed last (IE-09.20). */
const PLACES = ['g.id = owner.id', 'g.traversal_ids @> ARRAY[owner.id] AND g.id <> owner.id'] as const;
const STATES = ['opened', 'closed'] as const;
const LATEST: Order = {
  name: 'latest',
  keys: [
    { text: 'w.updated_at', type: 'timestamptz', descending: true },
    { text: 'w.id', type: 'bigint', descending: true },
  ],
};

/** AP-06.57: few are wanted, and soon: where no index knows the words, it looks at fewer. */
const COMPLETING: AcrossLimits = { ...ACROSS, vague: 1000 };
/** So many digits are the beginning of few numbers: an index finds these. */
const DIGITS_OF_FEW = 4;

function completed(ctx: RestContext, kind: 'epic' | 'issue'): Promise<RestAnswer> {
  const query = queryFor(ctx, COMPLETING);
  const ownerText = owner(ctx, query);
  const asked = (text(ctx, 'search') ?? '').slice(0, QUERY_MAX).replace(/^[&#]/, '');
  const isEpic = kind === 'epic';
  const number = /^[1-9]\d{0,8}$/.test(asked) ? query.param(Number(asked), 'integer') : null;
  const words = search(query, asked, ['w.title']);
  const others = addable(ctx, query);
  const matches =
    number === null || words.length === 0
      ? words
      : [`w.iid <> ${number}`, either(query, startsWith(query, asked), all(words))];
  // One after the other, until there are enough: where the first ones are many, the others are not asked for.
  const steps: readonly Pick<Across, 'where' | 'foundBy'>[] = [
    ...(number === null ? [] : [{ where: [`w.iid = ${number}`, ...others], foundBy: 'numbers' as const }]),
    { where: [...matches, ...others], foundBy: foundBy(asked, number !== null && asked.length >= DIGITS_OF_FEW) },
  ];
  const root = 'owner.traversal_ids[1]';
  // EP-18.14: nothing is added of what is archived.
  const only = isEpic || others.length === 0 ? '' : ' AND NOT p.archived';
  const found = steps
    .flatMap((step) =>
      PLACES.flatMap((range) =>
        STATES.map((state): Across => ({ ...step, kind, of: OWNER, root, range: range + only, state })),
      ),
    )
    .map((across) => {
      const ids = pageAcross(query, across, { order: LATEST, cursors: [], backward: false, limit: RESULTS });
      return `(SELECT w.id FROM (${ids}) page JOIN work_items w ON w.id = page.id ORDER BY ${orderBy(LATEST, false)})`;
    });
  const reference = isEpic
    ? `CASE WHEN g.id = owner.id THEN '&' || w.iid ELSE g.full_path || '&' || w.iid END`
    : `p.full_path || '#' || w.iid`;
  const from = (isEpic ? EPIC_FROM : ISSUE_FROM).replace('work_items w', 'work_items w ON w.id = found.id');
  return ownedRows(
    query,
    ownerText,
    `SELECT w.id, w.iid, w.title, ${reference} AS reference, w.confidential, w.state ` +
      `FROM (SELECT id, row_number() OVER () AS place FROM (${found.join(' UNION ALL ')} LIMIT ${RESULTS}) ids) found ` +
      `JOIN ${from} ORDER BY found.place`,
  );
}

function either(query: Query, begins: string, words: string): string {
  const fits = `(${begins} OR ${words})`;
  const { epic = begins, issue = begins } = query.finders.get(begins) ?? {};
  query.finders.set(fits, { epic: `(${epic} OR ${words})`, issue: `(${issue} OR ${words})` });
  return fits;
}

export const groupPageReadRoutes: RestRoute[] = [
  { method: 'GET', pattern: 'labels.json', handle: labels },
  { method: 'GET', pattern: 'autocomplete_sources/epics', handle: (ctx) => completed(ctx, 'epic') },
  { method: 'GET', pattern: 'autocomplete_sources/issues', handle: (ctx) => completed(ctx, 'issue') },
];
