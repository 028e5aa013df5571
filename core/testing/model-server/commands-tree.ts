import { REORDER_ERRORS, resolveAddition, resolveReorder } from '../../tree/rules.ts';
import type { ReferenceKind } from '../../work-item/rules.ts';
import {
  parseReference,
  REFERENCES_MAX,
  referenceWords,
  TOO_MANY_REFERENCES,
  tryParseGlobalId,
} from '../../work-item/rules.ts';
import type { Change } from './change.ts';
import { changing } from './change.ts';
import { denied, hidden, refuse } from './refusal.ts';
import type { Rights } from './rights.ts';
import { attach, isChildType, referenceFrom, reposition, verdictOf } from './tree.ts';
import type { ItemRow } from './world.ts';

export interface ReorderInput {
  readonly baseEpicId: string;
  readonly moved: {
    readonly id: string;
    readonly adjacentReferenceId?: string | null;
    readonly relativePosition?: string | null;
    readonly newParentId?: string | null;
  };
}

function treeId(text: string, ...types: readonly string[]): { type: string; id: number } {
  const parsed = tryParseGlobalId(text);
  if (parsed === null || !types.includes(parsed.type)) refuse(422, REORDER_ERRORS.types);
  return parsed;
}

const isEpic = (item: ItemRow | null): item is ItemRow => item?.type === 'epic';

/** The object of a tree mutation: an epic, or by the id of its link an item under an epic. */
function treeItem({ rights, world }: Change, { type, id }: { type: string; id: number }): ItemRow | null {
  if (type === 'Epic') {
    const epic = rights.see(id);
    return isEpic(epic) ? epic : null;
  }
  const link = [...world.links.values()].find((row) => row.id === id);
  if (link === undefined || world.item(link.parentId).type !== 'epic') return null;
  const item = rights.see(link.childId);
  return item === null || item.type === 'epic' ? null : item;
}

/** `epicTreeReorder`. */
export function reorder(rights: Rights, { baseEpicId, moved: asked }: ReorderInput): void {
  changing(rights, (change) => {
    const { world } = change;
    const baseId = treeId(baseEpicId, 'Epic');
    const movedId = treeId(asked.id, 'Epic', 'EpicIssue');
    const adjacentId =
      asked.adjacentReferenceId == null ? null : treeId(asked.adjacentReferenceId, 'Epic', 'EpicIssue');
    const newParentId = asked.newParentId == null ? null : treeId(asked.newParentId, 'Epic').id;
    const moved = treeItem(change, movedId);
    const adjacent = adjacentId === null ? undefined : treeItem(change, adjacentId);
    const parentOf = (item: ItemRow | null | undefined): ItemRow | null =>
      item == null ? null : world.parentOf(item.id);
    const target = rights.see(newParentId ?? parentOf(moved)?.id);
    const mayChange = (epic: ItemRow | null): boolean => isEpic(epic) && rights.may('adminEpic', epic);
    const permitted =
      mayChange(treeItem(change, baseId)) &&
      (newParentId === null || mayChange(target)) &&
      [moved, adjacent].every((item) => parentOf(item) === null || mayChange(rights.see(parentOf(item)?.id))) &&
      (moved === null || target?.id === parentOf(moved)?.id || rights.mayRelate(moved));
    const object = (item: ItemRow) => ({
      type: item.type === 'epic' ? 'Epic' : 'EpicIssue',
      id: item.id,
      parentId: parentOf(item)?.id ?? null,
    });
    const plan = resolveReorder<number>({
      baseId: baseId.id,
      moved: moved === null ? null : object(moved),
      adjacent: adjacent == null ? adjacent : object(adjacent),
      relativePosition: asked.relativePosition,
      newParentId,
      permitted,
      validateNewParent: () => (moved !== null && isEpic(target) ? verdictOf(world, target, moved) : { ok: true }),
    });
    if (!plan.ok) refuse(422, plan.error);
    if (moved === null || !isEpic(target)) refuse(422, REORDER_ERRORS.permission);
    if (!plan.parentChanges) return reposition(world, moved.id, plan.where);
    attach(world, target.id, [moved.id], plan.where);
    change.edited(moved.id);
  });
}

/** Existing items under an epic. Answers the epic's id. */
export function addChildren(
  rights: Rights,
  input: { epicId: number; kind: ReferenceKind; references: readonly string[]; origin: string },
): void {
  changing(rights, (change) => {
    const { world } = change;
    const parent = rights.see(input.epicId) ?? hidden();
    if (!rights.may('adminEpicRelation', parent)) denied();
    const words = referenceWords(input.references);
    if (words.length > REFERENCES_MAX) refuse(422, TOO_MANY_REFERENCES);
    const plan = resolveAddition(input.kind, judge(change, parent, input, words));
    if (plan.status !== 200) refuse(plan.status, plan.message);
    attach(world, parent.id, plan.add);
    for (const id of plan.add) change.edited(id);
  });
}

function judge(
  { rights, world }: Change,
  parent: ItemRow,
  { kind, origin }: { kind: ReferenceKind; origin: string },
  words: readonly string[],
) {
  const groupPath = world.group(parent.groupId).fullPath;
  const taken = { epics: 0, all: 0 };
  const seen = new Set<number>();
  return words.map((word) => {
    const token = parseReference(word, { kind, groupPath, origin });
    const named = token.ok && token.kind === kind && token.path !== null ? token : null;
    const find = kind === 'epic' ? rights.seeEpic : rights.seeProjectItem;
    const item = named === null ? null : find.call(rights, named.path ?? '', named.iid);
    if (item === null) return { reference: word, id: null, attached: false, errors: [] };
    const reference = referenceFrom(world, parent, item);
    if (world.parentOf(item.id)?.id === parent.id) return { reference, id: item.id, attached: true, errors: [] };
    if (!isChildType(parent, item) || !rights.mayRelate(item)) {
      return { reference, id: null, attached: false, errors: [] };
    }
    if (seen.has(item.id)) return { reference, id: item.id, attached: false, errors: [] };
    seen.add(item.id);
    const verdict = verdictOf(world, parent, item, taken);
    if (verdict.ok) {
      taken.all += 1;
      if (item.type === 'epic') taken.epics += 1;
    }
    return { reference, id: item.id, attached: false, errors: verdict.ok ? [] : [verdict.error] };
  });
}

/** Releases a child: a child epic by its own id, an issue by the id of its link. */
export function removeChild(rights: Rights, input: { epicId: number; kind: ReferenceKind; id: number }): void {
  changing(rights, (change) => {
    const { world } = change;
    const parent = rights.see(input.epicId) ?? hidden();
    const link =
      input.kind === 'epic' ? world.links.get(input.id) : [...world.links.values()].find(({ id }) => id === input.id);
    const child = rights.see(link?.childId);
    if (child === null || link?.parentId !== parent.id || (child.type === 'epic') !== (input.kind === 'epic')) hidden();
    else {
      if (!rights.may(input.kind === 'epic' ? 'adminEpicRelation' : 'adminEpic', parent)) denied();
      world.links.delete(child.id);
      change.edited(child.id);
    }
  });
}
