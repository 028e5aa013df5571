import { groupReadableSql, meSql, projectItemReadableSql, projectReadableSql } from '../../access/filters.ts';
import { safeText, search } from '../../graphql/filters/conditions.ts';
import type { Query, Row } from '../../graphql/plan/query.ts';
import { renderMarkdown } from '../../text/markdown.ts';
import { labelJson, type ToldLabelFacts } from '../json/places.ts';
import { notFound, notFoundAs, type RestAnswer, type RestContext, type RestRoute } from '../types.ts';
import { Asked } from './asked.ts';
import { labelFacts } from './facts.ts';
import { groupOwner, groupsAbove, projectOwner } from './groups.ts';
import { flag, type Json, jsonColumns, listAnswer, orderedBy, queryFor, rowsOf } from './page.ts';

/** Labels of a group or project, as GitLab 16.2 tells them (docs/api/labels.md, docs/api/group_labels.md). */

export type LabelOwner = 'group' | 'project';

/** AP-14: the group's own labels, those of the groups above unless excluded, and those of the groups below and of projects if asked for. */
export function groupLabelRange(ctx: RestContext): string {
  const owners = ['b.group_id = owner.id'];
  if (flag(ctx, 'include_ancestor_groups', true))
    owners.push(`b.group_id IN ${groupsAbove(ctx, 'owner.traversal_ids')}`);
  if (flag(ctx, 'include_descendant_groups', false)) {
    owners.push(
      `b.group_id IN (SELECT g.id FROM groups g WHERE g.traversal_ids @> ARRAY[owner.id] AND ${groupReadableSql(ctx.viewer, 'g')})`,
    );
  }
  if (!flag(ctx, 'only_group_labels', true)) {
    owners.push(
      'b.project_id IN (SELECT p.id FROM projects p JOIN groups g ON g.id = p.group_id ' +
        `WHERE g.traversal_ids @> ARRAY[owner.id] AND ${projectReadableSql(ctx.viewer, 'p', 'g')})`,
    );
  }
  return `(${owners.join(' OR ')})`;
}

function projectLabelRange(ctx: RestContext): string {
  const above = flag(ctx, 'include_ancestor_groups', true);
  return above
    ? `(b.project_id = owner.id OR b.group_id IN ${groupsAbove(ctx, 'owner.g_ids')})`
    : 'b.project_id = owner.id';
}

const KINDS = {
  group: { owner: groupOwner, range: groupLabelRange, ids: 'owner.traversal_ids', project: 'NULL::bigint' },
  project: { owner: projectOwner, range: projectLabelRange, ids: 'owner.g_ids', project: 'owner.id' },
};

/** Those of the items of projects that the viewer may see, wherever they are. */
const counts = ({ viewer }: RestContext): string =>
  `(SELECT json_build_object('opened', count(*) FILTER (WHERE w.state = 'opened'), 'closed', count(*) FILTER (WHERE w.state = 'closed')) ` +
  `FROM work_item_labels wl JOIN work_items w ON w.id = wl.work_item_id JOIN groups g ON g.id = w.group_id ` +
  `JOIN projects p ON p.id = w.project_id WHERE wl.label_id = a.id AND ${projectItemReadableSql(viewer, 'w', 'g', 'p')})`;

function facts(ctx: RestContext, query: Query, of: LabelOwner, counted: boolean): Json {
  const { viewer } = query.context;
  const follows =
    `EXISTS (SELECT 1 FROM label_subscriptions s WHERE s.label_id = a.id AND s.user_id = ${meSql(viewer)} ` +
    `AND s.project_id IS NOT DISTINCT FROM coalesce(a.project_id, ${KINDS[of].project}))`;
  return {
    ...labelFacts,
    subscribed: viewer.userId === null ? 'FALSE' : follows,
    ...(counted && { counts: counts({ ...ctx, viewer }) }),
  };
}

const shape = (of: LabelOwner) => (row: Row) => {
  const told = row as unknown as Omit<ToldLabelFacts, 'description_html'>;
  return labelJson({ ...told, description_html: told.description && inline(renderMarkdown(told.description)) }, of);
};

/** A single paragraph without its tags. */
const inline = (html: string): string => html.replace(/^<p[^>]*>((?:(?!<p[ >])[^])*)<\/p>$/, '$1');

function list(ctx: RestContext, of: LabelOwner): Promise<RestAnswer> {
  const asked = new Asked(ctx);
  const counted = asked.flag('with_counts') ?? false;
  for (const name of ['include_ancestor_groups', 'include_descendant_groups', 'only_group_labels']) asked.flag(name);
  asked.check();
  const query = queryFor(ctx);
  const { owner, range } = KINDS[of];
  const read = {
    owner: owner(ctx, query),
    from: 'labels b',
    columns: 'b.*',
    where: [range(ctx), ...search(query, asked.text('search') ?? '', ['b.title', 'b.description'])],
    order: orderedBy('b.title', 'b.id'),
    json: facts(ctx, query, of, counted),
  };
  return listAnswer(ctx, query, read, shape(of));
}

/** One that the place offers, by its id in digits or its title; the nearest. */
export async function oneLabel(ctx: RestContext, of: LabelOwner, which: string, status = 200): Promise<RestAnswer> {
  const query = queryFor(ctx);
  const { owner, range, ids } = KINDS[of];
  const id = query.param(/^\d{1,15}$/.test(which) ? Number(which) : -1, 'bigint');
  const found =
    `SELECT b.* FROM labels b WHERE ${range(ctx)} AND (b.id = ${id} OR b.title = ${safeText(query, which)}) ` +
    `ORDER BY (b.id = ${id}) DESC, b.project_id NULLS LAST, array_position(${ids}, b.group_id) DESC LIMIT 1`;
  const [row] = await rowsOf(
    query,
    `SELECT (SELECT row_to_json(r) FROM (SELECT ${jsonColumns(facts(ctx, query, of, false))} FROM (${found}) a) r) AS label ` +
      `FROM ${owner(ctx, query)}`,
  );
  if (row === undefined) return notFound;
  return row.label === null ? notFoundAs('Label') : { status, body: shape(of)(row.label as Row) };
}

export const labelReadRoutes = (['group', 'project'] as const).flatMap((of): RestRoute[] => [
  { method: 'GET', pattern: `${of}s/:id/labels`, handle: (ctx) => list(ctx, of) },
  { method: 'GET', pattern: `${of}s/:id/labels/:label`, handle: (ctx) => oneLabel(ctx, of, ctx.params['label'] ?? '') },
]);
