import type { AccessState } from '../access/slice.ts';
import type { WorkItemState } from '../work-item/types.ts';
import { recordKeys } from '../entities/index.ts';
import { define, isPending, type Draft } from '../mutation/index.ts';
import { withFacts, type ItemRecords } from '../work-item/entity.ts';
import { eventFor, firstError } from '../work-item/rules.ts';
import { epicActions, epicAlert } from './actions.ts';
import { EPIC_ERRORS } from './rules.ts';
import { selectEpic, selectEpicPermissions, type Root as EpicRoot } from './select.ts';
import { canSendNewEpic, isDeleting, isNewEpic, mayDestroy, newEpicOf, refusalText } from './slice.ts';
import { EPIC_TEXTS } from './texts.ts';
import { stateUndo } from './undo.ts';

interface Root extends EpicRoot {
  readonly access: AccessState;
}

/** EP-03: closes or reopens. The state is taken from the answer, and the version with it. */
const state = define(epicActions.epicStateToggled, {
  scope: ({ id }) => `epic ${id} state`,
  accept(root: Root) {
    const { data } = root.epic.page;
    const epic = selectEpic(root);
    if (epic === null || data === null || !selectEpicPermissions(root).canUpdate) return null;
    const { id } = epic;
    if (isPending(root, epicActions.epicStateToggled, (asked) => asked.id === id)) return null;
    return { id, event: eventFor(epic.state), endpoint: data.updateEndpoint };
  },
  invalidates: ({ id }) => recordKeys(id, ['state', 'lockVersion']),
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
    withFacts(draft, id, { state: now, ...(lockVersion !== null && { lockVersion }) }),
  error: (_, { messages }) => epicAlert(EPIC_ERRORS.state, firstError(messages)),
  undo: stateUndo,
});

type Visited = { readonly web_url?: unknown } | null;

/** EP-04: a form is sent once at a time; one that is left is finished, and those of others go beside it. */
const creation = define(epicActions.newEpicSubmitted, {
  scope: ({ groupPath, epic }) => `epic new ${groupPath} ${JSON.stringify(epic)}`,
  accept({ epic: { newEpic } }: Root, _: unknown, sentAs) {
    const asked = canSendNewEpic(newEpic) ? newEpicOf(newEpic) : null;
    return newEpic.groupPath === null || asked?.ok !== true
      ? null
      : { sentAs, groupPath: newEpic.groupPath, epic: asked.epic };
  },
  request: (_, { groupPath, epic }) => ({
    rest: { method: 'POST', path: `/groups/${groupPath}/-/epics`, body: epic },
  }),
  decode: (data: Visited) => (typeof data?.web_url === 'string' ? data.web_url : null),
  /** The form says it, where the person is looking; an alert on the page behind the dialog would be read out a second time. */
  error: (asked, failure, { epic }: Root) =>
    isNewEpic(epic, asked) ? 'form' : epicAlert(EPIC_ERRORS.create, refusalText(failure, EPIC_ERRORS.create)),
  forgets: (_, action) => epicActions.newEpicOpened.match(action) || epicActions.newEpicClosed.match(action),
});

/** EP-05: deletes the epic with all epics below it. */
const deletion = define(epicActions.epicDeletionConfirmed, {
  scope: ({ id }) => `epic ${id} deletion`,
  accept(root: Root) {
    const { groupPath, iid, id, data } = root.epic.page;
    if (groupPath === null || iid === null || id === null || data === null) return null;
    if (!root.epic.deletion.open || !mayDestroy(root.epic)) return null;
    if (isPending(root, epicActions.epicDeletionConfirmed, (asked) => asked.id === id)) return null;
    return { id, groupPath, iid, endpoint: data.updateEndpoint, listPath: data.epicsWebUrl };
  },
  request: (_, { endpoint }) => ({ rest: { method: 'DELETE', path: endpoint, query: { destroy_confirm: true } } }),
  decode: (data: Visited, { listPath }) => (typeof data?.web_url === 'string' ? data.web_url : listPath),
  error: ({ id }, failure, { epic }: Root) =>
    isDeleting(epic, id) ? 'form' : epicAlert(refusalText(failure, EPIC_TEXTS.deleteFailed)),
});

export const epicMutations = [state, creation, deletion] as const;
