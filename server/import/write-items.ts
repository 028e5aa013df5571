import { sql } from 'kysely';
import type { FileEpic, FileIssue } from './format.ts';
import type { Places } from './write-places.ts';
import { known, type Touched, type Writer } from './writer.ts';

/** The user that items without an assignee were written by. */
const ROOT = 1;

/** Some epics or issues of the file. */
export type FileItems = readonly { item: FileEpic | FileIssue; epic: FileEpic | null; issue: FileIssue | null }[];

export const epicItems = (epics: readonly FileEpic[]): FileItems =>
  epics.map((epic) => ({ item: epic, epic, issue: null }));
export const issueItems = (issues: readonly FileIssue[]): FileItems =>
  issues.map((issue) => ({ item: issue, epic: null, issue }));

/** Database ids of items, those that are here and those that have been set aside for new ones, by the file's ids. */
export interface ItemIds {
  get(id: string): number | undefined;
}

/** Writes items with their labels, people and outside references, not yet what they refer to each other. Answers the ids that anything was changed of. */
export async function writeItems(
  w: Writer,
  items: FileItems,
  ids: ItemIds,
  places: Places,
  groupOfProject: ReadonlyMap<string, string>,
  isNew: (id: string) => boolean,
): Promise<{ own: Touched[]; any: Set<number> }> {
  const old = items.filter(({ item }) => !isNew(item.id));
  if (old.length > 0) await freeIids(w, old);
  const own = await writeFields(w, items, ids, places, groupOfProject);
  const related = await writeItemRelations(w, items, ids, places);
  return { own, any: new Set([...own.map(({ id }) => id), ...related]) };
}

async function writeFields(
  w: Writer,
  items: FileItems,
  ids: ItemIds,
  places: Places,
  groupOfProject: ReadonlyMap<string, string>,
): Promise<Touched[]> {
  return w.batches(
    items,
    `id bigint, ext text, iid int, type text, group_id bigint, project_id bigint, title text, described boolean, description text, state text,
     author_id bigint, weight int, milestone_id bigint, start_date date, due_date date, created_at timestamptz, updated_at timestamptz,
     closed_at timestamptz`,
    ({ item, epic, issue }) => ({
      id: known(ids, item.id),
      ext: w.externalId(item.id),
      iid: item.iid,
      type: issue === null ? 'epic' : 'issue',
      group_id: known(places.groups, epic?.groupId ?? groupOfProject.get(issue?.projectId ?? '') ?? ''),
      project_id: issue === null ? null : known(places.projects, issue.projectId),
      title: item.title.trim(),
      described: item.description !== undefined,
      description: item.description === '' ? null : item.description,
      state: item.state === 'open' ? 'opened' : 'closed',
      author_id: item.assigneeIds[0] === undefined ? ROOT : known(places.users, item.assigneeIds[0]),
      weight: issue?.weight ?? null,
      milestone_id: issue === null || issue.milestoneId === null ? null : known(places.milestones, issue.milestoneId),
      start_date: item.startDate,
      due_date: item.dueDate,
      created_at: item.createdAt,
      updated_at: item.updatedAt,
      closed_at: item.closedAt,
    }),
    (x) => sql<Touched>`
      INSERT INTO work_items AS w (id, external_id, iid, type, group_id, project_id, title, description, state, author_id, weight, milestone_id,
        start_date, start_date_fixed, start_date_is_fixed, due_date, due_date_fixed, due_date_is_fixed, created_at, updated_at, closed_at)
      SELECT x.id, x.ext, x.iid, x.type, x.group_id, x.project_id, x.title,
        CASE WHEN x.described THEN x.description ELSE old.description END, x.state, x.author_id, x.weight, x.milestone_id,
        x.start_date, x.start_date, x.start_date IS NOT NULL, x.due_date, x.due_date, x.due_date IS NOT NULL,
        coalesce(x.created_at, old.created_at, ${w.now}::timestamptz),
        coalesce(x.updated_at, old.updated_at, x.created_at, ${w.now}::timestamptz), x.closed_at
      FROM ${x} LEFT JOIN work_items old ON old.external_id = x.ext ORDER BY x.n
      ON CONFLICT (external_id) DO UPDATE SET iid = excluded.iid, group_id = excluded.group_id, project_id = excluded.project_id,
        title = excluded.title, description = excluded.description,
        description_html = CASE WHEN w.description IS NOT DISTINCT FROM excluded.description THEN w.description_html END,
        state = excluded.state, weight = excluded.weight, milestone_id = excluded.milestone_id,
        start_date_fixed = excluded.start_date_fixed, start_date_is_fixed = excluded.start_date_is_fixed,
        start_date = CASE WHEN excluded.start_date_is_fixed OR w.type <> 'epic' THEN excluded.start_date ELSE w.start_date END,
        due_date_fixed = excluded.due_date_fixed, due_date_is_fixed = excluded.due_date_is_fixed,
        due_date = CASE WHEN excluded.due_date_is_fixed OR w.type <> 'epic' THEN excluded.due_date ELSE w.due_date END,
        created_at = excluded.created_at, updated_at = greatest(w.updated_at, excluded.updated_at), closed_at = excluded.closed_at,
        lock_version = w.lock_version + 1
      WHERE w.updated_at < excluded.updated_at OR
        (w.iid, w.group_id, w.project_id, w.title, w.description, w.state, w.weight, w.milestone_id, w.start_date_fixed,
          w.start_date_is_fixed, w.due_date_fixed, w.due_date_is_fixed, w.created_at, w.closed_at) IS DISTINCT FROM
        (excluded.iid, excluded.group_id, excluded.project_id, excluded.title, excluded.description, excluded.state, excluded.weight,
          excluded.milestone_id, excluded.start_date_fixed, excluded.start_date_is_fixed, excluded.due_date_fixed,
          excluded.due_date_is_fixed, excluded.created_at, excluded.closed_at)
      RETURNING w.id, (xmax = 0) AS created`,
  );
}

/** Where the numbers of known items change, they may change places among themselves: the old ones are freed first. */
async function freeIids(w: Writer, items: FileItems): Promise<void> {
  await w.batches(
    items,
    'ext text, iid int',
    ({ item }) => ({ ext: w.externalId(item.id), iid: item.iid }),
    (x) => sql`UPDATE work_items w SET iid = -w.id FROM ${x} WHERE w.external_id = x.ext AND w.iid <> x.iid`,
  );
}

/**
 * Labels, people and outside references of the items: what the file states holds, and what it used to state and does not any more goes.
 * Labels that people made stay where they put them. A file says nothing about reviewers of issues.
 */
async function writeItemRelations(w: Writer, items: FileItems, ids: ItemIds, places: Places): Promise<number[]> {
  const labels = await w.batches(
    items,
    'item bigint, labels jsonb',
    ({ item }) => ({ item: known(ids, item.id), labels: item.labelIds.map((id) => known(places.labels, id)) }),
    (x) => sql<{ item: number }>`
      WITH x AS MATERIALIZED (SELECT * FROM ${x}),
      stated AS (SELECT x.item, l.id::bigint AS label FROM x, jsonb_array_elements_text(x.labels) AS l (id)),
      gone AS (
        DELETE FROM work_item_labels wl USING x
        WHERE wl.work_item_id = x.item
          -- A scalar query is not joined: from the file's few labels the planner would go through all items that have one of them.
          AND (SELECT starts_with(l.external_id, ${w.prefix}) FROM labels l WHERE l.id = wl.label_id)
          AND NOT EXISTS (SELECT FROM stated s WHERE s.item = wl.work_item_id AND s.label = wl.label_id)
        RETURNING wl.work_item_id AS item
      ),
      written AS (
        INSERT INTO work_item_labels (work_item_id, label_id) SELECT item, label FROM stated ON CONFLICT DO NOTHING
        RETURNING work_item_id AS item
      )
      SELECT item FROM gone UNION SELECT item FROM written`,
  );
  const idsOf = (list: readonly string[]): number[] => list.map((id) => known(places.users, id));
  const people = await w.batches(
    items,
    'item bigint, issue boolean, assignee jsonb, reviewer jsonb, approver jsonb',
    ({ item, epic, issue }) => ({
      item: known(ids, item.id),
      issue: issue !== null,
      assignee: idsOf(item.assigneeIds),
      reviewer: idsOf(epic?.reviewerIds ?? []),
      approver: idsOf(item.approverIds),
    }),
    (x) => sql<{ item: number }>`
      WITH x AS MATERIALIZED (SELECT * FROM ${x}),
      stated AS (
        SELECT x.item, r.role, p.id::bigint AS person, (p.place - 1)::int AS place
        FROM x, LATERAL (VALUES ('assignee', x.assignee), ('reviewer', x.reviewer), ('approver', x.approver)) AS r (role, people),
          jsonb_array_elements_text(r.people) WITH ORDINALITY AS p (id, place)
      ),
      gone AS (
        DELETE FROM work_item_people wp USING x
        WHERE wp.work_item_id = x.item AND NOT (x.issue AND wp.role = 'reviewer')
          AND NOT EXISTS (SELECT FROM stated s WHERE s.item = wp.work_item_id AND s.role = wp.role AND s.person = wp.user_id)
        RETURNING wp.work_item_id AS item
      ),
      written AS (
        INSERT INTO work_item_people AS wp (work_item_id, role, user_id, place) SELECT item, role, person, place FROM stated
        ON CONFLICT (work_item_id, role, user_id) DO UPDATE SET place = excluded.place WHERE wp.place <> excluded.place
        RETURNING wp.work_item_id AS item
      )
      SELECT item FROM gone UNION SELECT item FROM written`,
  );
  const refs = await w.batches(
    items,
    'item bigint, refs jsonb',
    ({ item }) => ({ item: known(ids, item.id), refs: item.externalRefs }),
    (x) => sql<{ item: number }>`
      WITH x AS MATERIALIZED (SELECT * FROM ${x}),
      stated AS (
        SELECT x.item, r.system, r.key, r.url FROM x, jsonb_to_recordset(x.refs) AS r (system text, key text, url text)
      ),
      gone AS (
        DELETE FROM external_refs e USING x WHERE e.work_item_id = x.item
          AND NOT EXISTS (SELECT FROM stated s WHERE s.item = e.work_item_id AND s.system = e.system AND s.key = e.key)
        RETURNING e.work_item_id AS item
      ),
      written AS (
        INSERT INTO external_refs AS e (work_item_id, system, key, url) SELECT item, system, key, url FROM stated
        ON CONFLICT (work_item_id, system, key) DO UPDATE SET url = excluded.url WHERE e.url IS DISTINCT FROM excluded.url
        RETURNING e.work_item_id AS item
      )
      SELECT item FROM gone UNION SELECT item FROM written`,
  );
  return [...labels, ...people, ...refs].map(({ item }) => item);
}
