import { sql } from 'kysely';
import { epicPermissions } from '@espalier/core/access';
import { fullReference, textColorFor } from '@espalier/core/work-item/rules';
import { epicReadableSql } from '../access/filters.ts';
import type { Viewer } from '../access/viewer.ts';
import type { Db } from '../db/types.ts';
import { type Item, itemSubject, loadItems } from '../tree/items.ts';
import { sourceDateSql, sourceTitleSql } from './date-source.ts';
import { subscribedSql } from './subscribed.ts';

interface Extras {
  readonly group_name: string;
  readonly group_full_name: string;
  /** Null also where the viewer may not see it. */
  readonly parent: { readonly id: number; readonly iid: number; readonly group_id: number } | null;
  readonly inherited_start: string | null;
  readonly inherited_due: string | null;
  readonly start_source_title: string | null;
  readonly due_source_title: string | null;
  readonly author: { id: number; username: string; name: string; state: string; avatar_url: string | null };
  readonly labels: readonly { id: number; title: string; color: string; description: string | null }[];
  readonly subscribed: boolean;
}

/** An epic with what its JSON forms show beside its row. Two statements. Undefined where it is hidden or gone. */
export async function loadEpicWithExtras(
  db: Db,
  viewer: Viewer,
  id: number,
): Promise<{ readonly epic: Item; readonly extras: Extras } | undefined> {
  const epic = (await loadItems(db, viewer, [id])).get(id);
  if (epic?.type !== 'epic') return undefined;
  const { rows } = await sql<Extras>`
    SELECT g.name AS group_name, g.full_name AS group_full_name,
      (SELECT jsonb_build_object('id', p.id, 'iid', p.iid, 'group_id', p.group_id)
        FROM parent_links pl JOIN work_items p ON p.id = pl.parent_id JOIN groups pg ON pg.id = p.group_id
        WHERE pl.child_id = w.id AND ${sql.raw(epicReadableSql(viewer, 'p', 'pg'))}) AS parent,
      ${sql.raw(sourceDateSql('w', 'start'))} AS inherited_start, ${sql.raw(sourceDateSql('w', 'due'))} AS inherited_due,
      ${sql.raw(sourceTitleSql(viewer, 'w', 'start'))} AS start_source_title,
      ${sql.raw(sourceTitleSql(viewer, 'w', 'due'))} AS due_source_title,
      (SELECT jsonb_build_object('id', u.id, 'username', u.username, 'name', u.name, 'state', u.state, 'avatar_url', u.avatar_url)
        FROM users u WHERE u.id = w.author_id) AS author,
      coalesce((SELECT jsonb_agg(jsonb_build_object('id', l.id, 'title', l.title, 'color', l.color, 'description', l.description)
          ORDER BY l.title, l.id)
        FROM work_item_labels wl JOIN labels l ON l.id = wl.label_id WHERE wl.work_item_id = w.id), '[]'::jsonb) AS labels,
      ${sql.raw(subscribedSql(viewer, 'w'))} AS subscribed
    FROM work_items w JOIN groups g ON g.id = w.group_id
    WHERE w.id = ${id}
  `.execute(db);
  const extras = rows[0];
  return extras && { epic, extras };
}

export const epicPath = (groupPath: string, iid: number): string => `/groups/${groupPath}/-/epics/${iid}`;

/** The answer of a change through the epic's page. */
export async function epicEntity(
  db: Db,
  viewer: Viewer,
  id: number,
  baseUrl: string,
): Promise<Record<string, unknown> | undefined> {
  const loaded = await loadEpicWithExtras(db, viewer, id);
  if (loaded === undefined) return undefined;
  const { epic, extras } = loaded;
  const can = epicPermissions(itemSubject(viewer, epic));
  const path = epicPath(epic.group_path, epic.iid);
  return {
    id: epic.id,
    iid: epic.iid,
    author_id: epic.author_id,
    title: epic.title,
    description: epic.description ?? '',
    group_id: epic.group_id,
    group_name: extras.group_name,
    group_full_name: extras.group_full_name,
    group_full_path: epic.group_path,
    start_date: epic.start_date,
    start_date_is_fixed: epic.start_date_is_fixed,
    start_date_fixed: epic.start_date_fixed,
    start_date_from_milestones: extras.inherited_start,
    start_date_sourcing_milestone_title: extras.start_source_title,
    end_date: epic.due_date,
    due_date: epic.due_date,
    due_date_is_fixed: epic.due_date_is_fixed,
    due_date_fixed: epic.due_date_fixed,
    due_date_from_milestones: extras.inherited_due,
    due_date_sourcing_milestone_title: extras.due_source_title,
    state: epic.state,
    lock_version: epic.lock_version,
    confidential: epic.confidential,
    color: epic.color,
    text_color: textColorFor(epic.color),
    created_at: epic.created_at,
    updated_at: epic.updated_at,
    closed_at: epic.closed_at,
    web_url: `${baseUrl}${path}`,
    labels: extras.labels.map((label) => ({ ...label, text_color: textColorFor(label.color) })),
    current_user: {
      can_create_note: can.createNote,
      can_create_confidential_note: can.adminEpic,
      can_update: can.updateEpic,
    },
    create_note_path: `/groups/${epic.group_path}/-/notes?target_id=${epic.id}&target_type=epic`,
    preview_note_path: `/groups/${epic.group_path}/-/preview_markdown?target_id=${epic.iid}&target_type=Epic`,
  };
}

/** The epic of `/api/v4/groups/:id/epics`. */
export async function epicApiEntity(
  db: Db,
  viewer: Viewer,
  id: number,
  baseUrl: string,
): Promise<Record<string, unknown> | undefined> {
  const loaded = await loadEpicWithExtras(db, viewer, id);
  if (loaded === undefined) return undefined;
  const { epic, extras } = loaded;
  const url = `${baseUrl}${epicPath(epic.group_path, epic.iid)}`;
  const api = `${baseUrl}/api/v4/groups/${epic.group_id}`;
  const reference = fullReference('epic', epic.group_path, epic.iid);
  return {
    id: epic.id,
    iid: epic.iid,
    group_id: epic.group_id,
    parent_id: extras.parent?.id ?? null,
    parent_iid: extras.parent?.iid ?? null,
    title: epic.title,
    description: epic.description,
    state: epic.state,
    confidential: epic.confidential,
    color: epic.color,
    text_color: textColorFor(epic.color),
    web_url: url,
    url,
    reference: `&${epic.iid}`,
    references: { short: `&${epic.iid}`, relative: `&${epic.iid}`, full: reference },
    author: { ...extras.author, web_url: `${baseUrl}/${extras.author.username}` },
    start_date: epic.start_date,
    start_date_is_fixed: epic.start_date_is_fixed,
    start_date_fixed: epic.start_date_fixed,
    start_date_from_milestones: extras.inherited_start,
    start_date_from_inherited_source: extras.inherited_start,
    end_date: epic.due_date,
    due_date: epic.due_date,
    due_date_is_fixed: epic.due_date_is_fixed,
    due_date_fixed: epic.due_date_fixed,
    due_date_from_milestones: extras.inherited_due,
    due_date_from_inherited_source: extras.inherited_due,
    created_at: epic.created_at,
    updated_at: epic.updated_at,
    closed_at: epic.closed_at,
    labels: extras.labels.map(({ title }) => title),
    upvotes: 0,
    downvotes: 0,
    subscribed: extras.subscribed,
    _links: {
      self: `${api}/epics/${epic.iid}`,
      epic_issues: `${api}/epics/${epic.iid}/issues`,
      group: api,
      parent:
        extras.parent === null ? null : `${baseUrl}/api/v4/groups/${extras.parent.group_id}/epics/${extras.parent.iid}`,
    },
  };
}
