import { milestoneFaults } from '@espalier/core/work-item/rules';
import type { Viewer } from '../access/viewer.ts';
import { type Change, changePlan } from '../command/change.ts';
import { mayIn, type Owner } from '../command/item.ts';
import type { MilestoneFields, MilestoneUse, StoredMilestone } from '../command/milestone-store.ts';
import { denied, hidden, type Outcome, refuse } from '../command/outcome.ts';
import type { DateItems } from '../command/job.ts';
import type { PlanStore } from '../command/plan-store.ts';
import { checkedDay, checkedDescription } from '../work-item/edit.ts';

/** A group or project, by full path or id. */
export interface MilestonePlace {
  readonly kind: 'group' | 'project';
  readonly pathOrId: string | number;
}

/** One of the place's own milestones. */
export interface MilestoneAt {
  readonly place: MilestonePlace;
  readonly id: number;
}

const TAKEN = 'Title already being used for another group or project milestone.';

/** AP-05.81: makes a milestone. Answers its id. */
export function createMilestone(
  store: PlanStore,
  viewer: Viewer,
  { place, fields }: { readonly place: MilestonePlace; readonly fields: Omit<MilestoneFields, 'state'> },
  now: string,
): Promise<Outcome<number>> {
  return changePlan(store, viewer, now, async (change) => {
    const owner = await managed(change, place);
    const milestone = checked({ ...fields, state: 'active' });
    await refuseTaken(change, owner, milestone.title, []);
    return change.store.milestones.insert(owner, milestone, now);
  });
}

/** AP-05.81, AP-05.84: changes a milestone; what is absent stays. Answers its id. */
export function updateMilestone(
  store: PlanStore,
  viewer: Viewer,
  { place, id, changed }: MilestoneAt & { readonly changed: Partial<MilestoneFields> },
  now: string,
): Promise<Outcome<number>> {
  return changePlan(store, viewer, now, async (change) => {
    const { milestones } = change.store;
    const owner = await managed(change, place);
    const before = await found(change, owner, id);
    const after = checked({ ...before, ...changed });
    const names = (Object.keys(after) as (keyof MilestoneFields)[]).filter((name) => after[name] !== before[name]);
    if (names.length === 0) return id;
    if (names.includes('title')) await refuseTaken(change, owner, after.title, [id]);
    if (await milestones.update(id, Object.fromEntries(names.map((name) => [name, after[name]])), now))
      await change.store.later([{ kind: 'dateItems', milestoneId: id }]);
    // Nobody but the milestone's own page shows its description.
    if (names.some((name) => name !== 'description')) {
      const use = await milestones.used([id]);
      announce(change, use);
      if (after.startDate !== before.startDate || after.dueDate !== before.dueDate) change.redate(...use.parentIds);
    }
    return id;
  });
}

/** AP-06.78: so many items in one job. */
const PIECE = 1000;

/** AP-06.78: does such a job, and leaves the rest to the next one. */
export async function dateItemsPiece(store: PlanStore, job: DateItems): Promise<void> {
  if (await store.milestones.dateItems(job.milestoneId, PIECE)) await store.later([job]);
}

/** AP-05.85: deletes a milestone, and takes it from its items. */
export function deleteMilestone(
  store: PlanStore,
  viewer: Viewer,
  { place, id }: MilestoneAt,
  now: string,
): Promise<Outcome<null>> {
  return changePlan(store, viewer, now, async (change) => {
    const owner = await managed(change, place);
    await found(change, owner, id);
    const use = await change.store.milestones.used([id]);
    await change.store.milestones.delete([id]);
    for (const itemId of use.itemIds) {
      change.note({ id: itemId }, 'milestone', 'removed milestone');
      change.edited(itemId);
    }
    moved(change, use);
    return null;
  });
}

/** AP-05.83: makes a project's milestone its group's. Answers the id of that one. */
export function promoteMilestone(
  store: PlanStore,
  viewer: Viewer,
  { project, id }: { readonly project: string | number; readonly id: number },
  now: string,
): Promise<Outcome<number>> {
  return changePlan(store, viewer, now, async (change) => {
    const { milestones } = change.store;
    const owner = await managed(change, { kind: 'project', pathOrId: project });
    const group = await change.store.group(viewer, owner.group_id);
    if (group === undefined || !mayIn(viewer, 'adminMilestone', group)) denied();
    const { title, description, startDate, dueDate } = await found(change, owner, id);
    const merged = await milestones.ofProjectsBelow(group.group_id, title);
    if (await milestones.isTaken(group, title, merged)) refuse(400, `Promotion failed - ${TAKEN}`);
    const use = await milestones.used(merged);
    const promoted = { title, description, startDate, dueDate, state: 'active' } as const;
    const promotedId = await milestones.insert(group, promoted, now);
    await milestones.replace(merged, promotedId);
    await milestones.delete(merged);
    moved(change, use);
    return promotedId;
  });
}

/** A readable group or project whose milestones the viewer manages, with the plan locked: numbers and titles are given once. */
async function managed(change: Change, { kind, pathOrId }: MilestonePlace): Promise<Owner> {
  const { store, viewer } = change;
  await change.lock();
  const place = kind === 'group' ? await store.group(viewer, pathOrId) : await store.project(viewer, pathOrId);
  return mayIn(viewer, 'adminMilestone', place ?? hidden()) ? (place as Owner) : denied();
}

const found = async ({ store }: Change, owner: Owner, id: number): Promise<StoredMilestone> =>
  (await store.milestones.find(owner, id)) ?? hidden();

async function refuseTaken({ store }: Change, owner: Owner, title: string, but: readonly number[]): Promise<void> {
  if (await store.milestones.isTaken(owner, title, but)) refuse(400, TAKEN);
}

function checked(typed: MilestoneFields): MilestoneFields {
  const milestone = {
    title: typed.title.trim(),
    description: checkedDescription(typed.description),
    state: typed.state,
    startDate: checkedDay('Start date', typed.startDate),
    dueDate: checkedDay('Due date', typed.dueDate),
  };
  const { title, dueDate } = milestoneFaults(milestone);
  const said = [
    ...(title === undefined ? [] : [`Title ${title}`]),
    ...(dueDate === undefined ? [] : [`Due date ${dueDate}`]),
  ];
  return said.length > 0 ? refuse(400, ...said) : milestone;
}

/** Items show their milestones, and so do the rows of trees. */
function announce(change: Change, { itemIds, parentIds }: MilestoneUse): void {
  change.events.add('milestone', ...itemIds);
  change.events.add('tree', ...parentIds);
}

function moved(change: Change, use: MilestoneUse): void {
  announce(change, use);
  change.redate(...use.parentIds);
}
