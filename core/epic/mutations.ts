import type { WorkItemState } from '../work-item/types.ts';
import type { Stamped } from '../store/action.ts';
import { failureText } from '../access/failures.ts';
import { recordKeys } from '../entities/index.ts';
import { define, isPending, type Draft, type Shown } from '../mutation/index.ts';
import {
  type WorkItem,
  nextVersion,
  withFacts,
  withItems,
  type ItemReading,
  type ItemRecords,
} from '../work-item/entity.ts';
import { eventFor, firstError } from '../work-item/rules.ts';
import { stateUndo } from '../work-item/edits.ts';
import { alertAt, pageAlert } from '../work-item/field-edit.ts';
import { toldOf } from '../work-item/select.ts';
import { epicActions, type EpicStateChange } from './actions.ts';
import { canSubmitNewEpic, EPIC_ERRORS, newEpic } from './rules.ts';
import { mayUpdateEpic, selectEpic, selectEpicPermissions } from './select.ts';
import { asksForDeletion, isDeleting, isSendingNewEpic } from './slice.ts';
import { epicsOf, isNewEpic, type EpicRoot } from './state.ts';
import { inPlace } from '../store/place.ts';
import { EPIC_TEXTS } from './rules/page.ts';
import { get } from '../table/index.ts';
import { lineOf } from '../tree/rollup.ts';
import type { TreeSlices } from '../tree/state.ts';
import { epicPage } from './queries.ts';

/** Where an epic is changed by REST. */
export const updateEndpoint = ({ webPath }: Pick<WorkItem, 'webPath'>): string => `${webPath}.json`;

/** EP-03: closes or reopens. The state is taken from the answer, and the version with it. */
const state = define(epicActions.epicStateToggled, {
  scope: ({ id }) => `epic ${id} state`,
  /** One that undoes another, or is made with others, comes complete. */
  accept(whole: EpicRoot, given: EpicStateChange | object, _id, place) {
    if ('endpoint' in given) return given;
    // mutant: over-epic-state-of-the-page
    const root = inPlace(whole, place);
    const { data } = root.epic.page;
    const epic = selectEpic(root);
    if (epic === null || data === null || !selectEpicPermissions(root).canUpdate) return null;
    const { id } = epic;
    if (isPending(root, epicActions.epicStateToggled, (asked) => asked.id === id)) return null;
    return { id, event: eventFor(epic.state), endpoint: data.updateEndpoint };
  },
  /** TR-05.36: and the sums of all above it. */
  invalidates: ({ id }, { confirmed }: EpicRoot & Pick<TreeSlices, 'confirmed'>) => [
    ...recordKeys(id, ['state', 'lockVersion']),
    ...lineOf(confirmed, id).slice(1),
  ],
  request: (_, { event, endpoint }) => ({
    rest: { method: 'PUT', path: endpoint, query: { 'epic[state_event]': event } },
  }),
  decode(data: { readonly state?: unknown; readonly lock_version?: unknown } | null) {
    const now = data?.state;
    const version = data?.lock_version;
    if (now !== 'opened' && now !== 'closed') return null;
    return { state: now as WorkItemState, lockVersion: typeof version === 'number' ? version : null };
  },
  commit: (draft: Draft<ItemRecords>, { state: now, lockVersion }, { id }) =>
    withFacts(draft, id, { state: now, ...nextVersion(draft, id, lockVersion) }),
  error: ({ id }, { messages }, root: EpicRoot) => alertAt(toldOf(root, id), EPIC_ERRORS.state, firstError(messages)),
  undo: stateUndo<EpicStateChange, EpicRoot & Shown>({
    noun: 'epic',
    mayUpdate: mayUpdateEpic,
    isChanging: (now, id) => isPending(now, epicActions.epicStateToggled, (asked) => asked.id === id),
    change: (epic, asked) => epicActions.epicStateToggled({ ...asked, endpoint: updateEndpoint(epic) }),
  }),
});

type Visited = { readonly web_url?: unknown } | null;

/** EP-04: a form is sent once at a time; one that was left is still sent, and forms of other groups do not wait for it. */
const creation = define(epicActions.newEpicSubmitted, {
  scope: ({ groupPath, epic }) => `epic new ${groupPath} ${JSON.stringify(epic)}`,
  accept(root: EpicRoot) {
    const { serial, groupPath, ...form } = root.epic.newEpic;
    const asked = canSubmitNewEpic({ ...form, submitting: isSendingNewEpic(root) }) ? newEpic(form, null) : null;
    return groupPath === null || asked?.ok !== true ? null : { serial, groupPath, epic: asked.epic };
  },
  request: (_, { groupPath, epic }) => ({
    rest: { method: 'POST', path: `/groups/${groupPath}/-/epics`, body: epic },
  }),
  decode: (data: Visited) => (typeof data?.web_url === 'string' ? data.web_url : null),
  /** Shown in the form, where the person is looking: an alert behind the dialog would be read out a second time. */
  error: (asked, failure, { epic }: EpicRoot) =>
    isNewEpic(epic, asked) ? 'form' : pageAlert('epic', EPIC_ERRORS.create, failureText(failure, EPIC_ERRORS.create)),
  forgets: (_, action) => epicActions.newEpicOpened.match(action) || epicActions.newEpicClosed.match(action),
});

/** EP-05: deletes the epic with all epics below it. */
const deletion = define(epicActions.epicDeletionConfirmed, {
  scope: ({ id }) => `epic ${id} deletion`,
  /** TR-05.31: and the sums of all above it. */
  invalidates: ({ id }, { confirmed }: EpicRoot & Pick<TreeSlices, 'confirmed'>) => lineOf(confirmed, id).slice(1),
  accept(whole: EpicRoot, _given, _id, place) {
    const root = inPlace(whole, place);
    const { groupPath, iid, id, data } = root.epic.page;
    if (groupPath === null || iid === null || id === null || data === null) return null;
    if (!root.epic.deletion.open || !selectEpicPermissions(root).canDestroy || isDeleting(root)) return null;
    return { id, groupPath, iid, endpoint: data.updateEndpoint, listPath: data.epicsWebUrl };
  },
  request: (_, { endpoint }) => ({ rest: { method: 'DELETE', path: endpoint, query: { destroy_confirm: true } } }),
  decode: (data: Visited, { listPath }) => (typeof data?.web_url === 'string' ? data.web_url : listPath),
  error: (asked, failure, root: EpicRoot) =>
    epicsOf(root).some((epic) => asksForDeletion(epic, asked))
      ? 'form'
      : alertAt(toldOf(root, asked.id), failureText(failure, EPIC_TEXTS.deleteFailed)),
});

export const epicMutations = [state, creation, deletion] as const;

/** What answers about epics do to the confirmed records. */
export function reduceEpics<C extends ItemRecords>(confirmed: C, action: Stamped): C {
  if (epicPage.received.match(action)) return withItems(confirmed, [action.payload.data.epic]);
  if (epicActions.epicRefreshed.match(action)) {
    const known = get(confirmed.items, action.payload.id);
    return action.payload.lockVersion >= (known?.lockVersion ?? Infinity)
      ? withItems(confirmed, [action.payload as ItemReading])
      : confirmed;
  }
  return confirmed;
}
