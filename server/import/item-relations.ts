import { type RawBuilder, sql } from 'kysely';
import type { FileItems, ItemIds } from './write-items.ts';
import type { Places } from './write-places.ts';
import { known, type Writer } from './writer.ts';

/** What hangs on items: what the file states holds, and what it used to state and does not any more goes. */
export const RELATIONS = ['labels', 'people', 'refs'] as const;
export type RelationName = (typeof RELATIONS)[number];

interface Relation {
  readonly table: string;
  /** Columns of the table `x`: a row for each item. */
  readonly columns: string;
  readonly rowOf: (one: FileItems[number], places: Places) => Record<string, unknown>;
  /** From `x` the rows `s` that the file states. */
  readonly stated: RawBuilder<unknown>;
  /** A stated row `s` that is there as it is. Asked as a scalar query, which is not joined: the planner would read the whole table for a few items. */
  readonly isThere: RawBuilder<unknown>;
  /** A row `t` of the item `x.item` that goes. */
  readonly goes: (w: Writer) => RawBuilder<unknown>;
  readonly insert: RawBuilder<unknown>;
}

const idsOf = (fileIds: readonly string[], ids: ReadonlyMap<string, number>): number[] =>
  fileIds.map((id) => known(ids, id));

const relations: Readonly<Record<RelationName, Relation>> = {
  /** Labels that people made stay where they put them. */
  labels: {
    table: 'work_item_labels',
    columns: 'labels jsonb',
    rowOf: ({ item }, places) => ({ labels: idsOf(item.labelIds, places.labels) }),
    stated: sql`SELECT x.item, l.id::bigint AS label FROM x, jsonb_array_elements_text(x.labels) AS l (id)`,
    isThere: sql`SELECT true FROM work_item_labels t WHERE t.work_item_id = s.item AND t.label_id = s.label`,
    // A scalar query here, too: from the file's few labels the planner would go through all items that have one of them.
    goes: (w) => sql`(SELECT starts_with(l.external_id, ${w.prefix}) FROM labels l WHERE l.id = t.label_id)
      AND NOT EXISTS (SELECT FROM stated s WHERE s.item = t.work_item_id AND s.label = t.label_id)`,
    insert: sql`INSERT INTO work_item_labels (work_item_id, label_id) SELECT item, label FROM stated ON CONFLICT DO NOTHING`,
  },
  /** A file says nothing about reviewers of issues. */
  people: {
    table: 'work_item_people',
    columns: 'issue boolean, assignee jsonb, reviewer jsonb, approver jsonb',
    rowOf: ({ item, epic, issue }, places) => ({
      issue: issue !== null,
      assignee: idsOf(item.assigneeIds, places.users),
      reviewer: idsOf(epic?.reviewerIds ?? [], places.users),
      approver: idsOf(item.approverIds, places.users),
    }),
    stated: sql`
      SELECT x.item, r.role, p.id::bigint AS person, (p.place - 1)::int AS place
      FROM x, LATERAL (VALUES ('assignee', x.assignee), ('reviewer', x.reviewer), ('approver', x.approver)) AS r (role, people),
        jsonb_array_elements_text(r.people) WITH ORDINALITY AS p (id, place)`,
    isThere: sql`SELECT true FROM work_item_people t
      WHERE t.work_item_id = s.item AND t.role = s.role AND t.user_id = s.person AND t.place = s.place`,
    goes: () => sql`NOT (x.issue AND t.role = 'reviewer')
      AND NOT EXISTS (SELECT FROM stated s WHERE s.item = t.work_item_id AND s.role = t.role AND s.person = t.user_id)`,
    insert: sql`INSERT INTO work_item_people AS t (work_item_id, role, user_id, place) SELECT item, role, person, place FROM stated
      ON CONFLICT (work_item_id, role, user_id) DO UPDATE SET place = excluded.place WHERE t.place <> excluded.place`,
  },
  refs: {
    table: 'external_refs',
    columns: 'refs jsonb',
    rowOf: ({ item }) => ({ refs: item.externalRefs }),
    stated: sql`
      SELECT x.item, r.system, r.key, r.url FROM x, jsonb_to_recordset(x.refs) AS r (system text, key text, url text)`,
    isThere: sql`SELECT true FROM external_refs t
      WHERE t.work_item_id = s.item AND t.system = s.system AND t.key = s.key AND t.url IS NOT DISTINCT FROM s.url`,
    goes: () =>
      sql`NOT EXISTS (SELECT FROM stated s WHERE s.item = t.work_item_id AND s.system = t.system AND s.key = t.key)`,
    insert: sql`INSERT INTO external_refs AS t (work_item_id, system, key, url) SELECT item, system, key, url FROM stated
      ON CONFLICT (work_item_id, system, key) DO UPDATE SET url = excluded.url WHERE t.url IS DISTINCT FROM excluded.url`,
  },
};

/** One statement for each batch of items, which finds `x` and `stated`. */
function inBatches<R>(
  w: Writer,
  name: RelationName,
  { items, ids, places }: Related,
  statement: (relation: Relation) => RawBuilder<R>,
): Promise<R[]> {
  const relation = relations[name];
  return w.batches(
    items,
    `item bigint, ${relation.columns}`,
    (one) => ({ item: known(ids, one.item.id), ...relation.rowOf(one, places) }),
    (x) =>
      sql`WITH x AS MATERIALIZED (SELECT * FROM ${x}), stated AS (${relation.stated}) ${statement(relation)}` as RawBuilder<R>,
  );
}

export interface Related {
  readonly items: FileItems;
  readonly ids: ItemIds;
  readonly places: Places;
}

/** Writes what hangs on new items, on which nothing hangs yet. */
export async function writeRelations(w: Writer, related: Related): Promise<void> {
  for (const name of RELATIONS) await inBatches(w, name, related, ({ insert }) => insert);
}

/** Makes it what the file states, on items that are here. */
export async function changeRelations(w: Writer, name: RelationName, related: Related): Promise<void> {
  await inBatches(
    w,
    name,
    related,
    ({ table, goes, insert }) => sql`,
      gone AS (DELETE FROM ${sql.table(table)} t USING x WHERE t.work_item_id = x.item AND ${goes(w)})
      ${insert}`,
  );
}

/** Of which items, by their database ids, something else hangs here than the file states? Nothing is written. */
export async function differingRelations(w: Writer, name: RelationName, related: Related): Promise<Set<number>> {
  const rows = await inBatches(
    w,
    name,
    related,
    ({ table, isThere, goes }) => sql<{ item: number }>`
      SELECT s.item FROM stated s WHERE NOT coalesce((${isThere}), FALSE)
      UNION SELECT x.item FROM x JOIN ${sql.table(table)} t ON t.work_item_id = x.item WHERE ${goes(w)}`,
  );
  return new Set(rows.map(({ item }) => item));
}
