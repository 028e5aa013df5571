import { groupReadableSql, projectItemReadableSql, projectReadableSql } from '../../access/filters.ts';
import { amongIids, safeText, search } from '../../graphql/filters/conditions.ts';
import type { Query, Row } from '../../graphql/plan/query.ts';
import type { MilestonePlace } from '../../milestone/change.ts';
import { type MilestoneFacts, milestoneJson } from '../json/places.ts';
import { Invalid, notFound, type RestAnswer, type RestContext } from '../types.ts';
import { pathId } from '../writes/fields.ts';
import { Asked } from './asked.ts';
import { at, milestoneFacts } from './facts.ts';
import { groupOwner, groupsAbove, projectOwner } from './groups.ts';
import { issues } from './issues.ts';
import { listAnswer, oneAnswer, orderedBy, queryFor, rowsOf } from './page.ts';

type Kind = MilestonePlace['kind'];

export const milestoneShape = (ctx: RestContext) => (row: Row) =>
  milestoneJson(ctx.baseUrl, ctx.now.slice(0, 10), row as unknown as MilestoneFacts);

const ownerOf = (ctx: RestContext, query: Query, kind: Kind): string =>
  kind === 'group' ? groupOwner(ctx, query) : projectOwner(ctx, query);

export function milestoneIdOf({ params }: RestContext): number {
  const id = pathId(params.milestone_id);
  if (id === null) throw new Invalid(['milestone_id is invalid']);
  return id;
}

/** AP-05.80 */
export async function milestoneList(ctx: RestContext, kind: Kind): Promise<RestAnswer> {
  const query = queryFor(ctx);
  const asked = new Asked(ctx);
  const own = `m.${kind}_id = owner.id`;
  const above = groupsAbove(ctx, kind === 'group' ? 'owner.traversal_ids' : 'owner.g_ids');
  const withAbove = [asked.flag('include_parent_milestones'), asked.flag('include_ancestors')].includes(true);
  const state = asked.word('state', ['active', 'closed', 'all']);
  const title = asked.text('title');
  const iids = asked.numbers('iids');
  const updated = (['after', 'before'] as const).map((side) => [side, asked.instant(`updated_${side}`)] as const);
  asked.check();
  const where = [
    withAbove ? `(${own} OR m.group_id IN ${above})` : own,
    ...(state === undefined || state === 'all' ? [] : [`m.state = '${state}'`]),
    ...(title === undefined ? [] : [`m.title = ${safeText(query, title)}`]),
    ...search(query, asked.text('search') ?? '', ['m.title', 'm.description']),
    ...search(query, asked.text('search_title') ?? '', ['m.title']),
    // As in GitLab: numbers are those of one place.
    ...(iids.length > 0 && !withAbove ? [amongIids(query, 'm.iid', iids)] : []),
    ...updated.flatMap(([side, instant]) =>
      instant === undefined
        ? []
        : [`m.updated_at ${side === 'after' ? '>' : '<'} ${query.param(instant, 'timestamptz')}`],
    ),
  ];
  const read = { from: 'milestones m', columns: 'm.*', where, order: orderedBy('m.due_date', 'm.id') };
  return listAnswer(
    ctx,
    query,
    { ...read, owner: ownerOf(ctx, query, kind), json: milestoneFacts('a') },
    milestoneShape(ctx),
  );
}

/** A readable milestone, with `kind` only one of the place that the path names. */
export async function milestoneAnswer(ctx: RestContext, id: number, status: number, kind?: Kind): Promise<RestAnswer> {
  const query = queryFor(ctx);
  const { viewer } = query.context;
  const which = `m.id = ${query.param(id, 'bigint')}`;
  const from =
    kind === undefined
      ? `milestones m WHERE ${which} AND (EXISTS (SELECT FROM groups g WHERE g.id = m.group_id AND ${groupReadableSql(viewer, 'g')}) ` +
        `OR EXISTS (SELECT FROM projects p WHERE p.id = m.project_id AND ${projectReadableSql(viewer, 'p')}))`
      : `milestones m JOIN ${ownerOf(ctx, query, kind)} ON m.${kind}_id = owner.id WHERE ${which}`;
  const answer = await oneAnswer(query, `(SELECT m.* FROM ${from}) a`, milestoneFacts('a'), milestoneShape(ctx));
  return answer.status === 200 ? { ...answer, status } : answer;
}

/** The place that the path names, if the milestone is its own; that is `m_id`, with `m_start` and `m_due`. */
const milestoneOwner = (ctx: RestContext, query: Query, kind: Kind): string =>
  `(SELECT owner.*, m.id AS m_id, m.start_date AS m_start, m.due_date AS m_due FROM ${ownerOf(ctx, query, kind)} ` +
  `JOIN milestones m ON m.${kind}_id = owner.id WHERE m.id = ${query.param(milestoneIdOf(ctx), 'bigint')}) owner`;

/** AP-05.89: as GitLab says, of no subgroup. */
export async function milestoneIssues(ctx: RestContext, kind: Kind): Promise<RestAnswer> {
  return issues(ctx, {
    owner: (query) => milestoneOwner(ctx, query, kind),
    across:
      kind === 'group'
        ? { root: 'owner.traversal_ids[1]', range: 'g.id = owner.id' }
        : { root: 'owner.g_ids[1]', range: 'p.id = owner.id' },
    few: 'w.milestone_id = owner.m_id',
  });
}

export async function milestoneMergeRequests(ctx: RestContext, kind: Kind): Promise<RestAnswer> {
  const query = queryFor(ctx);
  const read = {
    from: 'merge_requests r',
    columns: 'r.*',
    where: ['FALSE'],
    order: orderedBy('r.id'),
    json: { id: 'a.id' },
  };
  return listAnswer(ctx, query, { ...read, owner: milestoneOwner(ctx, query, kind) });
}

/** AP-05.90: what is told of an item that was closed by an import is its last closing. */
export async function burndownEvents(ctx: RestContext, kind: Kind): Promise<RestAnswer> {
  const query = queryFor(ctx);
  const noted = (actions: string): string =>
    `notes n WHERE n.work_item_id = w.id AND n.system AND n.action IN (${actions})`;
  const happened =
    `SELECT w.created_at AS at, 'created' AS action ` +
    `UNION ALL SELECT n.created_at, n.action FROM ${noted(`'closed', 'reopened'`)} ` +
    `UNION ALL SELECT w.closed_at, 'closed' WHERE w.state = 'closed' AND NOT EXISTS (SELECT FROM ${noted(`'closed'`)})`;
  const [found] = await rowsOf(
    query,
    `SELECT (SELECT coalesce(json_agg(json_build_object('created_at', ${at('e.at')}, 'weight', w.weight, 'action', e.action) ` +
      `ORDER BY e.at, w.id), '[]'::json) FROM work_items w JOIN projects p ON p.id = w.project_id JOIN groups g ON g.id = p.group_id ` +
      `CROSS JOIN LATERAL (${happened}) e WHERE w.milestone_id = owner.m_id AND owner.m_start IS NOT NULL ` +
      `AND (e.at AT TIME ZONE 'UTC')::date <= owner.m_due AND ${projectItemReadableSql(query.context.viewer, 'w', 'g', 'p')}) AS events ` +
      `FROM ${milestoneOwner(ctx, query, kind)}`,
  );
  return found === undefined ? notFound : { status: 200, body: found.events };
}
