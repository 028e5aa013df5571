import { epicReadableSql, projectItemReadableSql } from '../../access/filters.ts';
import { subscribedSql } from '../../store/sql/personal.ts';
import {
  amongIids,
  between,
  isAuthor,
  foundBy,
  labelled,
  reacted,
  searchItems,
} from '../../graphql/filters/conditions.ts';
import { groupRange } from '../../graphql/filters/epics.ts';
import type { Across } from '../../graphql/plan/across.ts';
import type { Query, Row } from '../../graphql/plan/query.ts';
import { EPIC_COLUMNS, EPIC_FROM, ISSUE_COLUMNS, LINK_COLUMNS, byPosition } from '../../graphql/types/item.ts';
import type { RestAnswer, RestContext, RestRoute } from '../types.ts';
import { Asked } from './asked.ts';
import { groupOwner, ordered } from './groups.ts';
import { type EpicFacts, epicJson, type IssueFacts, issueJson } from '../json/items.ts';
import { epicFacts, issueFacts, factsOf } from './facts.ts';
import { flag, listAnswer, oneAnswer, OWNER, queryFor } from './page.ts';

const ORDERS = { created_at: 'w.created_at', updated_at: 'w.updated_at', title: 'lower(w.title)' };
const ISSUE_FROM =
  'parent_links l JOIN work_items w ON w.id = l.child_id JOIN groups g ON g.id = w.group_id JOIN projects p ON p.id = w.project_id';
const CHILD_FROM = `parent_links l JOIN ${EPIC_FROM.replace('work_items w', `work_items w ON w.id = l.child_id AND w.type = 'epic'`)}`;

/** `groups/:id/epics` with GitLab's arguments. */
export function epics(ctx: RestContext): Promise<RestAnswer> {
  const query = queryFor(ctx);
  const asked = new Asked(ctx);
  const state = asked.word('state', ['opened', 'closed', 'all']);
  const searched = asked.text('search');
  asked.word('order_by', Object.keys(ORDERS) as (keyof typeof ORDERS)[]);
  asked.word('sort', ['asc', 'desc']);
  const where = conditions(asked, query);
  const range = {
    includeAncestorGroups: asked.flag('include_ancestor_groups') ?? false,
    includeDescendantGroups: asked.flag('include_descendant_groups') ?? true,
  };
  asked.check();
  const owner = groupOwner(ctx, query);
  const across: Across = {
    kind: 'epic',
    of: OWNER,
    root: 'owner.traversal_ids[1]',
    range: groupRange('owner', range),
    state: state === 'all' ? null : (state ?? null),
    where,
    foundBy: foundBy(searched, ctx.query.iids !== undefined),
  };
  const read = {
    owner,
    from: EPIC_FROM,
    columns: EPIC_COLUMNS,
    where: across,
    order: ordered(ctx, ORDERS, 'created_at', 'desc', 'w.id'),
    json: { ...epicFacts(query), here: 'owner.full_path' },
  };
  return listAnswer(ctx, query, read, epicShape(ctx));
}

/** A row is an epic's facts; in a list with `here`, the group that is looked at. */
const epicShape = (ctx: RestContext) => {
  const asked = { base: ctx.baseUrl, now: ctx.now, labelDetails: flag(ctx, 'with_labels_details', false) };
  return ({ here, ...facts }: Row) =>
    epicJson({ ...asked, ...(typeof here === 'string' && { here }) }, facts as unknown as EpicFacts);
};

/** AP-05.143: docs/api/epics.md, "List epics for a group". */
function conditions(asked: Asked, query: Query): string[] {
  const labels = asked.list('labels');
  const author = asked.number('author_id');
  const username = asked.text('author_username');
  const [notLabels, notAuthor] = [asked.not.list('labels'), asked.not.number('author_id')];
  const notUsername = asked.not.text('author_username');
  asked.exclusive('author_id', 'author_username');
  const none = (where: readonly string[]) => where.map((condition) => `(${condition}) IS NOT TRUE`);
  return [
    ...searchItems(query, asked.text('search') ?? ''),
    ...labelled(query, labels),
    ...none(labelled(query, notLabels)),
    ...(author === undefined ? [] : [`w.author_id = ${query.param(author, 'bigint')}`]),
    ...(notAuthor === undefined ? [] : [`w.author_id <> ${query.param(notAuthor, 'bigint')}`]),
    ...(username === undefined ? [] : [isAuthor(query, username)]),
    ...none(notUsername === undefined ? [] : [isAuthor(query, notUsername)]),
    ...reacted(query, asked.text('my_reaction_emoji')),
    ...none(reacted(query, asked.not.text('my_reaction_emoji'))),
    ...(asked.list('iids').length === 0 ? [] : [amongIids(query, 'w.iid', asked.numbers('iids'))]),
    ...between(query, 'w.created_at', asked.instant('created_after'), asked.instant('created_before')),
    ...between(query, 'w.updated_at', asked.instant('updated_after'), asked.instant('updated_before')),
  ];
}

/** The readable epic `:iid` of the readable group `:id`, as a FROM item. */
export function epicOf(ctx: RestContext, query: Query, name: string): string {
  const { iid = '' } = ctx.params;
  const which = /^[1-9]\d{0,8}$/.test(iid) ? `w.iid = ${query.param(Number(iid), 'integer')}` : 'FALSE';
  return (
    `(SELECT ${EPIC_COLUMNS} FROM ${EPIC_FROM} JOIN ${groupOwner(ctx, query)} ON owner.id = w.group_id ` +
    `WHERE w.type = 'epic' AND ${which} AND ${epicReadableSql(query.context.viewer, 'w', 'g')}) ${name}`
  );
}

function epic(ctx: RestContext): Promise<RestAnswer> {
  const query = queryFor(ctx);
  const json = { ...epicFacts(query), subscribed: subscribedSql(query.context.viewer, 'a') };
  return oneAnswer(query, epicOf(ctx, query, 'a'), json, epicShape(ctx));
}

export function epicIssues(ctx: RestContext): Promise<RestAnswer> {
  const query = queryFor(ctx);
  const asked = { base: ctx.baseUrl, now: ctx.now };
  const read = {
    owner: epicOf(ctx, query, 'owner'),
    from: ISSUE_FROM,
    columns: `${ISSUE_COLUMNS}, ${LINK_COLUMNS}`,
    where: ['l.parent_id = owner.id', projectItemReadableSql(query.context.viewer, 'w', 'g', 'p')],
    order: byPosition,
    json: { ...issueFacts(query), relative_position: 'a.link_position' },
  };
  return listAnswer(ctx, query, read, (row) => ({
    ...issueJson(asked, factsOf<IssueFacts>(row)),
    relative_position: row.relative_position,
  }));
}

export function epicChildren(ctx: RestContext): Promise<RestAnswer> {
  const query = queryFor(ctx);
  const read = {
    owner: epicOf(ctx, query, 'owner'),
    from: CHILD_FROM,
    columns: `${EPIC_COLUMNS}, ${LINK_COLUMNS}`,
    where: ['l.parent_id = owner.id', epicReadableSql(query.context.viewer, 'w', 'g')],
    order: byPosition,
    json: { ...epicFacts(query), here: 'owner.g_path', relative_position: 'a.link_position' },
  };
  const shape = epicShape(ctx);
  return listAnswer(ctx, query, read, (row) => ({ ...shape(row), relative_position: row.relative_position }));
}

export const epicRoutes: RestRoute[] = [
  { method: 'GET', pattern: 'groups/:id/epics', handle: epics },
  { method: 'GET', pattern: 'groups/:id/epics/:iid', handle: epic },
  { method: 'GET', pattern: 'groups/:id/epics/:iid/issues', handle: epicIssues },
  { method: 'GET', pattern: 'groups/:id/epics/:iid/epics', handle: epicChildren },
];
