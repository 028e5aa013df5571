import { sql } from 'kysely';
import type { Positioned, Where } from '@espalier/core/tree/rules';
import { attachedNotes, movedNotes, releasedNotes } from '../note/wording.ts';
import { type Change, loadRollups } from './change.ts';
import type { Item } from './items.ts';
import { findPlace, siblingsUnder, writePositions } from './placing.ts';
import { nothing } from './rollups.ts';

/**
 * Puts children under a parent, at the top or the end in the order given, or a single one anywhere else. A child that is elsewhere moves, and keeps the
 * id of its link. All rules must have been asked before, under the lock. The number of statements does not depend on the number of children.
 */
export async function attachChildren(
  change: Change,
  parent: Item,
  children: readonly Item[],
  where: Where<number> = { at: 'start' },
): Promise<void> {
  const positions = placeAll(await siblingsUnder(change.tx, parent.id), children, where);
  const places = await loadPlaces(change, children);
  const rollups = await loadRollups(
    change.tx,
    children.map(({ id }) => id),
  );
  await sql`
    INSERT INTO parent_links (parent_id, child_id, relative_position, created_at)
    SELECT ${parent.id}::bigint, child_id, position, ${change.now}::timestamptz
    FROM unnest(${children.map(({ id }) => id)}::bigint[],
      ${children.map(({ id }) => positions.get(id) ?? 0)}::int[]) AS placed (child_id, position)
    ON CONFLICT (child_id) DO UPDATE
    SET parent_id = excluded.parent_id, relative_position = excluded.relative_position, created_at = excluded.created_at
  `.execute(change.tx);
  const own = new Set(children.map(({ id }) => id));
  await writePositions(
    change.tx,
    [...positions].filter(([id]) => !own.has(id)).map(([id, position]) => ({ id, position })),
  );
  for (const child of children) {
    const from = child.parent_id === null ? null : (places.get(child.parent_id) ?? null);
    change.relinked(child, rollups.get(child.id) ?? nothing, from, parent);
    change.edited(child.id);
    change.events.add('parent', child.id);
    noteArrival(change, from, parent, child);
  }
}

/** Takes a child from its parent; it stays as it is otherwise. */
export async function releaseChild(change: Change, parent: Item, child: Item): Promise<void> {
  const rollups = await loadRollups(change.tx, [child.id]);
  await sql`DELETE FROM parent_links WHERE child_id = ${child.id}`.execute(change.tx);
  change.relinked(child, rollups.get(child.id) ?? nothing, parent, null);
  change.edited(child.id);
  change.events.add('parent', child.id);
  const notes = releasedNotes(parent, child);
  change.note(parent, notes.onParent.action, notes.onParent.body);
  change.note(child, notes.onChild.action, notes.onChild.body);
}

/** A parent that is left: enough of it to word the notes. The notes' readers see its reference only if they may read it. */
type LeftParent = Pick<Item, 'id' | 'type' | 'iid' | 'group_path' | 'project_path'>;

async function loadPlaces(change: Change, children: readonly Item[]): Promise<Map<number, LeftParent>> {
  const ids = children.flatMap(({ parent_id }) => (parent_id === null ? [] : [parent_id]));
  if (ids.length === 0) return new Map();
  const { rows } = await sql<LeftParent>`
    SELECT w.id, w.type, w.iid, g.full_path AS group_path, p.full_path AS project_path
    FROM work_items w JOIN groups g ON g.id = w.group_id LEFT JOIN projects p ON p.id = w.project_id
    WHERE w.id = ANY(${ids}::bigint[])
  `.execute(change.tx);
  return new Map(rows.map((row) => [row.id, row]));
}

/** Positions of the children and of the siblings that make room, by id. At the top the last child is placed first, so that the first ends on top. */
function placeAll(
  siblings: readonly Positioned<number>[],
  children: readonly Item[],
  where: Where<number>,
): Map<number, number> {
  const changed = new Map<number, number>();
  let list = siblings.filter(({ id }) => !children.some((child) => child.id === id));
  for (const child of where.at === 'end' ? children : [...children].reverse()) {
    const { position, shifts } = findPlace(list, child.id, where);
    const moved = new Map(shifts.map((shift) => [shift.id, shift.position]));
    for (const [id, to] of moved) changed.set(id, to);
    changed.set(child.id, position);
    list = [...list.map((s) => ({ id: s.id, position: moved.get(s.id) ?? s.position })), { id: child.id, position }];
    list.sort((a, b) => a.position - b.position);
  }
  return changed;
}

function noteArrival(change: Change, from: LeftParent | null, to: Item, child: Item): void {
  if (from === null) {
    const notes = attachedNotes(to, child);
    change.note(to, notes.onParent.action, notes.onParent.body);
    change.note(child, notes.onChild.action, notes.onChild.body);
    return;
  }
  const notes = movedNotes(from, to, child);
  change.note(from, notes.onOldParent.action, notes.onOldParent.body);
  change.note(to, notes.onNewParent.action, notes.onNewParent.body);
  change.note(child, notes.onChild.action, notes.onChild.body);
}
