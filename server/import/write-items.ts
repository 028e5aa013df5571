import { type RawBuilder, sql } from 'kysely';
import { keptTasks } from '../text/task-counts.ts';
import type { CountedBefore } from '../store/sql/timebox-days.ts';
import type { FileEpic, FileIssue } from './format.ts';
import type { Places } from './write-places.ts';
import { known, type Writer } from './writer.ts';

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

/** What the fields of items are made of. */
export interface ItemContext {
  readonly ids: ItemIds;
  readonly places: Places;
  /** Of a project its group, by the file's ids. */
  readonly groupOf: ReadonlyMap<string, string>;
}

/** Writes new items, not yet what hangs on them and what they refer to each other. */
export async function writeItems(w: Writer, items: FileItems, context: ItemContext): Promise<void> {
  await inBatches(
    w,
    items,
    context,
    (stated) => sql`
      INSERT INTO work_items (id, external_id, iid, type, group_id, project_id, title, description, task_count, tasks_completed, state,
        author_id, weight, milestone_id, start_date, start_date_fixed, start_date_is_fixed, due_date, due_date_fixed, due_date_is_fixed,
        created_at, updated_at, closed_at)
      SELECT e.id, e.external_id, e.iid, e.type, e.group_id, e.project_id, e.title, e.description, e.task_count, e.tasks_completed, e.state,
        e.author_id, e.weight, e.milestone_id,
        e.start_date, e.start_date, e.start_date IS NOT NULL, e.due_date, e.due_date, e.due_date IS NOT NULL,
        e.created_at, e.updated_at, e.closed_at
      FROM ${stated} ORDER BY e.n`,
    keptTasks,
  );
}

/** An item that the file states differently than it is here. */
export interface Differing {
  readonly id: number;
  /** It has another number, or stands in another group or project. */
  readonly moves: boolean;
}

/** Those of these items, which are here, whose own fields the file changes. Nothing is written. */
export function differingItems(w: Writer, items: FileItems, context: ItemContext): Promise<Differing[]> {
  return inBatches(
    w,
    items,
    context,
    (stated) => sql<Differing>`
      SELECT w.id, (w.iid, w.group_id, w.project_id) IS DISTINCT FROM (e.iid, e.group_id, e.project_id) AS moves
      FROM ${stated} JOIN work_items w ON w.id = e.id WHERE ${differs}`,
  );
}

/** An item whose fields were changed, and which of them. */
export interface ChangedItem {
  readonly id: number;
  readonly title: boolean;
  readonly description: boolean;
  readonly state: boolean;
  readonly weight: boolean;
  readonly milestone: boolean;
  readonly dates: boolean;
  readonly before: Omit<CountedBefore, 'id'>;
}

/** Makes the fields of items that are here what the file states. */
export function changeItems(w: Writer, items: FileItems, context: ItemContext): Promise<ChangedItem[]> {
  return inBatches(
    w,
    items,
    context,
    (stated) => sql<ChangedItem>`
      UPDATE work_items w SET iid = e.iid, title = e.title, description = e.description,
        description_html = CASE WHEN w.description IS NOT DISTINCT FROM e.description THEN w.description_html END,
        mentions = CASE WHEN w.description IS NOT DISTINCT FROM e.description THEN w.mentions END,
        task_count = e.task_count, tasks_completed = e.tasks_completed,
        state = e.state, weight = e.weight, milestone_id = e.milestone_id,
        start_date_fixed = e.start_date, start_date_is_fixed = e.start_date IS NOT NULL,
        start_date = CASE WHEN e.start_date IS NOT NULL OR w.type <> 'epic' THEN e.start_date ELSE w.start_date END,
        due_date_fixed = e.due_date, due_date_is_fixed = e.due_date IS NOT NULL,
        due_date = CASE WHEN e.due_date IS NOT NULL OR w.type <> 'epic' THEN e.due_date ELSE w.due_date END,
        created_at = e.created_at, updated_at = greatest(w.updated_at, e.updated_at), closed_at = e.closed_at,
        lock_version = w.lock_version + 1
      FROM ${stated} WHERE w.id = e.id AND ${differs}
      RETURNING w.id, ${sql.join(COMPARED.map(([name, columns]) => became(name, columns)))},
        json_build_object('state', (e.old).state, 'weight', (e.old).weight, 'milestone', (e.old).milestone_id) AS before`,
    keptTasks,
  );
}

const COMPARED = [
  ['title', ['title']],
  ['description', ['description']],
  ['state', ['state']],
  ['weight', ['weight']],
  ['milestone', ['milestone_id']],
  ['dates', ['start_date_fixed', 'start_date_is_fixed', 'due_date_fixed', 'due_date_is_fixed']],
] as const satisfies readonly (readonly [keyof ChangedItem, readonly string[]])[];

/** Is it another value than before? What somebody has edited between the statement's look at the row and its turn is taken for changed. */
const became = (name: string, columns: readonly string[]): RawBuilder<unknown> => {
  const row = (table: string): string => `ROW(${columns.map((column) => `${table}.${column}`).join(', ')})`;
  return sql.raw(
    `(w.lock_version <> (e.old).lock_version + 1 OR ${row('w')} IS DISTINCT FROM ${row('(e.old)')}) AS ${name}`,
  );
};

/** Locks those of these items of which nobody else holds the row, until the end of the transaction. It waits for nobody. */
export async function lockFree(w: Writer, ids: readonly number[]): Promise<Set<number>> {
  const { rows } = await sql<{ id: number }>`
    SELECT id FROM work_items WHERE id = ANY(${[...ids]}::bigint[]) FOR NO KEY UPDATE SKIP LOCKED`.execute(w.tx);
  return new Set(rows.map(({ id }) => id));
}

/** Keeps what items refer to from being deleted. It waits, so nothing else may be held yet. */
export async function keepReferred(w: Writer, { milestones, users }: Places): Promise<void> {
  await sql`SELECT FROM milestones WHERE id = ANY(${[...milestones.values()]}::bigint[]) FOR KEY SHARE`.execute(w.tx);
  await sql`SELECT FROM users WHERE id = ANY(${[...users.values()]}::bigint[]) FOR KEY SHARE`.execute(w.tx);
}

/** Items may change places among themselves: before the first one takes its new number, all of these give up theirs. */
export async function freeNumbers(w: Writer, ids: readonly number[]): Promise<void> {
  if (ids.length === 0) return;
  await sql`UPDATE work_items SET iid = -id WHERE id = ANY(${[...ids]}::bigint[])`.execute(w.tx);
}

/** Puts items that are here, and whose numbers are free, into the groups and projects of the file. */
export async function moveItems(w: Writer, items: FileItems, context: ItemContext): Promise<void> {
  await inBatches(
    w,
    items,
    context,
    (stated) => sql`UPDATE work_items w SET group_id = e.group_id, project_id = e.project_id FROM ${stated}
      WHERE w.id = e.id AND (w.group_id, w.project_id) IS DISTINCT FROM (e.group_id, e.project_id)`,
  );
}

/** Does the row `w` differ from what the file states as `e`? */
const differs = sql`(w.updated_at < e.updated_at OR
  (w.iid, w.group_id, w.project_id, w.title, w.description, w.state, w.weight, w.milestone_id, w.start_date_fixed,
    w.start_date_is_fixed, w.due_date_fixed, w.due_date_is_fixed, w.created_at, w.closed_at) IS DISTINCT FROM
  (e.iid, e.group_id, e.project_id, e.title, e.description, e.state, e.weight, e.milestone_id, e.start_date,
    e.start_date IS NOT NULL, e.due_date, e.due_date IS NOT NULL, e.created_at, e.closed_at))`;

/**
 * One statement for each batch, which finds the fields as they are to be as `e`: what the file leaves out stays as it is. The tasks of a text are counted
 * where they are written.
 */
function inBatches<R>(
  w: Writer,
  items: FileItems,
  { ids, places, groupOf }: ItemContext,
  statement: (stated: RawBuilder<unknown>) => RawBuilder<R>,
  counted: (text: string | null) => object = () => ({}),
): Promise<R[]> {
  return w.batches(
    items,
    `id bigint, ext text, iid int, type text, group_id bigint, project_id bigint, title text, described boolean, description text,
     task_count int, tasks_completed int, state text, author_id bigint, weight int, milestone_id bigint, start_date date, due_date date,
     created_at timestamptz, updated_at timestamptz, closed_at timestamptz`,
    ({ item, epic, issue }) => ({
      id: known(ids, item.id),
      ext: w.externalId(item.id),
      iid: item.iid,
      type: issue === null ? 'epic' : 'issue',
      group_id: known(places.groups, epic?.groupId ?? groupOf.get(issue?.projectId ?? '') ?? ''),
      project_id: issue === null ? null : known(places.projects, issue.projectId),
      title: item.title.trim(),
      described: item.description !== undefined,
      description: item.description === '' ? null : item.description,
      ...counted(item.description ?? null),
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
    (x) =>
      statement(sql`(
        SELECT x.n, x.id, x.ext AS external_id, x.iid, x.type, x.group_id, x.project_id, x.title,
          CASE WHEN x.described THEN x.description ELSE old.description END AS description,
          CASE WHEN x.described THEN x.task_count ELSE old.task_count END AS task_count,
          CASE WHEN x.described THEN x.tasks_completed ELSE old.tasks_completed END AS tasks_completed,
          x.state, x.author_id, x.weight, x.milestone_id,
          x.start_date, x.due_date, coalesce(x.created_at, old.created_at, ${w.now}::timestamptz) AS created_at,
          coalesce(x.updated_at, old.updated_at, x.created_at, ${w.now}::timestamptz) AS updated_at, x.closed_at, old
        FROM ${x} LEFT JOIN work_items old ON old.id = x.id
      ) e`),
  );
}
