import { blockingCycle } from '@espalier/core/link/rules';
import { type RawBuilder, type SqlBool, sql } from 'kysely';
import { epicReadableSql, itemReadable, itemReadableSql, projectReadable } from '../access/filters.ts';
import type { Viewer } from '../access/viewer.ts';
import { type Item, mayRelate } from '../command/item.ts';
import type { Db } from '../db/types.ts';
import { between } from '../graphql/filters/conditions.ts';
import { ITEM_COLUMNS, ITEM_FROM } from '../graphql/types/item.ts';
import { type EpicFacts, type IssueFacts, itemJson } from '../rest/json/items.ts';
import {
  type LinkedFacts,
  linkedJson,
  type MergeRequestFacts,
  mergeRequestJson,
  typeSeenFrom,
} from '../rest/json/rows.ts';
import { assigneesOf, at, itemFacts, milestoneRowObject, personObject, factsOf } from '../rest/reads/facts.ts';
import { Asked } from '../rest/reads/asked.ts';
import { groupOwner } from '../rest/reads/groups.ts';
import { jsonColumns, listAnswer, orderedBy, queryFor, rowsOf } from '../rest/reads/page.ts';
import type { RestAnswer, RestContext } from '../rest/types.ts';
import { readItems } from '../rest/writes/answers.ts';

/**
 * The rows of an item's page: what it is linked to in either direction, in the order in which the links were made. What the viewer may not see is left
 * out. A second statement runs only if there are blockers in both directions, as a cycle needs.
 */
export async function linkedItems(db: Db, viewer: Viewer, subject: Item, baseUrl: string) {
  const { rows } = await sql<LinkedFacts>`
    SELECT w.id, w.iid, w.type, w.title, w.state, w.confidential, w.weight, w.health_status, w.start_date, w.due_date, w.created_at,
      w.closed_at, g.full_path AS group_path, p.full_path AS project_path, p.archived,
      k.id AS link_id, k.type AS link_kind, k.source_id, k.target_id,
      (SELECT ${sql.raw(milestoneRowObject('m'))} FROM milestones m WHERE m.id = w.milestone_id) AS milestone,
      ${sql.raw(assigneesOf('w'))} AS assignees
    FROM work_item_links k
    JOIN work_items w ON w.id = CASE k.source_id WHEN ${subject.id}::bigint THEN k.target_id ELSE k.source_id END
    JOIN groups g ON g.id = w.group_id
    LEFT JOIN projects p ON p.id = w.project_id
    WHERE (k.source_id = ${subject.id} OR k.target_id = ${subject.id}) AND ${itemReadable(viewer, 'w', 'g', 'p')}
    ORDER BY k.id
  `.execute(db);
  const types = new Set(rows.map((row) => typeSeenFrom(subject, row)));
  const both = types.has('blocks') && types.has('is_blocked_by');
  const cycle = both ? await cycleAround(db, viewer, subject.id) : new Set<number>();
  const owner = { ...subject, removable: mayRelate(viewer, subject) };
  return rows.map((row) => linkedJson(baseUrl, row, owner, cycle));
}

type EntityRow = (EpicFacts | IssueFacts) &
  Pick<LinkedFacts, 'link_id' | 'link_kind' | 'source_id' | 'target_id'> & { readonly linked_at: string };

/** The same items as the API gives them, each with the id, type and time of its link; `idName` is what the API calls the id. One statement. */
export async function linkedEntities(ctx: RestContext, subject: Item, idName: string) {
  const query = queryFor(ctx);
  const id = query.param(subject.id, 'bigint');
  const found =
    `SELECT ${ITEM_COLUMNS}, k.id AS link_id, k.type AS link_kind, k.source_id, k.target_id, k.created_at AS linked_at FROM work_item_links k ` +
    `JOIN ${ITEM_FROM.replace('work_items w', `work_items w ON w.id = CASE k.source_id WHEN ${id} THEN k.target_id ELSE k.source_id END`)} ` +
    `WHERE (k.source_id = ${id} OR k.target_id = ${id}) AND ${itemReadableSql(ctx.viewer, 'w', 'g', 'p')} ORDER BY k.id`;
  const json = {
    ...itemFacts(query),
    link_id: 'a.link_id',
    link_kind: 'a.link_kind',
    source_id: 'a.source_id',
    target_id: 'a.target_id',
    linked_at: at('a.linked_at'),
  };
  const rows = await rowsOf(
    query,
    `SELECT row_to_json(r) AS item FROM (SELECT ${jsonColumns(json)} FROM (${found}) a) r`,
  );
  return rows.map(({ item }) => {
    const facts = factsOf<EntityRow>(item);
    return {
      ...itemJson({ base: ctx.baseUrl, now: ctx.now }, facts),
      [idName]: facts.link_id,
      link_type: typeSeenFrom(subject, facts),
      link_created_at: facts.linked_at,
    };
  });
}

/** AP-05.144: GitLab's docs/api/linked_epics.md: the links between epics one of which is of the group or below, where both may be seen. */
export async function linksOfGroup(ctx: RestContext): Promise<RestAnswer> {
  const query = queryFor(ctx);
  const asked = new Asked(ctx);
  const { viewer } = query.context;
  const when = ['created', 'updated'].flatMap((name) =>
    between(query, 'k.created_at', asked.instant(`${name}_after`), asked.instant(`${name}_before`)),
  );
  asked.check();
  const read = {
    owner: groupOwner(ctx, query),
    from:
      "work_item_links k JOIN work_items s ON s.id = k.source_id AND s.type = 'epic' JOIN groups sg ON sg.id = s.group_id " +
      "JOIN work_items t ON t.id = k.target_id AND t.type = 'epic' JOIN groups tg ON tg.id = t.group_id",
    columns: 'k.*',
    where: [
      '(sg.traversal_ids @> ARRAY[owner.id] OR tg.traversal_ids @> ARRAY[owner.id])',
      epicReadableSql(viewer, 's', 'sg'),
      epicReadableSql(viewer, 't', 'tg'),
      ...when,
    ],
    order: orderedBy('k.id'),
    json: { id: 'a.id', type: 'a.type', source: 'a.source_id', target: 'a.target_id', made: at('a.created_at') },
  };
  const answer = await listAnswer(ctx, query, read);
  if (answer.status !== 200) return answer;
  const links = answer.body as readonly Readonly<
    Record<'id' | 'source' | 'target', number> & Record<'type' | 'made', string>
  >[];
  const epics = await readItems(
    ctx,
    links.flatMap(({ source, target }) => [source, target]),
  );
  const body = links.map(({ id, type, made, source, target }) => ({
    ...{ id, created_at: made, updated_at: made, link_type: type },
    ...{ source_epic: epics.get(source), target_epic: epics.get(target) },
  }));
  return { ...answer, body };
}

/** The most blocking links that are followed, so that the answer comes whatever the size of the plan. */
const EDGES = 5000;

/** RL-01.20 among what the viewer sees: a hidden link says nothing, not even by a mark. */
async function cycleAround(db: Db, viewer: Viewer, id: number): Promise<ReadonlySet<number>> {
  const { rows } = await sql<{ blocker: number; blocked: number }>`
    WITH RECURSIVE below (blocker, blocked) AS (
      SELECT k.source_id, k.target_id FROM work_item_links k
      WHERE k.type = 'blocks' AND k.source_id = ${id} AND ${readableTarget(viewer)}
      UNION
      SELECT k.source_id, k.target_id FROM below JOIN work_item_links k ON k.source_id = below.blocked AND k.type = 'blocks'
      WHERE ${readableTarget(viewer)}
    )
    SELECT blocker, blocked FROM below LIMIT ${EDGES}
  `.execute(db);
  return blockingCycle(rows, id);
}

const readableTarget = (viewer: Viewer): RawBuilder<SqlBool> => sql<SqlBool>`EXISTS (
  SELECT 1 FROM work_items w JOIN groups g ON g.id = w.group_id LEFT JOIN projects p ON p.id = w.project_id
  WHERE w.id = k.target_id AND ${itemReadable(viewer, 'w', 'g', 'p')})`;

/** The merge requests that are linked to an item, in readable projects, the newest first, in the shape of the API. One statement. */
export async function relatedMergeRequests(db: Db, viewer: Viewer, subject: Item, baseUrl: string) {
  const { rows } = await sql<MergeRequestFacts>`
    SELECT r.id, r.iid, r.project_id, p.full_path AS project_path, r.title, r.state, r.created_at, r.merged_at, r.closed_at,
      r.web_url, r.pipeline_status,
      (SELECT ${sql.raw(milestoneRowObject('m'))} FROM milestones m WHERE m.id = r.milestone_id) AS milestone,
      (SELECT ${sql.raw(personObject('u'))} FROM users u WHERE u.id = r.author_id) AS author
    FROM merge_request_items i
    JOIN merge_requests r ON r.id = i.merge_request_id
    JOIN projects p ON p.id = r.project_id
    WHERE i.work_item_id = ${subject.id} AND ${projectReadable(viewer, 'p')}
    ORDER BY r.created_at DESC, r.id DESC
  `.execute(db);
  return rows.map((row) => mergeRequestJson(baseUrl, row));
}
