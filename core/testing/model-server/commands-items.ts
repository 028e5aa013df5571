import {
  inheritedConfidentiality,
  LINK_ERRORS,
  NO_MATCHING_TASK,
  noSuchWorkItem,
  PARENT_ERRORS,
  PLACE_ERRORS,
  resolveWorkItemPlace,
  validateConfidentiality,
} from '../../tree/rules.ts';
import { isCivilDate } from '../../calendar/rules.ts';
import { deletePlan } from '../../epic/rules.ts';
import type { StateEvent } from '../../work-item/rules.ts';
import { fullReference, globalId, isHexColor, stateAfter, validateTitle } from '../../work-item/rules.ts';
import type { CivilDate, HealthStatus, WorkItemType } from '../../work-item/types.ts';
import type { Change } from './change.ts';
import { changing } from './change.ts';
import { denied, hidden, HIDDEN, refuse } from './refusal.ts';
import type { Rights } from './rights.ts';
import { checkColor, labelIdsAfter } from './sidebar.ts';
import { attach, isChildType, referenceOf, reposition, verdictOf } from './tree.ts';
import type { ItemRow } from './world.ts';

/** What is undefined stays; null empties. */
export interface ItemPatch {
  readonly title?: string;
  readonly description?: string | null;
  readonly confidential?: boolean;
  readonly stateEvent?: StateEvent;
  readonly lockVersion?: number;
  readonly startIsFixed?: boolean;
  readonly dueIsFixed?: boolean;
  readonly startDate?: CivilDate | null;
  readonly dueDate?: CivilDate | null;
  readonly weight?: number | null;
  readonly healthStatus?: HealthStatus | null;
  readonly milestoneId?: number | null;
  readonly addLabelIds?: readonly number[];
  readonly removeLabelIds?: readonly number[];
  /** Of epics. */
  readonly color?: string;
}

const staleText = (noun: string): string =>
  `Someone edited this ${noun} at the same time you did. Please refresh your browser and make sure your changes will not ` +
  'unintentionally remove theirs.';

function checkedTitle(raw: string): string {
  const verdict = validateTitle(raw);
  if (!verdict.ok) refuse(422, verdict.error);
  return verdict.title;
}

function checkDay(name: string, day: string | null | undefined): void {
  if (typeof day === 'string' && !isCivilDate(day)) refuse(422, `${name} is invalid`);
}

export interface NewItem {
  readonly title: string;
  readonly confidential?: boolean;
  readonly description?: string | null;
  readonly milestoneId?: number | null;
  readonly parentId?: number | null;
  /** Of an epic. */
  readonly color?: string;
}

export function createEpic(rights: Rights, owner: string | number, asked: NewItem): ItemRow {
  return changing(rights, (change) => {
    const group = rights.seeGroup(owner) ?? hidden();
    if (!rights.mayInGroup('createEpic', group)) denied();
    const parent = asked.parentId == null ? null : epicParent(change, asked.parentId);
    const title = checkedTitle(asked.title);
    const confidential = inheritedConfidentiality(asked.confidential ?? false, parent?.confidential ?? false);
    if (parent !== null) {
      const verdict = verdictOf(change.world, parent, { id: 0, type: 'epic', confidential });
      if (!verdict.ok) refuse(422, verdict.error);
    }
    const { description = null, color } = asked;
    if (color !== undefined && !isHexColor(color)) refuse(422, 'Color must be a valid color code');
    const epic = change.world.addEpic(group.id, {
      title,
      confidential,
      description,
      authorId: change.viewerId,
      ...(color !== undefined && { color }),
    });
    if (parent !== null) attach(change.world, parent.id, [epic.id]);
    return epic;
  });
}

function epicParent({ rights }: Change, id: number): ItemRow {
  const parent = rights.see(id);
  if (parent?.type !== 'epic') refuse(404, HIDDEN);
  if (!rights.may('adminEpicRelation', parent)) denied();
  return parent;
}

export function createItem(rights: Rights, owner: string | number, type: WorkItemType, asked: NewItem): ItemRow {
  return changing(rights, (change) => {
    const { world } = change;
    const project = rights.seeProject(owner) ?? hidden();
    if (!rights.mayInProject('createIssue', project)) denied();
    const iid = world.nextIid(project.groupId, project.id);
    const parent = asked.parentId == null ? null : itemParent(change, asked.parentId, project.fullPath, iid, type);
    const title = checkedTitle(asked.title);
    const confidential = inheritedConfidentiality(asked.confidential ?? false, parent?.confidential ?? false);
    const { description = null, milestoneId = null } = asked;
    const row = { type, title, confidential, description, milestoneId, authorId: change.viewerId };
    const item = world.addItem(project.id, row);
    if (parent !== null) attach(world, parent.id, [item.id]);
    return item;
  });
}

function itemParent({ rights, world }: Change, id: number, path: string, iid: number, type: WorkItemType): ItemRow {
  const parent = rights.see(id);
  if (parent === null) refuse(404, noSuchWorkItem(`gid://gitlab/WorkItem/${id}`));
  if (!rights.may(parent.type === 'epic' ? 'adminEpicRelation' : 'adminParentLink', parent)) refuse(403, HIDDEN);
  const child = { id: 0, type, confidential: parent.confidential };
  const fits = parent.type !== 'epic' || isChildType(parent, child);
  const verdict = fits ? verdictOf(world, parent, child) : ({ ok: false, error: LINK_ERRORS.type } as const);
  if (!verdict.ok) refuse(422, `${fullReference('issue', path, iid)} cannot be added: ${verdict.error}`);
  return parent;
}

export function updateEpic(rights: Rights, epicId: number, patch: ItemPatch): ItemRow {
  return changing(rights, (change) => {
    const epic = rights.see(epicId) ?? hidden();
    if (!rights.may('updateEpic', epic)) denied();
    return edit(change, epic, patch);
  });
}

export interface HierarchyPatch {
  readonly parentId?: number | null;
  readonly childrenIds?: readonly number[];
  readonly adjacentId?: number;
  readonly relativePosition?: string;
}

const METADATA: readonly (keyof ItemPatch)[] = [
  'confidential',
  'weight',
  'healthStatus',
  'milestoneId',
  'addLabelIds',
  'removeLabelIds',
  'startDate',
  'dueDate',
];

export function updateItem(rights: Rights, id: number, patch: ItemPatch, hierarchy?: HierarchyPatch): ItemRow {
  return changing(rights, (change) => {
    const item = rights.see(id) ?? hidden();
    const given = (Object.keys(patch) as (keyof ItemPatch)[]).filter((key) => patch[key] !== undefined);
    const fields = given.some((key) => key !== 'lockVersion');
    const metadata = given.some((key) => METADATA.includes(key));
    if (fields && !rights.may(item.type === 'epic' ? 'updateEpic' : 'updateIssue', item)) denied();
    if (item.type !== 'epic' && metadata && !rights.may('adminIssue', item)) denied();
    edit(change, item, patch);
    if (hierarchy !== undefined) changeHierarchy(change, id, hierarchy);
    return change.world.item(id);
  });
}

/** Values that are there already change nothing. */
function edit(change: Change, item: ItemRow, patch: ItemPatch): ItemRow {
  const { world } = change;
  if (patch.lockVersion !== undefined && patch.lockVersion !== item.lockVersion) {
    refuse(409, staleText(item.type === 'epic' ? 'epic' : 'issue'));
  }
  const next: { -readonly [K in keyof ItemRow]?: ItemRow[K] } = {};
  if (patch.title !== undefined) next.title = checkedTitle(patch.title);
  if (patch.description !== undefined && (patch.description ?? '') !== (item.description ?? '')) {
    next.description = patch.description;
  }
  const { confidential, stateEvent } = patch;
  if (confidential !== undefined && confidential !== item.confidential) {
    checkConfidentiality(change, item, confidential);
    next.confidential = confidential;
  }
  if (stateEvent !== undefined && stateAfter(stateEvent) !== item.state) {
    next.state = stateAfter(stateEvent);
    next.closedAt = next.state === 'closed' ? world.now() : null;
  }
  checkDay('Start date', patch.startDate);
  checkDay('Due date', patch.dueDate);
  for (const key of [
    'startIsFixed',
    'dueIsFixed',
    'startDate',
    'dueDate',
    'weight',
    'healthStatus',
    'milestoneId',
  ] as const) {
    if (patch[key] !== undefined) Object.assign(next, { [key]: patch[key] });
  }
  next.labelIds = labelIdsAfter(world, item, { add: patch.addLabelIds, remove: patch.removeLabelIds });
  if (patch.color !== undefined) next.color = checkColor(change, item, patch.color);
  const changed = (Object.keys(next) as (keyof ItemRow)[]).filter(
    (key) => JSON.stringify(next[key]) !== JSON.stringify(item[key]),
  );
  if (changed.length === 0) return item;
  const byMe = changed.includes('title') || changed.includes('description');
  change.edited(item.id);
  return world.change(item.id, { ...next, ...(byMe ? { editedAt: world.now(), editedBy: change.viewerId } : {}) });
}

function checkConfidentiality({ world }: Change, item: ItemRow, confidential: boolean): void {
  const parent = world.parentOf(item.id);
  const open = world.childrenOf(item.id).filter((child) => !child.confidential);
  const hasPublicEpics = open.some(({ type }) => type === 'epic');
  const hasPublicIssues = open.some(({ type }) => type !== 'epic');
  if (item.type === 'epic') {
    const parentConfidential = parent?.confidential ?? false;
    const verdict = validateConfidentiality({ confidential, parentConfidential, hasPublicEpics, hasPublicIssues });
    if (!verdict.ok) refuse(422, verdict.error);
  } else if (confidential && hasPublicIssues) {
    refuse(
      422,
      'A confidential work item must have only confidential children. Make any child items confidential and try again.',
    );
  } else if (!confidential && parent?.confidential === true) {
    const text = 'A non-confidential work item cannot have a confidential parent.';
    refuse(422, parent.type === 'epic' ? PARENT_ERRORS.confidentialIssue : text);
  }
}

function changeHierarchy(change: Change, id: number, patch: HierarchyPatch): void {
  const { rights, world } = change;
  const { parentId, adjacentId, relativePosition, childrenIds } = patch;
  const item = rights.see(id) ?? hidden();
  if (parentId === null) {
    const parent = world.parentOf(id);
    if (parent !== null) {
      checkRight(change, rights.see(parent.id) ?? hidden(), item);
      world.links.delete(id);
      change.edited(id);
    }
  } else if (parentId !== undefined || adjacentId !== undefined || relativePosition !== undefined) {
    putUnder(change, item, patch);
  }
  if (childrenIds !== undefined) addAsChildren(change, item, childrenIds);
}

function putUnder(change: Change, item: ItemRow, patch: HierarchyPatch): void {
  const { rights, world } = change;
  const currentId = world.parentOf(item.id)?.id ?? null;
  const parentId = patch.parentId ?? currentId;
  if (parentId === null) refuse(422, PLACE_ERRORS.sibling);
  const parent = rights.see(parentId);
  if (parent === null) refuse(404, noSuchWorkItem(globalId('WorkItem', parentId)));
  checkRight(change, parent, item);
  const adjacent = patch.adjacentId === undefined ? undefined : rights.see(patch.adjacentId);
  const place = resolveWorkItemPlace<number>({
    movedId: item.id,
    parentId,
    adjacent: adjacent == null ? adjacent : { id: adjacent.id, parentId: world.parentOf(adjacent.id)?.id ?? null },
    relativePosition: patch.relativePosition,
  });
  if (!place.ok) refuse(422, place.error);
  if (currentId !== parent.id) {
    checkRules(change, parent, [item]);
    attach(world, parent.id, [item.id], patch.adjacentId === undefined ? defaultPlace(parent) : place.where);
    change.edited(item.id);
  } else if (patch.adjacentId !== undefined) {
    reposition(world, item.id, place.where);
  }
}

/** What comes to an epic goes to the top; children of other items stand in the order they came. */
const defaultPlace = (parent: ItemRow) => ({ at: parent.type === 'epic' ? 'start' : 'end' }) as const;

function addAsChildren(change: Change, parent: ItemRow, ids: readonly number[]): void {
  const { rights, world } = change;
  const wanted = [...new Set(ids)];
  const found = wanted.flatMap((id) => rights.see(id) ?? []);
  if (found.length < wanted.length) refuse(404, NO_MATCHING_TASK);
  const children = found.filter((child) => world.parentOf(child.id)?.id !== parent.id);
  if (children.length === 0) return;
  for (const child of children) checkRight(change, parent, child);
  checkRules(change, parent, children);
  const childIds = children.map(({ id }) => id);
  attach(world, parent.id, childIds, defaultPlace(parent));
  for (const id of childIds) change.edited(id);
}

function checkRight({ rights }: Change, parent: ItemRow, child: ItemRow): void {
  for (const item of [parent, child]) {
    if (!rights.may(item.type === 'epic' ? 'adminEpicRelation' : 'adminParentLink', item)) denied();
  }
}

function checkRules({ world }: Change, parent: ItemRow, children: readonly ItemRow[]): void {
  const taken = { epics: 0, all: 0 };
  const errors: string[] = [];
  for (const child of children) {
    const fits = parent.type !== 'epic' || isChildType(parent, child);
    const verdict = fits ? verdictOf(world, parent, child, taken) : ({ ok: false, error: LINK_ERRORS.type } as const);
    if (verdict.ok) {
      taken.all += 1;
      if (child.type === 'epic') taken.epics += 1;
    } else errors.push(`${referenceOf(world, child)} cannot be added: ${verdict.error}`);
  }
  if (errors.length > 0) refuse(422, errors.join('. '));
}

/** Deletes an epic with all epics below it, or another item; children that stay lose their parent. */
export function deleteItem(rights: Rights, id: number): ItemRow {
  return changing(rights, (change) => {
    const { world } = change;
    const item = rights.see(id) ?? hidden();
    if (!rights.may(item.type === 'epic' ? 'destroyEpic' : 'deleteWorkItem', item)) denied();
    const { epics, released } = deletePlan(id, (epicId) => {
      const children = world.childrenOf(epicId);
      return {
        epics: children.filter(({ type }) => type === 'epic').map((child) => child.id),
        issues: children.filter(({ type }) => type !== 'epic').map((child) => child.id),
      };
    });
    const mayAll = epics.every((epicId) => mayDestroyHidden(change, world.item(epicId)));
    if (item.type === 'epic' && !mayAll)
      refuse(403, "You don't have permission to delete all descendants of this epic.");
    for (const child of released) {
      world.links.delete(child);
      change.edited(child);
    }
    for (const gone of epics) {
      world.links.delete(gone);
      world.items.delete(gone);
      world.forget(gone);
    }
    return item;
  });
}

/** Below an epic the right in the group counts, whether or not the epic can be seen. */
const mayDestroyHidden = ({ rights, world }: Change, epic: ItemRow): boolean =>
  epic.type !== 'epic' || rights.mayInGroup('destroyEpic', world.group(epic.groupId));
