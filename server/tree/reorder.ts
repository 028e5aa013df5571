import { REORDER_ERRORS, resolveReorder } from '@espalier/core/tree/rules';
import { tryParseGlobalId } from '@espalier/core/work-item/rules';
import type { Viewer } from '../access/viewer.ts';
import { type Change, changePlan } from '../command/change.ts';
import { type Item, may, mayRelate } from '../command/item.ts';
import { type Outcome, refuse } from '../command/outcome.ts';
import type { PlanStore } from '../command/plan-store.ts';
import { attachChildren } from './attach.ts';
import { moveAmongSiblings } from './placing.ts';
import { ParentRules } from './rules-input.ts';

/** `EpicTreeReorderInput` of the wire. Ids are global ids: epics, and links of issues to epics (`EpicIssue`). */
export interface ReorderTreeInput {
  readonly baseEpicId: string;
  readonly moved: {
    readonly id: string;
    readonly adjacentReferenceId?: string | null;
    /** Where the *adjacent* item ends up: `after` puts the moved one directly before it. */
    readonly relativePosition?: string | null;
    readonly newParentId?: string | null;
  };
}

/**
 * Reorders a child of an epic, or moves it to another epic. Refusals in this order: types, rights, position and sibling, linking rules.
 * TR-14.30: what comes to another epic must be the viewer's to relate.
 * What the viewer may not see is refused like what may not be moved.
 */
export function reorderTree(
  store: PlanStore,
  viewer: Viewer,
  input: ReorderTreeInput,
  now: string,
): Promise<Outcome<null>> {
  return changePlan(store, viewer, now, async (change) => {
    const ids = parseIds(input);
    await change.lock();
    const items = await loadTreeItems(change, ids);
    const base = items.epic(ids.base);
    const moved = items.any(ids.moved);
    const adjacent = ids.adjacent === undefined ? undefined : items.any(ids.adjacent);
    const parentId = ids.newParent ?? moved?.parent_id ?? null;
    const parents = await change.store.items.byId(
      viewer,
      [parentId, moved?.parent_id, adjacent?.parent_id].filter(isId),
    );
    const target = parentId === null ? undefined : onlyEpic(parents.get(parentId));
    const parentOf = (item: Item | undefined): Item | undefined | null =>
      item === undefined || item.parent_id === null ? null : parents.get(item.parent_id);
    const concerned = [base, parentOf(moved), parentOf(adjacent), ids.newParent === undefined ? null : target];
    const coming = target !== undefined && target.id !== moved?.parent_id ? moved : undefined;
    const permitted =
      concerned.every((epic) => epic === null || (epic !== undefined && may(viewer, 'adminEpic', epic))) &&
      (coming === undefined || mayRelate(viewer, coming));
    const rules = target && coming && (await ParentRules.load(change.store, target, [coming]));

    const plan = resolveReorder<number>({
      baseId: ids.base,
      moved: moved === undefined ? null : { type: wireType(moved), id: moved.id, parentId: moved.parent_id },
      adjacent:
        ids.adjacent === undefined
          ? undefined
          : adjacent === undefined
            ? null
            : { type: wireType(adjacent), id: adjacent.id, parentId: adjacent.parent_id },
      relativePosition: input.moved.relativePosition,
      newParentId: ids.newParent,
      permitted,
      validateNewParent: () => (moved && rules ? rules.verdict(moved) : { ok: true }),
    });
    if (!plan.ok) refuse(422, plan.error);
    if (moved === undefined || target === undefined) refuse(422, REORDER_ERRORS.permission);
    if (plan.parentChanges) {
      await attachChildren(change, target, [moved], plan.where);
    } else {
      await moveAmongSiblings(change, target, moved.id, plan.where);
    }
    return null;
  });
}

const isId = (id: number | null | undefined): id is number => typeof id === 'number';

const onlyEpic = (item: Item | undefined): Item | undefined => (item?.type === 'epic' ? item : undefined);

const wireType = (item: Item): string => (item.type === 'epic' ? 'Epic' : 'EpicIssue');

interface TreeId {
  readonly type: 'Epic' | 'EpicIssue';
  readonly id: number;
}

/** Only epics and links of issues are sorted; an id of any other type, or none at all, is refused before anything is looked up. */
function parseIds(input: ReorderTreeInput): { base: number; moved: TreeId; adjacent?: TreeId; newParent?: number } {
  const parse = (text: string): TreeId => {
    const parsed = tryParseGlobalId(text);
    if (parsed?.type !== 'Epic' && parsed?.type !== 'EpicIssue') refuse(422, REORDER_ERRORS.types);
    return { type: parsed.type, id: parsed.id };
  };
  const epic = (text: string): number => {
    const parsed = parse(text);
    if (parsed.type !== 'Epic') refuse(422, REORDER_ERRORS.types);
    return parsed.id;
  };
  const { adjacentReferenceId, newParentId } = input.moved;
  return {
    base: epic(input.baseEpicId),
    moved: parse(input.moved.id),
    ...(adjacentReferenceId == null ? {} : { adjacent: parse(adjacentReferenceId) }),
    ...(newParentId == null ? {} : { newParent: epic(newParentId) }),
  };
}

interface TreeItems {
  epic(id: number): Item | undefined;
  any(id: TreeId): Item | undefined;
}

async function loadTreeItems({ store, viewer }: Change, ids: ReturnType<typeof parseIds>): Promise<TreeItems> {
  const all = [{ type: 'Epic' as const, id: ids.base }, ids.moved, ...(ids.adjacent ? [ids.adjacent] : [])];
  const ofType = (type: TreeId['type']): number[] => all.filter((each) => each.type === type).map(({ id }) => id);
  const items = await store.items.byId(viewer, ofType('Epic'));
  const linked = await store.items.byLink(viewer, ofType('EpicIssue'));
  const epic = (id: number): Item | undefined => onlyEpic(items.get(id));
  return {
    epic,
    any(id) {
      if (id.type === 'Epic') return epic(id.id);
      const item = linked.get(id.id);
      return item?.parent_type === 'epic' && item.type !== 'epic' ? item : undefined;
    },
  };
}
