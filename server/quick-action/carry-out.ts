import type { Intent } from '@espalier/core/quick-action/rules';
import { durationText } from '@espalier/core/work-item/rules';
import type { Item } from '../command/item.ts';
import { hidden, type Outcome, refuse } from '../command/outcome.ts';
import { referenceFrom } from '../note/wording.ts';
import { onItem, toggleAward } from '../work-item/awards.ts';
import { addLinks, removeLink } from '../work-item/links.ts';
import type { ItemPatch } from '../work-item/patch.ts';
import { addTimeSpent, resetTimeSpent } from '../work-item/time.ts';
import { updateItem, type UpdateItemInput } from '../work-item/update.ts';
import { changeZoomLink } from '../work-item/zoom.ts';
import { type ActionCall, itemsReferred, labelsTitled, peopleNamed } from './lookup.ts';

/** What became of an intent. */
export interface CarriedOut {
  /** The intent with the names that were found; absent: as it was. */
  readonly said?: Intent;
  /** Why a part of it was not done. */
  readonly beside?: readonly string[];
}

/** Carries an intent out by the command that does the same elsewhere, with its rights, notes and events. Refusals are returned or thrown. */
export async function carryOut(call: ActionCall, intent: Intent): Promise<Outcome<CarriedOut>> {
  const { store, viewer, item, now } = call;
  switch (intent.kind) {
    case 'state':
      return edit(call, { stateEvent: intent.event });
    case 'title':
      return edit(call, { title: intent.title });
    case 'labels':
      return changeLabels(call, intent);
    case 'assignees':
      return changeAssignees(call, intent);
    case 'milestone':
      return edit(call, {
        milestoneId: await named(intent.title, item.milestone_id, (title) => store.items.milestoneTitled(item, title)),
      });
    case 'iteration':
      return edit(call, {
        iterationId: await named(intent.title, item.iteration_id, (title) => store.items.iterationTitled(item, title)),
      });
    case 'dueDate':
      return edit(call, { dueDate: removable(intent.day, item.due_date) });
    case 'weight':
      return edit(call, { weight: removable(intent.weight, item.weight) });
    case 'health':
      return edit(call, { healthStatus: removable(intent.health, item.health_status) });
    case 'estimate':
      return edit(call, { timeEstimate: intent.seconds });
    case 'spend': {
      const { seconds, day } = intent;
      const duration = durationText(seconds);
      return plain(await addTimeSpent(store, viewer, { itemId: item.id, duration, spentAt: day ?? undefined }, now));
    }
    case 'resetSpent':
      return plain(await resetTimeSpent(store, viewer, { itemId: item.id }, now));
    case 'zoom':
      return plain(await changeZoomLink(store, viewer, { itemId: item.id, link: intent.link }, now));
    case 'confidential':
      return edit(call, { confidential: true });
    case 'lock':
      return edit(call, { locked: intent.locked });
    case 'type':
      return edit(call, { type: intent.type });
    case 'todo':
      return update(call, { patch: {}, todo: { action: intent.done ? 'MARK_AS_DONE' : 'ADD' } });
    case 'subscription':
      return update(call, { patch: {}, subscribed: intent.subscribed });
    case 'award':
      return plain(await toggleAward(store, viewer, { place: onItem(item.id), name: intent.name }, now));
    case 'parent':
      return changeParent(call, intent);
    case 'children':
      return addChildren(call, intent);
    case 'releaseChild':
      return releaseChild(call, intent);
    case 'link':
      return plain(await link(call, intent));
    case 'unlink':
      return unlink(call, intent.reference);
    case 'duplicate':
      return markDuplicate(call, intent);
    case 'copyMetadata':
      return copyMetadata(call, intent.reference);
  }
}

const plain = (outcome: Outcome<unknown>): Outcome<CarriedOut> => (outcome.ok ? { ok: true, value: {} } : outcome);

const update = async ({ store, viewer, item, now }: ActionCall, input: Omit<UpdateItemInput, 'id'>) =>
  plain(await updateItem(store, viewer, { id: item.id, ...input }, now));

const edit = (call: ActionCall, patch: ItemPatch) => update(call, { patch });

/** What is not there cannot be taken away. */
const removable = <T>(value: T | null, before: T | null): T | null =>
  value === null && before === null ? hidden() : value;

async function named(
  title: string | null,
  before: number | null,
  find: (title: string) => Promise<number | undefined>,
): Promise<number | null> {
  return title === null ? removable(null, before) : ((await find(title)) ?? hidden());
}

async function changeLabels(call: ActionCall, intent: Extract<Intent, { kind: 'labels' }>) {
  const { mode, titles } = intent;
  if (mode === 'remove' && titles.length === 0) return edit(call, { labels: { ids: [] } });
  const { found, missing } = await labelsTitled(call, titles);
  if (found.length === 0) hidden();
  const ids = found.map(({ id }) => id);
  const patch = { add: { addIds: ids }, remove: { removeIds: ids }, replace: { ids } }[mode];
  const outcome = await edit(call, { labels: patch });
  if (!outcome.ok) return outcome;
  const said = { ...intent, titles: found.map(({ title }) => title) };
  return { ok: true as const, value: { said, beside: missing.map((title) => `Label "${title}" was not found.`) } };
}

async function changeAssignees(call: ActionCall, intent: Extract<Intent, { kind: 'assignees' }>) {
  const before = call.item.assignee_ids;
  const people = await peopleNamed(call, intent.usernames);
  const ids = people.map(({ id }) => id);
  const kept = intent.mode === 'remove' && ids.length > 0 ? before.filter((id) => !ids.includes(id)) : [];
  // Who is not assigned cannot be removed.
  if (intent.mode === 'remove' && kept.length === before.length) hidden();
  const assigneeIds = { add: [...before, ...ids], remove: kept, replace: ids }[intent.mode];
  const outcome = await edit(call, { assigneeIds });
  return outcome.ok
    ? { ok: true as const, value: { said: { ...intent, usernames: people.map(({ username }) => username) } } }
    : outcome;
}

/** GitLab's sentences. */
const TEXTS = {
  noEpic: "This epic does not exist or you don't have sufficient permission.",
  noParent: "This parent does not exist or you don't have sufficient permission.",
  noParentEpic: 'Parent epic does not exist.',
  noChildEpic: 'Child epic does not exist.',
  notPresent: 'Parent epic is not present.',
  related: 'Given epic is already related to this epic.',
  notLinked: 'No linked issue matches the provided parameter.',
  noOriginal: (noun: string): string =>
    `Failed to mark this ${noun} as a duplicate because referenced item was not found.`,
  itself: (noun: string): string =>
    `Failed to mark this ${noun} as a duplicate because it cannot be marked as a duplicate of itself.`,
  noSource: 'Failed to find work item or merge request',
} as const;

const fail = (text: string): never => refuse(404, text);

async function changeParent(call: ActionCall, { reference, epic }: Extract<Intent, { kind: 'parent' }>) {
  const { item } = call;
  if (reference === null) {
    if (item.parent_id === null && item.type === 'epic') fail(TEXTS.notPresent);
    if (item.parent_id === null || (epic && item.parent_type !== 'epic')) hidden();
    return update(call, { patch: {}, hierarchy: { parentId: null } });
  }
  const [parent] = await itemsReferred(call, [reference], epic ? 'epic' : 'issue');
  if (parent === undefined || (epic && parent.type !== 'epic')) {
    return fail(item.type === 'epic' ? TEXTS.noParentEpic : epic ? TEXTS.noEpic : TEXTS.noParent);
  }
  if (item.parent_id === parent.id) fail(alreadyThere(item, parent));
  return update(call, { patch: {}, hierarchy: { parentId: parent.id } });
}

function alreadyThere(item: Item, parent: Item): string {
  if (item.type === 'epic') return TEXTS.related;
  const [here, there] = [`#${item.iid}`, referenceFrom(item, parent)];
  return parent.type === 'epic'
    ? `Issue ${here} has already been added to epic ${there}.`
    : `Work item ${here} has already been added to parent ${there}.`;
}

async function addChildren(call: ActionCall, { references, epic }: Extract<Intent, { kind: 'children' }>) {
  const { item } = call;
  const found = await itemsReferred(call, references, epic ? 'epic' : 'issue');
  const children = found.flatMap((child) => child ?? []);
  if (children.length < found.length || children.length === 0) return epic ? fail(TEXTS.noChildEpic) : hidden();
  if (epic && children.some((child) => child.parent_id === item.id)) fail(TEXTS.related);
  return update(call, { patch: {}, hierarchy: { childrenIds: children.map(({ id }) => id) } });
}

async function releaseChild(call: ActionCall, { reference, epic }: Extract<Intent, { kind: 'releaseChild' }>) {
  const [child] = await itemsReferred(call, [reference], epic ? 'epic' : 'issue');
  if (child === undefined || child.parent_id !== call.item.id) return epic ? fail(TEXTS.noChildEpic) : hidden();
  return update({ ...call, item: child }, { patch: {}, hierarchy: { parentId: null } });
}

const subjectOf = (item: Item) =>
  item.project_path === null
    ? ({ kind: 'epic', path: item.group_path, iid: item.iid } as const)
    : ({ kind: 'issue', path: item.project_path, iid: item.iid } as const);

const link = (
  { store, viewer, item, now, origin }: ActionCall,
  { type, references }: Pick<Extract<Intent, { kind: 'link' }>, 'type' | 'references'>,
) => addLinks(store, viewer, { subject: subjectOf(item), type, references, origin }, now);

async function unlink(call: ActionCall, reference: string) {
  const { store, viewer, item, now } = call;
  const subject = subjectOf(item);
  const [other] = await itemsReferred(call, [reference], subject.kind);
  const linked = other === undefined ? undefined : (await store.links.between(item.id, [other.id])).get(other.id);
  if (linked === undefined) return fail(TEXTS.notLinked);
  return plain(await removeLink(store, viewer, { subject, linkId: linked.id }, now));
}

/** Closed, and related to the other one; a relation that is there already stays what it is. */
async function markDuplicate(call: ActionCall, intent: Extract<Intent, { kind: 'duplicate' }>) {
  const { item, store } = call;
  const [original] = await itemsReferred(call, [intent.reference], 'issue');
  if (original === undefined) return fail(TEXTS.noOriginal('issue'));
  if (original.id === item.id) return fail(TEXTS.itself('issue'));
  const closed = await edit(call, { stateEvent: 'close' });
  if (!closed.ok) return closed;
  const isLinked = (await store.links.between(item.id, [original.id])).has(original.id);
  const linked = isLinked ? closed : plain(await link(call, { type: 'relates_to', references: [intent.reference] }));
  return linked;
}

async function copyMetadata(call: ActionCall, reference: string) {
  const { store, item } = call;
  const [source] = await itemsReferred(call, [reference], 'issue');
  if (source === undefined || source.project_id !== item.project_id) return refuse(422, TEXTS.noSource);
  const { held } = await store.labels.around(source, { ids: [], titles: [] });
  return edit(call, {
    labels: { addIds: held.map(({ id }) => id) },
    ...(source.milestone_id !== null && { milestoneId: source.milestone_id }),
  });
}
