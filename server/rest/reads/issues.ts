import { meSql, projectItemReadableSql } from '../../access/filters.ts';
import { amongIids, isVague } from '../../graphql/filters/conditions.ts';
import type { Across } from '../../graphql/plan/across.ts';
import type { Query, Row } from '../../graphql/plan/query.ts';
import { ISSUE_COLUMNS, ISSUE_FROM, votesSql } from '../../graphql/types/item.ts';
import { type IssueFacts, issueJson } from '../json/items.ts';
import { type RestAnswer, type RestContext, type RestRoute, unauthorized } from '../types.ts';
import { Asked } from './asked.ts';
import { factsOf, issueFacts } from './facts.ts';
import { groupOwner, ordered, projectOwner } from './groups.ts';
import { type IssueFilters, issueFilters } from './issue-filters.ts';
import { flag, listAnswer, oneAnswer, queryFor } from './page.ts';

/** The issues of a group, of a project, and of everything that a person may see. */

/** By priority there is nothing to order: labels have none. */
const ORDERS = {
  created_at: 'w.created_at',
  updated_at: 'w.updated_at',
  title: 'lower(w.title)',
  due_date: 'w.due_date',
  weight: 'w.weight',
  milestone_due: '(SELECT m.due_date FROM milestones m WHERE m.id = w.milestone_id)',
  popularity: votesSql('w', 'thumbsup'),
  relative_position: '(SELECT t.relative_position FROM parent_links t WHERE t.child_id = w.id)',
  label_priority: 'w.created_at',
  priority: 'w.created_at',
};
type OrderName = keyof typeof ORDERS;

interface Place {
  readonly owner: (query: Query) => string;
  readonly across: Pick<Across, 'root' | 'range'>;
  readonly isGroup?: true;
  /** Only a few of its items: those that fit this. */
  readonly few?: string;
}

/** AP-05.40: `place` null: everywhere, what the person has made unless asked for more. */
export function issues(ctx: RestContext, place: Place | null): Promise<RestAnswer> | RestAnswer {
  const query = queryFor(ctx);
  const asked = new Asked(ctx);
  const filters = issueFilters(asked, query);
  const nonArchived = asked.flag('non_archived') ?? true;
  asked.word('order_by', Object.keys(ORDERS) as OrderName[]);
  asked.word('sort', ['asc', 'desc']);
  asked.check();
  const { scope = place === null ? 'created_by_me' : 'all' } = filters;
  if (place === null && scope !== 'all' && ctx.viewer.userId === null) return unauthorized;
  const where = [...filters.where, ...own(ctx, scope)];
  const read = {
    from: ISSUE_FROM,
    columns: ISSUE_COLUMNS,
    order: ordered(ctx, ORDERS, 'created_at', 'desc', 'w.id'),
    json: issueFacts(query),
  };
  if (place === null) {
    const { viewer } = query.context;
    const state = filters.state === null ? [] : [`w.state = '${filters.state}'`];
    const live = nonArchived ? ['NOT p.archived'] : [];
    const readable = ["w.type <> 'epic'", ...live, projectItemReadableSql(viewer, 'w', 'g', 'p')];
    return listAnswer(ctx, query, { ...read, where: [...readable, ...state, ...where] }, issueShape(ctx));
  }
  const across: Across = {
    kind: 'issue',
    ...place.across,
    range: place.isGroup === true && nonArchived ? `${place.across.range} AND NOT p.archived` : place.across.range,
    state: filters.state,
    isVague: isVague(filters.search),
    isRare: ctx.query.iids !== undefined || place.few !== undefined,
    where: place.few === undefined ? where : [place.few, ...where],
  };
  return listAnswer(ctx, query, { ...read, owner: place.owner(query), where: across }, issueShape(ctx));
}

/** A visitor has made nothing, and is assigned to nothing. */
function own({ viewer }: RestContext, scope: IssueFilters['scope']): string[] {
  if (scope === undefined || scope === 'all') return [];
  if (viewer.userId === null) return ['FALSE'];
  if (scope === 'created_by_me') return [`w.author_id = ${meSql(viewer)}`];
  return [
    `w.id IN (SELECT x.work_item_id FROM work_item_people x WHERE x.user_id = ${meSql(viewer)} AND x.role = 'assignee')`,
  ];
}

const issueShape = (ctx: RestContext) => {
  const asked = { base: ctx.baseUrl, now: ctx.now, labelDetails: flag(ctx, 'with_labels_details', false) };
  return (row: Row) => issueJson(asked, factsOf<IssueFacts>(row));
};

function issue(ctx: RestContext): Promise<RestAnswer> {
  const query = queryFor(ctx);
  const which = amongIids(query, 'w.iid', [ctx.params.iid]);
  const from =
    `(SELECT ${ISSUE_COLUMNS} FROM ${ISSUE_FROM} JOIN ${projectOwner(ctx, query)} ON owner.id = w.project_id ` +
    `WHERE ${which} AND ${projectItemReadableSql(query.context.viewer, 'w', 'g', 'p')}) a`;
  return oneAnswer(query, from, issueFacts(query), issueShape(ctx));
}

const inGroup = (ctx: RestContext): Place => ({
  owner: (query) => groupOwner(ctx, query),
  across: { root: 'owner.traversal_ids[1]', range: 'g.traversal_ids @> ARRAY[owner.id]' },
  isGroup: true,
});

const inProject = (ctx: RestContext): Place => ({
  owner: (query) => projectOwner(ctx, query),
  across: { root: 'owner.g_ids[1]', range: 'p.id = owner.id' },
});

export const issueRoutes: RestRoute[] = [
  { method: 'GET', pattern: 'issues', handle: (ctx) => issues(ctx, null) },
  { method: 'GET', pattern: 'groups/:id/issues', handle: (ctx) => issues(ctx, inGroup(ctx)) },
  { method: 'GET', pattern: 'projects/:id/issues', handle: (ctx) => issues(ctx, inProject(ctx)) },
  { method: 'GET', pattern: 'projects/:id/issues/:iid', handle: issue },
];
