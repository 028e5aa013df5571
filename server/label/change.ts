import type { Viewer } from '../access/viewer.ts';
import { type Change, changePlan } from '../command/change.ts';
import { mayIn, type Owner } from '../command/item.ts';
import type { Holder, NewLabel, StoredLabel } from '../command/label-store.ts';
import { denied, hidden, type Outcome, refuse } from '../command/outcome.ts';
import type { PlanStore } from '../command/plan-store.ts';
import { findPlace, type TemplatePlace } from '../template/change.ts';
import { labelColor } from './colors.ts';

/** A group or project, by full path or id. */
export type LabelPlace = TemplatePlace;

interface OneLabel {
  readonly place: LabelPlace;
  /** Its id in digits, or its title. */
  readonly label: string;
}

export const LABEL_TITLE_MAX = 255;

/** AP-14.34: so many items are told at once that their label has changed. */
const TOLD = 500;

/** What is wrong with a label's title, in GitLab's words; null for a good one. Blanks at its ends do not count. */
export function labelTitleFault(title: string): string | null {
  if (title === '') return "Title can't be blank";
  if ([...title].length > LABEL_TITLE_MAX) return `Title is too long (maximum is ${LABEL_TITLE_MAX} characters)`;
  if (title.includes(',') || title.includes('\0')) return 'Title is invalid';
  return null;
}

/** EP-08.40, AP-14.30: makes a label. `unlike`: neither has a group above one of its title. Answers its id; refused with every fault at once. */
export function createLabel(
  store: PlanStore,
  viewer: Viewer,
  { place, unlike = false, ...typed }: NewLabel & { readonly place: LabelPlace; readonly unlike?: boolean },
  now: string,
): Promise<Outcome<number>> {
  return changePlan(store, viewer, now, async (change) => {
    const owner = await managed(change, place);
    const label = { ...typed, ...good(typed) };
    const { title } = label;
    if (unlike && (await change.store.labels.find(viewer, owner, { title }, true)) !== undefined)
      refuse(409, 'Label already exists');
    await refuseTaken(change, owner, title);
    return (await change.store.labels.insert(owner, label, now)) ?? refuse(422, TAKEN);
  });
}

/** AP-14.31: changes a label of the place itself; what is absent stays. Answers its id. */
export function changeLabel(
  store: PlanStore,
  viewer: Viewer,
  { place, label: which, changed }: OneLabel & { readonly changed: Partial<NewLabel> },
  now: string,
): Promise<Outcome<number>> {
  return changePlan(store, viewer, now, async (change) => {
    const { owner, label } = await own(change, place, which);
    const next = { ...changed, ...good(changed) };
    if (next.title !== undefined && next.title !== label.title) await refuseTaken(change, owner, next.title);
    if (!(await change.store.labels.update(label.id, next, now))) refuse(422, TAKEN);
    await announce(change, await change.store.labels.holders(label.id, TOLD));
    return label.id;
  });
}

/** AP-14.32: deletes a label of the place itself, and takes it from all items. */
export function deleteLabel(
  store: PlanStore,
  viewer: Viewer,
  { place, label: which }: OneLabel,
  now: string,
): Promise<Outcome<null>> {
  return changePlan(store, viewer, now, async (change) => {
    const { label } = await own(change, place, which);
    await replace(change, label, null);
    return null;
  });
}

/** AP-14.33: merges a label of the place itself into another one of it, or of a group above. Answers the other's id. */
export function mergeLabel(
  store: PlanStore,
  viewer: Viewer,
  { place, label: which, into }: OneLabel & { readonly into: string },
  now: string,
): Promise<Outcome<number>> {
  return changePlan(store, viewer, now, async (change) => {
    const { owner, label } = await own(change, place, which);
    const target = (await change.store.labels.find(viewer, owner, wanted(into), true)) ?? hidden();
    if (target.id === label.id) refuse(422, 'Label cannot be merged into itself');
    await replace(change, label, target);
    return target.id;
  });
}

/** AP-14.35: makes a project's label one of its group; the labels of this title in the group and its other projects become one with it. Answers its id. */
export function promoteLabel(
  store: PlanStore,
  viewer: Viewer,
  { place, label: which }: OneLabel,
  now: string,
): Promise<Outcome<number>> {
  return changePlan(store, viewer, now, async (change) => {
    const { owner, label } = await own(change, place, which);
    const group = { ...owner, project_id: null, project_path: null, project_visibility: null, archived: false };
    if (!mayIn(viewer, 'adminLabel', group)) denied();
    const { labels } = change.store;
    const gone = await labels.namesakes(label, owner.group_id);
    const told = (await labels.replace({ gone, into: label.id, lines: null }, TOLD, now)) ?? hidden();
    if (!(await labels.give(label.id, owner.group_id, now))) refuse(422, TAKEN);
    await announce(change, [...told, ...(await labels.holders(label.id, TOLD))]);
    return label.id;
  });
}

/** AP-14.36: whether the viewer follows a label that the place offers. False: so it was before. */
export function followLabel(
  store: PlanStore,
  viewer: Viewer,
  { place, label: which, follows }: OneLabel & { readonly follows: boolean },
  now: string,
): Promise<Outcome<boolean>> {
  return changePlan(store, viewer, now, async (change) => {
    const owner = (await findPlace(change.store, viewer, place)) ?? hidden();
    const { labels } = change.store;
    const label = (await labels.find(viewer, owner, wanted(which), true)) ?? hidden();
    return labels.subscribe(label.id, change.userId, owner.project_id, follows);
  });
}

const TAKEN = 'Title has already been taken';

async function managed({ store, viewer }: Change, place: LabelPlace): Promise<Owner> {
  const owner = (await findPlace(store, viewer, place)) ?? hidden();
  return mayIn(viewer, 'adminLabel', owner) ? owner : denied();
}

const wanted = (label: string) => ({ title: label, ...(/^\d{1,15}$/.test(label) && { id: Number(label) }) });

async function own(change: Change, place: LabelPlace, which: string) {
  const owner = await managed(change, place);
  const label = (await change.store.labels.find(change.viewer, owner, wanted(which), false)) ?? hidden();
  return { owner, label };
}

/** What is given, as it is kept; every fault of it is said. */
function good({ title, color, description }: Partial<NewLabel>): Partial<Pick<NewLabel, 'title' | 'color'>> {
  const name = title?.trim();
  const shade = color === undefined ? undefined : labelColor(color);
  const fault = name === undefined ? null : labelTitleFault(name);
  const faults = [
    ...(fault === null ? [] : [fault]),
    ...(shade === null ? ['Color must be a valid color code'] : []),
    ...(description?.includes('\0') === true ? ['Description is invalid'] : []),
  ];
  if (faults.length > 0) refuse(422, ...faults);
  return { ...(name !== undefined && { title: name }), ...(shade != null && { color: shade }) };
}

/** AP-14.30: by another label of the place, or of a project's group. */
async function refuseTaken({ store, viewer }: Change, owner: Owner, title: string): Promise<void> {
  const known = await store.labels.find(viewer, { ...owner, traversal_ids: [owner.group_id] }, { title }, true);
  if (known === undefined) return;
  if (known.groupName === null || owner.project_id === null) refuse(422, TAKEN);
  refuse(422, `Title already exists at group level for ${known.groupName}. Please choose another one.`);
}

/** Every item says what became of its label. */
async function replace(change: Change, label: StoredLabel, into: StoredLabel | null): Promise<void> {
  const lost = `removed ~"${label.title}" label`;
  const changed = into === null ? lost : `added ~"${into.title}" label and ${lost}`;
  const lines = { lost, changed, authorId: change.userId };
  const gone = { gone: [label.id], into: into?.id ?? null, lines };
  await announce(change, (await change.store.labels.replace(gone, TOLD, change.now)) ?? hidden());
}

/** AP-07.18: with where the rows of these items are shown. */
async function announce({ events, store }: Change, items: readonly Holder[]): Promise<void> {
  const ids = [...new Set(items.map(({ id }) => id))];
  events.add('labels', ...ids);
  events.add('tree', ...items.map(({ parentId }) => parentId));
  if (ids.length > 0) events.add('links', ...(await store.links.neighbours(ids)));
}
