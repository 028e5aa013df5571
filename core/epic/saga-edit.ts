import { call, put, select, takeEvery } from 'typed-redux-saga';
import { ask } from '../access/effects.ts';
import { UNREACHABLE_TEXT } from '../access/load.ts';
import { GroupPageOperation } from '../api/generated/operations.ts';
import { named, selectPlaceName, type FrameState } from '../frame/index.ts';
import type { Ports, WireError } from '../ports/index.ts';
import { isUncertain, isUnanswered, isUndecided, withNotice } from '../store/index.ts';
import { errorText, eventFor, firstError } from '../work-item/rules.ts';
import { epicActions, epicAlert } from './actions.ts';
import { EPIC_ERRORS, newEpic as checkNewEpic } from './rules.ts';
import { selectEpicPermissions } from './select.ts';
import type { EpicState } from './slice.ts';
import { isDeleting, isNewEpic, isPage } from './slice.ts';
import { EPIC_TEXTS } from './texts.ts';

type Root = { readonly epic: EpicState };

/**
 * EP-03: closes or reopens. The state is taken from the answer. Where no answer came the page is read again, for the change may
 * have been made.
 */
export function* toggleState({ rest, ids }: Ports): Generator {
  const { epic, data, stateChange } = yield* select(({ epic: { page } }: Root) => page);
  const { canUpdate } = yield* select(selectEpicPermissions);
  if (epic === null || data === null || !canUpdate || stateChange === 'sending') return;
  const { id } = epic;
  yield* put(epicActions.epicStateChangeSent({ id }));
  const query = { 'epic[state_event]': eventFor(epic.state) };
  // EP-03.25: a request that the network doubles is one change.
  const options = { idempotencyKey: ids.next() };
  const reply = yield* ask(() =>
    rest.request<{ state?: unknown; lock_version?: unknown } | null>(
      { method: 'PUT', path: data.updateEndpoint, query },
      options,
    ),
  );
  const state = reply.ok ? reply.data?.state : null;
  if (reply.ok && (state === 'opened' || state === 'closed')) {
    const version = reply.data?.lock_version;
    yield* put(epicActions.epicStateChanged({ id, state, lockVersion: typeof version === 'number' ? version : null }));
  } else {
    const detail = reply.ok ? null : firstError(reply.error.messages);
    yield* put(withNotice(epicActions.epicStateChangeFailed({ id }), epicAlert(EPIC_ERRORS.state, detail)));
    if (!reply.ok && !isUncertain(reply.error)) return;
  }
  yield* put(epicActions.epicPageOutdated());
}

/** The server's first text where it gave one; `fallback` is the catalogue's. */
const refusal = (error: WireError, fallback: string): string =>
  isUnanswered(error) ? UNREACHABLE_TEXT : errorText(error.messages, fallback);

/** EP-04.26: a form is sent once at a time; one that is left is finished. */
export function* watchNewEpics(ports: Ports): Generator {
  const sent = new Set<string>();
  yield* takeEvery(epicActions.newEpicSubmitted.type, function* (): Generator {
    const { status, key } = yield* select(({ epic }: Root) => epic.newEpic);
    if (status !== 'sending' || key === null || sent.has(key)) return;
    sent.add(key);
    yield* createEpic(ports, key);
    sent.delete(key);
  });
}

/** RP-03.403: the form that is opened by its address reads nothing else of its group. */
export function* nameNewEpicPlace({ graphql }: Ports): Generator {
  const { groupPath } = yield* select(({ epic }: Root) => epic.newEpic);
  if (groupPath === null) return;
  const known = yield* select((state: { readonly frame?: FrameState }) => selectPlaceName(state, groupPath));
  if (known !== null) return;
  const lists = { withGroups: false, withProjects: false };
  const reply = yield* ask(() => graphql.request(GroupPageOperation, { fullPath: groupPath, ...lists }));
  if (reply.ok && reply.data.group !== null) yield* named(reply.data.group);
}

/** EP-04: creates an epic and goes to it. A creation without an answer keeps its idempotency key for the next try. */
function* createEpic({ rest, navigation }: Ports, key: string): Generator {
  const { groupPath, title, confidential, color = '' } = yield* select(({ epic }: Root) => epic.newEpic);
  if (groupPath === null) return;
  const asked = checkNewEpic({ title, confidential, color }, null);
  if (!asked.ok) {
    yield* put(epicActions.newEpicRefused({ text: asked.error, answered: true, key }));
    return;
  }
  const path = `/groups/${groupPath}/-/epics`;
  const reply = yield* ask(() =>
    rest.request<{ web_url?: unknown } | null>({ method: 'POST', path, body: asked.epic }, { idempotencyKey: key }),
  );
  const isOpen = yield* select(({ epic }: Root) => isNewEpic(epic, { key }));
  const webUrl = reply.ok ? reply.data?.web_url : null;
  if (reply.ok && typeof webUrl === 'string') {
    yield* put(epicActions.epicCreated({ webUrl, key }));
    if (isOpen) yield* call([navigation, navigation.visit], webUrl);
    return;
  }
  const answered = reply.ok || !isUndecided(reply.error);
  const text = reply.ok ? EPIC_ERRORS.create : refusal(reply.error, EPIC_ERRORS.create);
  const refused = epicActions.newEpicRefused({ text, answered, key });
  // The form says it, where the person is looking; an alert on the page behind the dialog would be read out a second time.
  yield* put(isOpen ? refused : withNotice(refused, epicAlert(EPIC_ERRORS.create, text)));
}

/** EP-05.25: an epic is deleted once at a time. */
export function* watchDeletions(ports: Ports): Generator {
  const sent = new Set<string>();
  yield* takeEvery(epicActions.epicDeletionConfirmed.type, function* (): Generator {
    const { page, deletion } = yield* select(({ epic }: Root) => epic);
    const id = page.epic?.id;
    if (id === undefined || deletion.status !== 'sending' || sent.has(id)) return;
    sent.add(id);
    yield* deleteEpic(ports, id);
    sent.delete(id);
  });
}

/** EP-05: deletes the epic with all epics below it and goes where the server says, unless the person has gone elsewhere. */
function* deleteEpic(ports: Ports, id: string): Generator {
  const { rest, navigation } = ports;
  const { groupPath, iid, data } = yield* select(({ epic }: Root) => epic.page);
  if (groupPath === null || iid === null || data === null) return;
  const idempotencyKey = deletionKey(ports, id);
  const query = { destroy_confirm: true };
  const reply = yield* ask(() =>
    rest.request<{ web_url?: unknown } | null>(
      { method: 'DELETE', path: data.updateEndpoint, query },
      { idempotencyKey },
    ),
  );
  if (reply.ok || !isUndecided(reply.error)) deletions.get(ports)?.delete(id);
  if (!reply.ok) {
    const text = refusal(reply.error, EPIC_TEXTS.deleteFailed);
    const failed = epicActions.epicDeletionFailed({ id, text });
    const isAsking = yield* select(({ epic }: Root) => isDeleting(epic, id));
    yield* put(isAsking ? failed : withNotice(failed, epicAlert(text)));
    return;
  }
  const isHere = yield* select(({ epic }: Root) => isPage(epic, { groupPath, iid }));
  const webUrl = typeof reply.data?.web_url === 'string' ? reply.data.web_url : data.epicsWebUrl;
  yield* put(epicActions.epicDeleted({ id, webUrl }));
  if (isHere) yield* call([navigation, navigation.visit], webUrl);
}

/** By planner: the keys of deletions that may have been done without our knowing, by the epic's id. */
const deletions = new WeakMap<Ports, Map<string, string>>();

/** EP-05.23: a deletion that is tried again without a readable answer in between is the same one. */
function deletionKey(ports: Ports, id: string): string {
  const keys = deletions.get(ports) ?? new Map<string, string>();
  deletions.set(ports, keys);
  const key = keys.get(id) ?? ports.ids.next();
  keys.set(id, key);
  return key;
}
