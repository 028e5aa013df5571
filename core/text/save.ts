import type { Root as AccessRoot } from '../access/select.ts';
import type { GlobalId } from '../work-item/types.ts';
import type { WorkItem } from '../work-item/entity.ts';
import type { RecordsRoot } from '../work-item/shown.ts';
import type { TextForm, TextState } from './types.ts';
import type { Ports } from '../ports/index.ts';
import { isAnyOf } from '@reduxjs/toolkit';
import { call, fork, put, race, select, take, type SagaGenerator } from 'typed-redux-saga';
import { epicActions } from '../epic/actions.ts';
import { epicPage } from '../epic/queries.ts';
import { updateEndpoint } from '../epic/mutations.ts';
import { mayUpdateEpic } from '../epic/select.ts';
import { epicsOf, type Epics } from '../epic/state.ts';
import { type Pending, isPending } from '../mutation/index.ts';
import { sleep } from '../store/effects.ts';
import { get } from '../table/index.ts';
import { mayEdit } from '../work-item/fields/edit.ts';
import { validateTitle } from '../work-item/rules.ts';
import { workItemActions, workItemPage, type WorkItemsState } from '../work-item/slice.ts';
import { merge } from './rules/merge.ts';
import { formActions, type TextSave } from './form-actions.ts';

/** What says whose texts may be edited, and where that is asked. */
export interface TextPlaces extends AccessRoot, RecordsRoot, Epics {
  readonly workItem: WorkItemsState;
  readonly pending: readonly Pending[];
}

/** The state as this domain reads it. */
export interface TextRoot extends TextPlaces {
  readonly text: TextState;
}

/** WI-08.41: whether this viewer may edit the text of an item or epic. */
export function mayEditText(root: TextPlaces, id: GlobalId): boolean {
  const item = get(root.confirmed.items, id);
  if (item?.type !== 'epic') return mayEdit(root, id, 'canUpdate');
  return root.access.session.user !== null && mayUpdateEpic(root, id) === true;
}

export const isSaving = (root: Pick<TextRoot, 'pending'>, id: GlobalId): boolean =>
  isPending(root, formActions.saved, (asked) => asked.id === id);

/** Of the text and the type what differs from what the others left, as the wire names it. */
export function changesOf({ title, description, base, type }: TextForm, item: Pick<WorkItem, 'type'>) {
  return {
    ...(title.trim() !== base.title && { title: title.trim() }),
    ...(description !== base.description && { description }),
    ...(type !== undefined && type !== item.type && { issue_type: type }),
  };
}

/** Where the text of an epic or of an item of a project is changed by REST. */
export function endpointOf(root: TextPlaces, item: WorkItem): string {
  const { id, iid, type, projectPath } = item;
  if (type !== 'epic') return `/${projectPath ?? ''}/-/issues/${iid}.json`;
  const shown = epicsOf(root).find(({ page }) => page.id === id);
  return shown?.page.data?.updateEndpoint ?? updateEndpoint(item);
}

/** Has the item read again, wherever it is shown. */
export const readAgain = ({ id, type }: Pick<WorkItem, 'id' | 'type'>) =>
  type === 'epic' ? epicActions.epicPageOutdated({ id }) : workItemActions.pageOutdated({ id });

/** IE-02.42, IE-02.43: what a save of this form sends; null: it is not to be saved now. */
export function saveOf(root: TextRoot, id: GlobalId): TextSave | null {
  const form = root.text[id];
  const item = get(root.confirmed.items, id);
  if (form === undefined || item === undefined || form.conflict !== null || form.done === true) return null;
  if (isSaving(root, id) || !mayEditText(root, id) || !validateTitle(form.title).ok) return null;
  const changes = changesOf(form, item);
  if (Object.keys(changes).length === 0) return null;
  const { title, description, base } = form;
  // mutant: text-without-its-version
  const body = { [item.type === 'epic' ? 'epic' : 'issue']: { ...changes, lock_version: base.lockVersion } };
  return { id, path: endpointOf(root, item), body, title: title.trim(), description };
}

/** Milliseconds that are waited for the text to be read again: after a save, so that the old one is not shown once more. */
const READ_SOON = 3_000;

/** These bring a text and its version. Nothing else does: the answer to another edit may name a version whose text was not read yet. */
export const brings = isAnyOf(epicPage.received, workItemPage.received, epicActions.epicRefreshed);

export function* outdated(id: GlobalId): SagaGenerator<void> {
  const item = yield* select(({ confirmed }: TextPlaces) => get(confirmed.items, id));
  if (item !== undefined) yield* put(readAgain(item));
}

/** Has the item read again, and waits for it a while. */
export function* readSoon({ clock }: Ports, id: GlobalId): SagaGenerator<void> {
  yield* fork(outdated, id);
  yield* race({ read: take(brings), late: call(sleep, clock, READ_SOON) });
}

/** A description as one has changed it, with what others have saved since; null: they have changed the same. */
export function mergedDescription(base: string, mine: string, theirs: string): string | null {
  const { text, conflicts } = merge(base, mine, theirs);
  return conflicts > 0 ? null : text;
}
