import { sql } from 'kysely';
import type { Viewer } from '../access/viewer.ts';
import type { Db, Tx } from '../db/types.ts';
import { linkedAndParents } from '../link/linked.ts';
import { releasedNotes } from '../note/wording.ts';
import { type Change, changePlan, loadRollups } from '../tree/change.ts';
import { denied, hidden, type Outcome, refuse } from '../tree/command.ts';
import { findEpic, findProjectItem, type Item, loadItems, may, ownerSubject } from '../tree/items.ts';
import { nothing } from '../tree/rollups.ts';
import { can } from '@espalier/core/access';
import { retireIids } from './iids.ts';

/** Deleted: where it was. */
export interface Deleted {
  readonly groupPath: string;
  readonly projectPath: string | null;
  readonly projectId: number | null;
  /** What it stood under, if the viewer may see it. */
  readonly parent: Item | null;
}

/** Deletes an epic with all epics below it; their issues are released and stay. For Owners of all groups concerned. */
export function deleteEpic(
  db: Db,
  viewer: Viewer,
  groupPath: string,
  iid: number,
  now: string,
): Promise<Outcome<Deleted>> {
  return changePlan(db, viewer, now, async (change) => {
    await change.lock();
    const epic = (await findEpic(change.tx, viewer, groupPath, iid)) ?? hidden();
    if (!may(viewer, 'destroyEpic', epic)) denied();
    return deleteItem(change, epic);
  });
}

/** Deletes an item of a project through its page: for its author as a member, and for Owners. */
export function deleteIssue(
  db: Db,
  viewer: Viewer,
  projectPath: string,
  iid: number,
  now: string,
): Promise<Outcome<Deleted>> {
  return changePlan(db, viewer, now, async (change) => {
    await change.lock();
    const issue = (await findProjectItem(change.tx, viewer, projectPath, iid)) ?? hidden();
    // An issue is a work item: who may delete it by its id may delete it by its page.
    if (!may(viewer, 'deleteWorkItem', issue)) denied();
    return deleteItem(change, issue);
  });
}

/** Deletes any work item by its id: its author as a member, or an Owner; of an epic an Owner only. Its children are released. */
export function deleteWorkItem(db: Db, viewer: Viewer, id: number, now: string): Promise<Outcome<Deleted>> {
  return changePlan(db, viewer, now, async (change) => {
    await change.lock();
    const item = (await loadItems(change.tx, viewer, [id])).get(id) ?? hidden();
    if (!may(viewer, item.type === 'epic' ? 'destroyEpic' : 'deleteWorkItem', item)) denied();
    return deleteItem(change, item);
  });
}

interface Doomed {
  readonly id: number;
  readonly group_visibility: Item['group_visibility'];
  readonly traversal_ids: readonly number[];
}

async function deleteItem(change: Change, item: Item): Promise<Deleted> {
  const doomed = item.type === 'epic' ? await epicsBelow(change.tx, item.id) : [];
  const mayDelete = (epic: Doomed): boolean =>
    can('destroyEpic', ownerSubject(change.viewer, { ...epic, project_id: null, project_visibility: null }));
  if (!doomed.every(mayDelete)) refuse(403, "You don't have permission to delete all descendants of this epic.");
  const ids = [item.id, ...doomed.map(({ id }) => id)];

  const parent = item.parent_id === null ? undefined : await loadItems(change.tx, change.viewer, [item.parent_id]);
  if (item.parent_id !== null && item.parent_type !== null) {
    const below = (await loadRollups(change.tx, [item.id])).get(item.id) ?? nothing;
    change.relinked(item, below, { id: item.parent_id, type: item.parent_type }, null);
  }
  for (const { parent, child } of await releasedBy(change.tx, ids)) {
    const { onChild } = releasedNotes(parent, child);
    change.note(child, onChild.action, onChild.body);
    change.edited(child.id);
    change.events.add('parent', child.id);
  }
  const linked = await linkedAndParents(change.tx, ids);
  change.events.add('links', ...linked.filter((id) => !ids.includes(id)));
  await retireIids(change.tx, ids);
  await sql`DELETE FROM work_items WHERE id = ANY(${ids}::bigint[])`.execute(change.tx);
  change.events.add('deleted', ...ids);
  return {
    groupPath: item.group_path,
    projectPath: item.project_path,
    projectId: item.project_id,
    parent: parent?.get(item.parent_id ?? 0) ?? null,
  };
}

async function epicsBelow(tx: Tx, id: number): Promise<Doomed[]> {
  const { rows } = await sql<Doomed>`
    WITH RECURSIVE down (id) AS (
      SELECT c.id FROM parent_links pl JOIN work_items c ON c.id = pl.child_id AND c.type = 'epic' WHERE pl.parent_id = ${id}
      UNION ALL
      SELECT c.id FROM down JOIN parent_links pl ON pl.parent_id = down.id JOIN work_items c ON c.id = pl.child_id AND c.type = 'epic'
    )
    SELECT w.id, g.visibility AS group_visibility, g.traversal_ids
    FROM down JOIN work_items w ON w.id = down.id JOIN groups g ON g.id = w.group_id
  `.execute(tx);
  return rows;
}

type Named = Pick<Item, 'id' | 'type' | 'iid' | 'group_path' | 'project_path'>;

/** The children that stay when these items go, with the parent each of them loses. */
async function releasedBy(tx: Tx, ids: readonly number[]): Promise<{ parent: Named; child: Named }[]> {
  const { rows } = await sql<Record<'parent' | 'child', Named>>`
    SELECT
      jsonb_build_object('id', parent.id, 'type', parent.type, 'iid', parent.iid, 'group_path', pg.full_path, 'project_path', pp.full_path)
        AS parent,
      jsonb_build_object('id', c.id, 'type', c.type, 'iid', c.iid, 'group_path', cg.full_path, 'project_path', cp.full_path) AS child
    FROM parent_links pl
    JOIN work_items parent ON parent.id = pl.parent_id
    JOIN groups pg ON pg.id = parent.group_id
    LEFT JOIN projects pp ON pp.id = parent.project_id
    JOIN work_items c ON c.id = pl.child_id
    JOIN groups cg ON cg.id = c.group_id
    LEFT JOIN projects cp ON cp.id = c.project_id
    WHERE pl.parent_id = ANY(${[...ids]}::bigint[]) AND NOT c.id = ANY(${[...ids]}::bigint[])
    ORDER BY pl.id
  `.execute(tx);
  return rows;
}
