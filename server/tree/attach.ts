import type { Positioned, Where } from '@espalier/core/tree/rules';
import type { Change } from '../command/change.ts';
import { nothing } from '../command/contribution.ts';
import type { Item, Named } from '../command/item.ts';
import { attachedNotes, movedNotes, releasedNotes } from '../note/wording.ts';
import { findPlace } from './placing.ts';

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
  const { items, tree } = change.store;
  const ids = children.map(({ id }) => id);
  const positions = placeAll(await tree.siblings(parent.id), children, where);
  const left = await items.named(children.flatMap(({ parent_id }) => parent_id ?? []));
  const rollups = await tree.rollups(ids);
  const placed = children.map(({ id }) => ({ id, position: positions.get(id) ?? 0 }));
  await tree.attach(parent.id, placed, change.now);
  const coming = new Set(ids);
  const shifted = [...positions].filter(([id]) => !coming.has(id));
  await tree.reposition(shifted.map(([id, position]) => ({ id, position })));
  for (const child of children) {
    const from = child.parent_id === null ? null : (left.get(child.parent_id) ?? null);
    change.relinked(child, rollups.get(child.id) ?? nothing, from, parent);
    change.edited(child.id);
    change.events.add('parent', child.id);
    noteArrival(change, from, parent, child);
  }
}

/** A new child is not an edited one: its lock version stays 0. */
export async function attachNew(change: Change, parent: Item, child: Item): Promise<void> {
  await attachChildren(change, parent, [child], { at: 'start' });
  change.notEdited(child.id);
}

/** Takes a child from its parent; it stays as it is otherwise. */
export async function releaseChild(change: Change, parent: Item, child: Item): Promise<void> {
  const { tree } = change.store;
  const rollups = await tree.rollups([child.id]);
  await tree.release(child.id);
  change.relinked(child, rollups.get(child.id) ?? nothing, parent, null);
  change.edited(child.id);
  change.events.add('parent', child.id);
  const notes = releasedNotes(parent, child);
  change.note(parent, notes.onParent.action, notes.onParent.body);
  change.note(child, notes.onChild.action, notes.onChild.body);
}

/** Positions of the children and of the siblings that make room, by id. At the top the last child is placed first, so that the first ends on top. */
function placeAll(
  siblings: readonly Positioned<number>[],
  children: readonly Item[],
  where: Where<number>,
): Map<number, number> {
  const changed = new Map<number, number>();
  const coming = new Set(children.map(({ id }) => id));
  let list = siblings.filter(({ id }) => !coming.has(id));
  for (const child of where.at === 'end' ? children : [...children].reverse()) {
    const { position, shifts } = findPlace(list, child.id, where);
    changed.set(child.id, position);
    const placed = { id: child.id, position };
    // A thousand children at an end, as they mostly come: nothing is sorted anew for each of them.
    if (shifts.length === 0 && where.at === 'start') list.unshift(placed);
    else if (shifts.length === 0 && where.at === 'end') list.push(placed);
    else {
      const moved = new Map(shifts.map((shift) => [shift.id, shift.position]));
      for (const [id, to] of moved) changed.set(id, to);
      list = [...list.map((s) => ({ id: s.id, position: moved.get(s.id) ?? s.position })), placed];
      list.sort((a, b) => a.position - b.position);
    }
  }
  return changed;
}

function noteArrival(change: Change, from: Named | null, to: Item, child: Item): void {
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
