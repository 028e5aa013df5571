import { TYPE_ERRORS } from '@espalier/core/work-item/rules';
import type { Viewer } from '../access/viewer.ts';
import { type Change, changePlan } from '../command/change.ts';
import { type Item, may } from '../command/item.ts';
import { denied, hidden, type Outcome, refuse } from '../command/outcome.ts';
import type { PlanStore } from '../command/plan-store.ts';
import { awardedItem, type AwardPatch, changeAward } from './awards.ts';
import { dated } from './dated.ts';
import { editItem } from './edit.ts';
import { changeHierarchy, type HierarchyPatch } from './hierarchy.ts';
import { concernsHierarchy, type ItemPatch } from './patch.ts';
import { followItem } from './subscribe.ts';
import { changeTodo, type TodoPatch } from './todos.ts';

interface Update {
  readonly patch: ItemPatch;
  readonly hierarchy?: HierarchyPatch | undefined;
  // What is the viewer's own takes no right but to read.
  readonly award?: AwardPatch | undefined;
  readonly todo?: TodoPatch | undefined;
  readonly subscribed?: boolean | undefined;
}

export interface UpdateItemInput extends Update {
  readonly id: number;
}

/** Edits any work item, its fields and its place in the hierarchy, all of it or nothing. Answers its id. */
export function updateItem(
  store: PlanStore,
  viewer: Viewer,
  { id, ...update }: UpdateItemInput,
  now: string,
): Promise<Outcome<number>> {
  return changePlan(store, viewer, now, async (change) => {
    if (update.hierarchy !== undefined || concernsHierarchy(update.patch)) await change.lock();
    const item = (await change.store.items.byId(viewer, [id], { forUpdate: true })).get(id) ?? hidden();
    await applyUpdate(change, item, update);
    return id;
  });
}

export interface UpdateIssueInput {
  /** Full path. */
  readonly projectPath: string;
  readonly iid: number;
  readonly patch: ItemPatch;
  /** The epic to stand under; null: under none. What stands under something else stays there. */
  readonly epicId?: number | null | undefined;
  readonly assignees?: AssigneesPatch;
  /** The instant at which it was changed; now where there is none. */
  readonly updatedAt?: string | undefined;
}

/** People by their usernames: all that there are to be, or such as come or go. Unknown names are passed over. */
export interface AssigneesPatch {
  readonly usernames: readonly string[];
  readonly mode: 'REPLACE' | 'APPEND' | 'REMOVE';
}

/** WI-15.70: edits an item of a project by its number. Answers its id. */
export function updateIssue(
  store: PlanStore,
  viewer: Viewer,
  input: UpdateIssueInput,
  now: string,
): Promise<Outcome<number>> {
  return dated(store, input.updatedAt, (inside) => updateAtOnce(inside, viewer, input, now));
}

function updateAtOnce(
  store: PlanStore,
  viewer: Viewer,
  { projectPath, iid, patch, epicId, assignees }: UpdateIssueInput,
  now: string,
): Promise<Outcome<number>> {
  return changePlan(store, viewer, now, async (change) => {
    if (epicId !== undefined || concernsHierarchy(patch)) await change.lock();
    const { items } = change.store;
    const { id } = (await items.ofProject(viewer, projectPath, iid)) ?? hidden();
    const item = (await items.byId(viewer, [id], { forUpdate: true })).get(id) ?? hidden();
    const people = assignees === undefined ? {} : { assigneeIds: await assigneeIds(change, item, assignees) };
    await applyUpdate(change, item, {
      patch: { ...patch, ...people },
      hierarchy: await underEpic(change, item, epicId),
    });
    return id;
  });
}

/** Gives an item of a project another type. Answers its id. */
export function convertItem(
  store: PlanStore,
  viewer: Viewer,
  { id, type, typeId }: { readonly id: number; readonly type: ItemPatch['type'] | null; readonly typeId: string },
  now: string,
): Promise<Outcome<number>> {
  return changePlan(store, viewer, now, async (change) => {
    await change.lock();
    const item = (await change.store.items.byId(viewer, [id], { forUpdate: true })).get(id) ?? hidden();
    if (!may(viewer, item.type === 'epic' ? 'adminEpic' : 'adminIssue', item)) denied();
    if (type == null) refuse(422, TYPE_ERRORS.unknown(typeId));
    if (item.type === 'epic' && type !== 'epic') refuse(422, TYPE_ERRORS.notAllowed(type));
    await editItem(change, item, { type });
    return id;
  });
}

async function applyUpdate(change: Change, item: Item, { patch, hierarchy, award, todo, subscribed }: Update) {
  const { viewer } = change;
  if (item.type === 'epic') {
    if (changesFields(patch) && !may(viewer, 'updateEpic', item)) denied();
  } else {
    if (changesFields(patch) && !may(viewer, 'updateIssue', item)) denied();
    if (changesMetadata(patch) && !may(viewer, 'adminIssue', item)) denied();
  }
  await editItem(change, item, patch);
  if (hierarchy !== undefined) await changeHierarchy(change, item.id, hierarchy);
  if (award !== undefined) await changeAward(change, awardedItem(item), award);
  if (todo !== undefined) await changeTodo(change, item, todo);
  if (subscribed !== undefined) await followItem(change, item, subscribed);
}

async function assigneeIds({ store }: Change, item: Item, { usernames, mode }: AssigneesPatch): Promise<number[]> {
  const people = await store.items.peopleNamed(usernames);
  const named = usernames.flatMap(
    (name) => people.find(({ username }) => username.toLowerCase() === name.toLowerCase())?.id ?? [],
  );
  if (mode === 'REPLACE') return named;
  if (mode === 'REMOVE') return item.assignee_ids.filter((id) => !named.includes(id));
  return [...new Set([...item.assignee_ids, ...named])];
}

async function underEpic(change: Change, item: Item, epicId: number | null | undefined) {
  if (epicId === undefined) return undefined;
  if (epicId === null) return item.parent_type === 'epic' ? { parentId: null } : undefined;
  const epic = (await change.store.items.byId(change.viewer, [epicId])).get(epicId);
  if (epic?.type !== 'epic') hidden();
  return { parentId: epicId };
}

const changesFields = (patch: ItemPatch): boolean =>
  Object.entries(patch).some(([key, value]) => key !== 'lockVersion' && value !== undefined);

/** What an author or assignee without Reporter may change: the text, and whether the item is open. */
const TEXT_FIELDS: ReadonlySet<string> = new Set(['title', 'description', 'updateTask', 'stateEvent', 'lockVersion']);

const changesMetadata = (patch: ItemPatch): boolean =>
  Object.entries(patch).some(([key, value]) => value !== undefined && !TEXT_FIELDS.has(key));
