import type { Viewer } from '../access/viewer.ts';
import { type Change, changePlan } from '../command/change.ts';
import { type Item, may, mayIn, type Owner } from '../command/item.ts';
import { denied, hidden, type Outcome, refuse } from '../command/outcome.ts';
import type { PlanStore } from '../command/plan-store.ts';
import { referenceFrom } from '../note/wording.ts';
import { attachNew, releaseChild } from '../tree/attach.ts';
import { ParentRules } from '../tree/rules-input.ts';
import { editItem } from './edit.ts';

export interface CopyInput {
  /** Of the item, a database id. */
  readonly id: number;
  /** Full path or database id of the project that gets it. */
  readonly project: string | number;
  readonly as: 'move' | 'clone';
  /** Of a clone: with the comments. What is moved takes them along. */
  readonly withNotes?: boolean;
}

/** GitLab's texts. */
export const COPY_ERRORS = {
  same: 'Cannot move issue to project it originates from!',
  moved: 'Cannot move issue due to insufficient permissions!',
  rights: (as: CopyInput['as']) => `Cannot ${as} issue due to insufficient permissions!`,
  type: (as: CopyInput['as'], type: string) => `Cannot ${as} issues of '${type}' type.`,
} as const;

const COPIED: ReadonlySet<string> = new Set(['issue', 'incident', 'test_case']);

/** WI-15.90 to WI-15.92: makes the item anew in a project, for Reporters of both. Answers the id of the new one. */
export function copyItem(store: PlanStore, viewer: Viewer, input: CopyInput, now: string): Promise<Outcome<number>> {
  return changePlan(store, viewer, now, async (change) => {
    await change.lock();
    const { items, notes, awards } = change.store;
    const { as } = input;
    const item = (await items.byId(viewer, [input.id], { forUpdate: true })).get(input.id);
    if (item === undefined || item.type === 'epic') return hidden();
    if (!may(viewer, 'adminIssue', item)) denied();
    const project = (await change.store.project(viewer, input.project)) ?? hidden();
    if (!COPIED.has(item.type)) refuse(400, COPY_ERRORS.type(as, item.type));
    if (!mayIn(viewer, 'adminIssue', project)) refuse(400, COPY_ERRORS.rights(as));
    if (as === 'move' && project.project_id === item.project_id) refuse(400, COPY_ERRORS.same);
    if (as === 'move' && item.moved_to_id !== null) refuse(400, COPY_ERRORS.moved);
    const copy = await insertCopy(change, item, project, as);
    if (as === 'move' || input.withNotes === true) await notes.copy(item.id, copy.id);
    if (as === 'move') await awards.copy(item.id, copy.id);
    const left = await takePlace(change, item, copy, as);
    const word = as === 'move' ? 'moved' : 'cloned';
    change.note(item, word, `${word} to ${referenceFrom(item, copy)}`);
    change.note(copy, word, `${word} from ${referenceFrom(copy, item)}`);
    if (as === 'move') {
      await editItem(change, left, { stateEvent: 'close' });
      await items.update(item.id, { moved_to_id: copy.id });
      change.edited(item.id);
    }
    change.events.add('created', copy.id);
    return copy.id;
  });
}

/** With what there is in the other project, too: labels and the milestone by their titles. */
async function insertCopy({ store, viewer, userId, now }: Change, item: Item, project: Owner, as: CopyInput['as']) {
  const { items, labels } = store;
  const { group_id, project_id } = project;
  const { id: itemId, type, title, description, confidential, weight, health_status, start_date, due_date } = item;
  const milestone = item.milestone_id === null ? undefined : await items.milestone(item, item.milestone_id);
  const iteration = item.iteration_id === null ? undefined : await items.iteration(project, item.iteration_id);
  const id = await items.insert({
    ...{ type, title, description, confidential, weight, health_status, start_date, due_date },
    ...{ group_id, project_id, iid: await items.nextIid(project), time_estimate: item.time_estimate },
    milestone_id: milestone === undefined ? null : ((await items.milestoneTitled(project, milestone.title)) ?? null),
    iteration_id: iteration === undefined ? null : item.iteration_id,
    ...(as === 'move'
      ? { author_id: item.author_id, created_at: item.created_at }
      : { author_id: userId, created_at: now }),
  });
  await items.assign(id, item.assignee_ids);
  const { held } = await labels.around({ ...item, id: itemId }, { ids: [], titles: [] });
  const { offered } = await labels.around({ ...project, id }, { ids: [], titles: held.map((label) => label.title) });
  // Of those with one title the nearest comes first.
  const add = held.flatMap(({ title: wanted }) => offered.find((label) => label.title === wanted)?.id ?? []);
  await labels.change(id, { add, remove: [] });
  return (await items.byId(viewer, [id])).get(id) ?? hidden();
}

/** Below the same epic, as far as the viewer may put it there; what was moved leaves it. Answers the old item as it is then. */
async function takePlace(change: Change, item: Item, copy: Item, as: CopyInput['as']): Promise<Item> {
  if (item.parent_type !== 'epic' || item.parent_id === null) return item;
  const parent = (await change.store.items.byId(change.viewer, [item.parent_id])).get(item.parent_id);
  if (parent === undefined || !may(change.viewer, 'adminEpicRelation', parent)) return item;
  if (as === 'move') await releaseChild(change, parent, item);
  const rules = await ParentRules.load(change.store, parent, [copy]);
  if (rules.verdict(copy).ok) await attachNew(change, parent, copy);
  return as === 'move' ? { ...item, parent_id: null, parent_type: null, link_id: null } : item;
}
