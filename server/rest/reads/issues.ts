import { meSql, projectItemReadableSql } from '../../access/filters.ts';
import { amongIids, foundBy } from '../../graphql/filters/conditions.ts';
import { type Across, ACROSS, POSITION_KEY } from '../../graphql/plan/across.ts';
import { countSql, type List } from '../../graphql/plan/list.ts';
import type { Query, Row } from '../../graphql/plan/query.ts';
import { ISSUE_COLUMNS, ISSUE_FROM, participantsOf } from '../../graphql/types/item.ts';
import { subscribedSql } from '../../store/sql/personal.ts';
import { type IssueFacts, issueJson } from '../json/items.ts';
import { personJson, type PersonFacts } from '../json/places.ts';
import { forbidden, notFound, type RestAnswer, type RestContext, type RestRoute, unauthorized } from '../types.ts';
import { pathId } from '../writes/fields.ts';
import { Asked } from './asked.ts';
import { factsOf, issueFacts, personFacts } from './facts.ts';
import { groupOwner, ordered, projectOwner } from './groups.ts';
import { type IssueFilters, issueFilters } from './issue-filters.ts';
import { flag, fromOwner, listAnswer, oneAnswer, orderedBy, OWNER, queryFor, rowsOf } from './page.ts';

/** The issues of a group, of a project, and of everything that a person may see. */

/** By priority there is nothing to order: labels have none. */
const ORDERS = {
  created_at: 'w.created_at',
  updated_at: 'w.updated_at',
  title: 'lower(w.title)',
  due_date: 'w.due_date',
  weight: 'w.weight',
  milestone_due: 'w.milestone_due',
  popularity: 'w.upvotes',
  relative_position: POSITION_KEY,
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

/** What is asked of the items of a place (null: of all that may be seen), in a state or in any. */
function asking(ctx: RestContext, query: Query, place: Place | null) {
  const asked = new Asked(ctx);
  const filters = issueFilters(asked, query);
  const nonArchived = asked.flag('non_archived') ?? true;
  asked.word('order_by', Object.keys(ORDERS) as OrderName[]);
  asked.word('sort', ['asc', 'desc']);
  asked.check();
  const { scope = place === null ? 'created_by_me' : 'all', search, state } = filters;
  if (place === null && scope !== 'all' && ctx.viewer.userId === null) return null;
  const where = [...filters.where, ...own(ctx, scope), ...(place?.few === undefined ? [] : [place.few])];
  const found = (condition: string) => query.finders.get(condition)?.all ?? condition;
  const live = nonArchived ? ['NOT p.archived'] : [];
  const readable = ["w.type <> 'epic'", ...live, projectItemReadableSql(query.context.viewer, 'w', 'g', 'p')];
  return {
    state,
    owner: place?.owner(query),
    list: (of: IssueFilters['state']): List => ({
      from: ISSUE_FROM,
      order: ordered(ctx, ORDERS, 'created_at', 'desc', 'w.id'),
      where:
        place === null
          ? [...readable, ...(of === null ? [] : [`w.state = '${of}'`]), ...where.map(found)]
          : {
              kind: 'issue',
              of: OWNER,
              ...place.across,
              ...(place.isGroup === true && nonArchived && { range: `${place.across.range} AND NOT p.archived` }),
              state: of,
              foundBy: foundBy(search, ctx.query.iids !== undefined || place.few !== undefined),
              where,
            },
    }),
  };
}

/** AP-05.40: `place` null: everywhere, what the person has made unless asked for more. */
export function issues(ctx: RestContext, place: Place | null): Promise<RestAnswer> | RestAnswer {
  const query = queryFor(ctx);
  const asked = asking(ctx, query, place);
  if (asked === null) return unauthorized;
  const { owner, list, state } = asked;
  const read = {
    ...list(state),
    columns: ISSUE_COLUMNS,
    json: issueFacts(query),
    ...(owner !== undefined && { owner }),
  };
  return listAnswer(ctx, query, read, issueShape(ctx));
}

/** AP-05.137: GitLab's docs/api/issues_statistics.md: how many there are, whatever state is asked for. */
async function statistics(ctx: RestContext, place: Place | null): Promise<RestAnswer> {
  const query = queryFor(ctx, { ...ACROSS, counted: EXACT, vague: EXACT });
  const asked = asking(ctx, query, place);
  if (asked === null) return unauthorized;
  const { owner, list } = asked;
  const count = (state: 'opened' | 'closed'): string => `(${countSql(query, list(state))})::integer AS ${state}`;
  const numbers = `SELECT ${count('opened')}, ${count('closed')}`;
  const [found] = await rowsOf(query, `${numbers}${fromOwner(query, owner)}`);
  if (found === undefined) return notFound;
  const [opened, closed] = [Number(found.opened), Number(found.closed)];
  return { status: 200, body: { statistics: { counts: { all: opened + closed, closed, opened } } } };
}

/** More than there can be: a statistic is no estimate. */
const EXACT = 1_000_000_000;

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

/** The readable item `:iid` of the readable project `:id`, as a FROM item. */
export const issueOf = (ctx: RestContext, query: Query, name: string): string =>
  `(SELECT ${ISSUE_COLUMNS} FROM ${ISSUE_FROM} JOIN ${projectOwner(ctx, query)} ON owner.id = w.project_id ` +
  `WHERE ${amongIids(query, 'w.iid', [ctx.params.iid])} AND ${projectItemReadableSql(query.context.viewer, 'w', 'g', 'p')}) ${name}`;

function issue(ctx: RestContext): Promise<RestAnswer> {
  const query = queryFor(ctx);
  return oneAnswer(query, issueOf(ctx, query, 'a'), aloneFacts(query), issueShape(ctx));
}

const aloneFacts = (query: Query) => ({ ...issueFacts(query), subscribed: subscribedSql(query.context.viewer, 'a') });

/** AP-05.132: any item of a project by its id, for administrators, as in GitLab. */
function anyIssue(ctx: RestContext): Promise<RestAnswer> | RestAnswer {
  if (ctx.viewer.userId === null) return unauthorized;
  if (!ctx.viewer.admin) return forbidden;
  const query = queryFor(ctx);
  const id = query.param(pathId(ctx.params.id), 'bigint');
  const from = `(SELECT ${ISSUE_COLUMNS} FROM ${ISSUE_FROM} WHERE w.id = ${id}) a`;
  return oneAnswer(query, from, aloneFacts(query), issueShape(ctx));
}

/** AP-05.136: docs/api/issues.md, "List participants in an issue". */
function participants(ctx: RestContext): Promise<RestAnswer> {
  const query = queryFor(ctx);
  const { from, columns, where, order } = participantsOf({ query, alias: 'owner' });
  const read = { owner: issueOf(ctx, query, 'owner'), from, columns, where, order, json: personFacts };
  return listAnswer(ctx, query, read, (row) => personJson(ctx.baseUrl, row as unknown as PersonFacts));
}

/** AP-05.136: here no merge request closes anything. */
function closedBy(ctx: RestContext): Promise<RestAnswer> {
  const query = queryFor(ctx);
  const read = { from: 'merge_requests r', columns: 'r.*', where: ['FALSE'], order: orderedBy('r.id') };
  return listAnswer(ctx, query, { ...read, owner: issueOf(ctx, query, 'owner'), json: { id: 'a.id' } });
}

export const inGroup = (ctx: RestContext): Place => ({
  owner: (query) => groupOwner(ctx, query),
  across: { root: 'owner.traversal_ids[1]', range: 'g.traversal_ids @> ARRAY[owner.id]' },
  isGroup: true,
});

export const inProject = (ctx: RestContext): Place => ({
  owner: (query) => projectOwner(ctx, query),
  across: { root: 'owner.g_ids[1]', range: 'p.id = owner.id' },
});

export const issueRoutes: RestRoute[] = [
  { method: 'GET', pattern: 'issues', handle: (ctx) => issues(ctx, null) },
  { method: 'GET', pattern: 'groups/:id/issues', handle: (ctx) => issues(ctx, inGroup(ctx)) },
  { method: 'GET', pattern: 'projects/:id/issues', handle: (ctx) => issues(ctx, inProject(ctx)) },
  { method: 'GET', pattern: 'projects/:id/issues/:iid', handle: issue },
  { method: 'GET', pattern: 'projects/:id/issues/:iid/participants', handle: participants },
  { method: 'GET', pattern: 'projects/:id/issues/:iid/closed_by', handle: closedBy },
  { method: 'GET', pattern: 'issues/:id', handle: anyIssue },
  { method: 'GET', pattern: 'issues_statistics', handle: (ctx) => statistics(ctx, null) },
  { method: 'GET', pattern: 'groups/:id/issues_statistics', handle: (ctx) => statistics(ctx, inGroup(ctx)) },
  { method: 'GET', pattern: 'projects/:id/issues_statistics', handle: (ctx) => statistics(ctx, inProject(ctx)) },
];
