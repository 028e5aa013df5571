import { type AdditionCandidate, resolveAddition } from '@espalier/core/tree/rules';
import type { Viewer } from '../access/viewer.ts';
import { type Change, changePlan, referencedItems } from '../command/change.ts';
import { type Item, may, mayRelate } from '../command/item.ts';
import { denied, hidden, type Outcome, refuse } from '../command/outcome.ts';
import type { PlanStore } from '../command/plan-store.ts';
import { referenceFrom } from '../note/wording.ts';
import { attachChildren, releaseChild } from './attach.ts';
import { isChildType, ParentRules } from './rules-input.ts';

export type ChildKind = 'epic' | 'issue';

export interface AddChildrenInput {
  readonly groupPath: string;
  readonly iid: number;
  readonly kind: ChildKind;
  /** As typed: `&12`, `group&12`, `group/project#7`, addresses of this server. */
  readonly references: readonly string[];
  /** `https://host:port` of this server; addresses of other ones mean nothing. */
  readonly origin: string;
}

/**
 * Puts existing epics or issues under an epic, at the top, in the order given; what is under another parent moves. Core's `resolveAddition`
 * decides on refusals. The viewer needs the right to relate on the parent and on each child. Answers the parent's id.
 */
export function addChildren(
  store: PlanStore,
  viewer: Viewer,
  input: AddChildrenInput,
  now: string,
): Promise<Outcome<number>> {
  return changePlan(store, viewer, now, async (change) => {
    const { items } = change.store;
    await change.lock();
    const parent = (await items.epic(viewer, input.groupPath, input.iid)) ?? hidden();
    if (!may(viewer, 'adminEpicRelation', parent)) denied();
    const plan = resolveAddition(input.kind, await candidates(change, parent, input));
    if (plan.status !== 200) refuse(plan.status, plan.message);
    const children = await items.byId(viewer, plan.add);
    await attachChildren(
      change,
      parent,
      plan.add.flatMap((id) => children.get(id) ?? []),
    );
    return parent.id;
  });
}

/** What each word means to this viewer, with the verdict of the linking rules on each item that would come. */
async function candidates(change: Change, parent: Item, input: AddChildrenInput): Promise<AdditionCandidate<number>[]> {
  const context = { kind: input.kind, groupPath: parent.group_path, origin: input.origin };
  const { words, found } = await referencedItems(change, input.references, context);
  const usable = (item: Item): boolean => isChildType(parent.type, item.type) && mayRelate(change.viewer, item);
  const rules = await ParentRules.load(change.store, parent, [...found.values()]);
  const judged = new Set<number>();
  return words.map((word, index) => {
    const item = found.get(index);
    if (item === undefined) return { reference: word, id: null, attached: false, errors: [] };
    const reference = referenceFrom(parent, item);
    if (item.parent_id === parent.id) return { reference, id: item.id, attached: true, errors: [] };
    if (!usable(item)) return { reference, id: null, attached: false, errors: [] };
    if (judged.has(item.id)) return { reference, id: item.id, attached: false, errors: [] };
    judged.add(item.id);
    const verdict = rules.verdict(item);
    if (verdict.ok) rules.took(item);
    return { reference, id: item.id, attached: false, errors: verdict.ok ? [] : [verdict.error] };
  });
}

export interface RemoveChildInput {
  readonly groupPath: string;
  readonly iid: number;
  readonly kind: ChildKind;
  /** Of a child epic its own database id; of an issue the id of its link to the epic. */
  readonly id: number;
}

/** Releases a child from an epic: a child epic with admin rights on the relation, an issue with admin rights on the epic (E6). */
export function removeChild(
  store: PlanStore,
  viewer: Viewer,
  input: RemoveChildInput,
  now: string,
): Promise<Outcome<number>> {
  return changePlan(store, viewer, now, async (change) => {
    const { items } = change.store;
    await change.lock();
    const parent = (await items.epic(viewer, input.groupPath, input.iid)) ?? hidden();
    const found = await (input.kind === 'epic' ? items.byId(viewer, [input.id]) : items.byLink(viewer, [input.id]));
    const child = found.get(input.id);
    if (child === undefined || child.parent_id !== parent.id || (child.type === 'epic') !== (input.kind === 'epic'))
      hidden();
    if (child.archived || !may(viewer, input.kind === 'epic' ? 'adminEpicRelation' : 'adminEpic', parent)) denied();
    await releaseChild(change, parent, child);
    return parent.id;
  });
}
