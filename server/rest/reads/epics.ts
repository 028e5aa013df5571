import { epicReadableSql, projectItemReadableSql } from '../../access/filters.ts';
import { subscribedSql } from '../../store/sql/personal.ts';
import {
  between,
  isAuthor,
  isVague,
  labelled,
  reacted,
  search,
  searchedColumns,
  stateOf,
} from '../../graphql/filters/conditions.ts';
import { groupRange } from '../../graphql/filters/epics.ts';
import type { Across } from '../../graphql/plan/across.ts';
import { isInstant } from '../../graphql/scalars.ts';
import type { Query, Row } from '../../graphql/plan/query.ts';
import { EPIC_COLUMNS, EPIC_FROM, ISSUE_COLUMNS, LINK_COLUMNS, byPosition } from '../../graphql/types/item.ts';
import type { RestAnswer, RestContext, RestRoute } from '../types.ts';
import { groupOwner, ordered } from './groups.ts';
import { type EpicFacts, epicJson, type IssueFacts, issueJson } from '../json/items.ts';
import { epicFacts, issueFacts, factsOf } from './facts.ts';
import { flag, list, listAnswer, oneAnswer, queryFor, text } from './page.ts';

const ORDERS = { created_at: 'w.created_at', updated_at: 'w.updated_at', title: 'lower(w.title)' };
const ISSUE_FROM =
  'parent_links l JOIN work_items w ON w.id = l.child_id JOIN groups g ON g.id = w.group_id JOIN projects p ON p.id = w.project_id';
const CHILD_FROM = `parent_links l JOIN ${EPIC_FROM.replace('work_items w', `work_items w ON w.id = l.child_id AND w.type = 'epic'`)}`;

/** `groups/:id/epics` with GitLab's arguments. */
function epics(ctx: RestContext): Promise<RestAnswer> {
  const query = queryFor(ctx);
  const owner = groupOwner(ctx, query);
  const across: Across = {
    kind: 'epic',
    root: 'owner.traversal_ids[1]',
    range: groupRange('owner', {
      includeAncestorGroups: flag(ctx, 'include_ancestor_groups', false),
      includeDescendantGroups: flag(ctx, 'include_descendant_groups', true),
    }),
    state: stateOf({ state: text(ctx, 'state') }),
    where: conditions(ctx, query),
    isVague: isVague(text(ctx, 'search')),
    isRare: ctx.query.iids !== undefined,
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

function conditions(ctx: RestContext, query: Query): string[] {
  const where: string[] = [];
  where.push(...search(query, text(ctx, 'search') ?? '', searchedColumns(undefined)));
  where.push(...labelled(query, list(ctx, 'labels')));
  where.push(...labelled(query, [...list(ctx, 'not[labels]')]).map((condition) => `NOT ${condition}`));
  const authorId = text(ctx, 'author_id');
  if (authorId !== undefined)
    where.push(/^\d{1,15}$/.test(authorId) ? `w.author_id = ${query.param(Number(authorId), 'bigint')}` : 'FALSE');
  const notAuthor = text(ctx, 'not[author_id]');
  if (notAuthor !== undefined && /^\d{1,15}$/.test(notAuthor))
    where.push(`w.author_id <> ${query.param(Number(notAuthor), 'bigint')}`);
  const username = text(ctx, 'author_username');
  if (username !== undefined) where.push(isAuthor(query, username));
  where.push(...reacted(query, text(ctx, 'my_reaction_emoji')));
  if (ctx.query.iids !== undefined) {
    const iids = list(ctx, 'iids')
      .filter((iid) => /^\d{1,9}$/.test(iid))
      .map(Number);
    where.push(`w.iid = ANY(${query.param(iids, 'integer[]')})`);
  }
  where.push(...between(query, 'w.created_at', instant(ctx, 'created_after'), instant(ctx, 'created_before')));
  where.push(...between(query, 'w.updated_at', instant(ctx, 'updated_after'), instant(ctx, 'updated_before')));
  return where;
}

function instant(ctx: RestContext, name: string): string | undefined {
  const given = text(ctx, name);
  return given !== undefined && isInstant(given) ? given : undefined;
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

function issues(ctx: RestContext): Promise<RestAnswer> {
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

function children(ctx: RestContext): Promise<RestAnswer> {
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
  { method: 'GET', pattern: 'groups/:id/epics/:iid/issues', handle: issues },
  { method: 'GET', pattern: 'groups/:id/epics/:iid/epics', handle: children },
];
