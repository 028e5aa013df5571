import { sql } from 'kysely';
import { can, canReadNote } from '@espalier/core/access';
import { bannedSql } from '../access/filters.ts';
import { subjectOf } from '../access/subject.ts';
import type { Viewer } from '../access/viewer.ts';
import type { EventKind } from '../command/events.ts';
import type { Db } from '../db/types.ts';
import type { Gone } from './events.ts';

/**
 * What the rules of access ask of a changed item. It is read once, whoever listens, and the rules are asked for each person in memory (AP-07.8): to ask a
 * database once for each of a thousand people, fifty times a second, is more than it can answer. EP-18.33 holds these rules equal to the conditions in queries.
 */
export interface Subject {
  readonly id: number;
  readonly projectId: number | null;
  readonly confidential: boolean;
  /** Its author is banned. */
  readonly hidden: boolean;
  readonly authorId: number;
  readonly assignees: readonly number[];
  readonly traversalIds: readonly number[];
  /** Of the project, or of the group of an epic. */
  readonly visibility: string;
  /** The path of its group, in small letters. */
  readonly path: string;
}

/** So many ids in one statement. */
const AT_ONCE = 1000;

interface Row {
  id: number;
  project_id: number | null;
  confidential: boolean;
  hidden: boolean;
  author_id: number;
  assignees: number[] | null;
  traversal_ids: number[];
  visibility: string;
  path: string;
}

/** Of an epic it means nothing. */
const hidden = (author: string) => sql`w.project_id IS NOT NULL AND ${sql.raw(bannedSql(author))} AS hidden`;

/** The columns of a subject: of `work_items w`, `groups g` and, by an outer join, `projects p`. */
const columns = sql`w.id, w.project_id, w.confidential, ${hidden('w.author_id')}, w.author_id, g.traversal_ids, lower(g.full_path) AS path,
  coalesce(p.visibility, g.visibility) AS visibility,
  (SELECT json_agg(x.user_id) FROM work_item_people x WHERE x.work_item_id = w.id AND x.role = 'assignee') AS assignees`;

const subject = (row: Row): Subject => ({
  id: Number(row.id),
  projectId: row.project_id === null ? null : Number(row.project_id),
  confidential: row.confidential,
  hidden: row.hidden,
  authorId: Number(row.author_id),
  assignees: row.assignees ?? [],
  traversalIds: row.traversal_ids,
  visibility: row.visibility,
  path: row.path,
});

/** Those that are there, whoever may see them. */
export async function readSubjects(db: Db, ids: readonly number[]): Promise<Map<number, Subject>> {
  const found = new Map<number, Subject>();
  for (let at = 0; at < ids.length; at += AT_ONCE) {
    const { rows } = await sql<Row>`SELECT ${columns} FROM work_items w JOIN groups g ON g.id = w.group_id
      LEFT JOIN projects p ON p.id = w.project_id WHERE w.id = ANY(${ids.slice(at, at + AT_ONCE)}::bigint[])`.execute(
      db,
    );
    for (const row of rows) found.set(Number(row.id), subject(row));
  }
  return found;
}

/** What has been deleted, as it was; its group or project as it is. */
export async function readGone(db: Db, gone: readonly Gone[]): Promise<Map<number, Subject>> {
  if (gone.length === 0) return new Map();
  const { rows } = await sql<Row>`
    SELECT w.id, w.project AS project_id, w.confidential, w.project IS NOT NULL AND ${sql.raw(bannedSql('w.author'))} AS hidden, w.author AS author_id, w.assignees, g.traversal_ids, lower(g.full_path) AS path,
      coalesce(p.visibility, g.visibility) AS visibility
    FROM json_to_recordset(${JSON.stringify(gone)}::json)
      AS w (id bigint, "group" bigint, project bigint, confidential boolean, author bigint, assignees json)
    JOIN groups g ON g.id = w."group" LEFT JOIN projects p ON p.id = w.project`.execute(db);
  return new Map(rows.map((row) => [Number(row.id), subject(row)]));
}

export function maySee(viewer: Viewer, item: Subject): boolean {
  return can(item.projectId === null ? 'readEpic' : 'readIssue', accessTo(viewer, item));
}

/** WI-10.46: of these kinds what may be told of an item to somebody who may see it. An internal note is a note to who may read it, and to others nothing. */
export function tellable(viewer: Viewer, item: Subject, kinds: Iterable<EventKind>): EventKind[] {
  const all = new Set(kinds);
  if (all.delete('internalNotes') && canReadNote(accessTo(viewer, item), { internal: true })) all.add('notes');
  return [...all];
}

export const mayReadNote = (viewer: Viewer, item: Subject, note: { readonly internal: boolean }): boolean =>
  maySee(viewer, item) && canReadNote(accessTo(viewer, item), note);

function accessTo(viewer: Viewer, item: Subject) {
  const { traversalIds, visibility, projectId, confidential, hidden: isHidden, authorId } = item;
  const kind = projectId === null ? 'epic' : 'issue';
  const assigned = viewer.userId !== null && item.assignees.includes(viewer.userId);
  const of = { kind, confidential, authorId, assigned, hidden: isHidden } as const;
  return subjectOf(viewer, { traversalIds, visibility, projectId, item: of });
}

/** What the rules ask of a group. */
export type Group = Pick<Subject, 'traversalIds' | 'visibility'>;

/** Those of the paths (in small letters) that are groups, whoever may see them. */
export async function readGroups(db: Db, paths: readonly string[]): Promise<Map<string, Group>> {
  if (paths.length === 0) return new Map();
  const { rows } = await sql<{ path: string; traversal_ids: number[]; visibility: string }>`
    SELECT lower(full_path) AS path, traversal_ids, visibility FROM groups
    WHERE lower(full_path) = ANY(${[...paths]}::text[])`.execute(db);
  return new Map(
    rows.map(({ path, visibility, traversal_ids }) => [path, { visibility, traversalIds: traversal_ids }]),
  );
}

export const maySeeGroup = (viewer: Viewer, group: Group): boolean => can('readGroup', subjectOf(viewer, group));
