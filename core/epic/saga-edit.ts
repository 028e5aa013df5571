import { call, put, select } from 'typed-redux-saga';
import { ask } from '../access/effects.ts';
import { UNREACHABLE_TEXT } from '../access/load.ts';
import type { Ports, WireError } from '../ports/index.ts';
import { isUncertain, isUnanswered, isUndecided, withNotice } from '../store/index.ts';
import { errorText, eventFor, firstError } from '../work-item/rules.ts';
import { epicActions, epicAlert } from './actions.ts';
import { EPIC_ERRORS, newEpic as checkNewEpic } from './rules.ts';
import { selectEpicPermissions } from './select.ts';
import type { EpicState } from './slice.ts';
import { EPIC_TEXTS } from './texts.ts';

type Root = { readonly epic: EpicState };

/**
 * EP-03: closes or reopens. The state is taken from the answer. Where no answer came the page is read again, for the change may
 * have been made.
 */
export function* toggleState({ rest, ids }: Ports): Generator {
  const { epic, data } = yield* select(({ epic: { page } }: Root) => page);
  const { canUpdate } = yield* select(selectEpicPermissions);
  if (epic === null || data === null || !canUpdate) return;
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

/** EP-04: creates an epic and goes to it. A creation without an answer keeps its idempotency key for the next try. */
export function* createEpic({ rest, navigation }: Ports): Generator {
  const { status, groupPath, title, confidential, color = '', key } = yield* select(({ epic }: Root) => epic.newEpic);
  if (status !== 'sending' || groupPath === null) return;
  const asked = checkNewEpic({ title, confidential, color }, null);
  if (!asked.ok) {
    yield* put(epicActions.newEpicRefused({ text: asked.error, answered: true }));
    return;
  }
  const path = `/groups/${groupPath}/-/epics`;
  const options = key === null ? {} : { idempotencyKey: key };
  const reply = yield* ask(() =>
    rest.request<{ web_url?: unknown } | null>({ method: 'POST', path, body: asked.epic }, options),
  );
  const webUrl = reply.ok ? reply.data?.web_url : null;
  if (reply.ok && typeof webUrl === 'string') {
    yield* put(epicActions.epicCreated({ webUrl }));
    yield* call([navigation, navigation.visit], webUrl);
    return;
  }
  const answered = reply.ok || !isUndecided(reply.error);
  const text = reply.ok ? EPIC_ERRORS.create : refusal(reply.error, EPIC_ERRORS.create);
  // The form says it, where the person is looking; an alert on the page behind the dialog would be read out a second time.
  yield* put(epicActions.newEpicRefused({ text, answered }));
}

/** EP-05: deletes the epic with all epics below it and goes where the server says. */
export function* deleteEpic(ports: Ports): Generator {
  const { rest, navigation } = ports;
  const { page, deletion } = yield* select(({ epic }: Root) => epic);
  const { epic, data } = page;
  if (epic === null || data === null || deletion.status !== 'sending') return;
  const { id } = epic;
  const options = { idempotencyKey: deletionKey(ports, id) };
  const query = { destroy_confirm: true };
  const reply = yield* ask(() =>
    rest.request<{ web_url?: unknown } | null>({ method: 'DELETE', path: data.updateEndpoint, query }, options),
  );
  if (reply.ok || !isUndecided(reply.error)) deletions.delete(ports);
  if (!reply.ok) {
    const text = refusal(reply.error, EPIC_TEXTS.deleteFailed);
    yield* put(epicActions.epicDeletionFailed({ id, text }));
    return;
  }
  const webUrl = typeof reply.data?.web_url === 'string' ? reply.data.web_url : data.epicsWebUrl;
  yield* put(epicActions.epicDeleted({ id, webUrl }));
  yield* call([navigation, navigation.visit], webUrl);
}

/** By planner: the deletion that was sent last and may have been done without our knowing. */
const deletions = new WeakMap<Ports, { readonly id: string; readonly key: string }>();

/** EP-05.23: a deletion that is tried again without a readable answer in between is the same one. */
function deletionKey(ports: Ports, id: string): string {
  const known = deletions.get(ports);
  if (known?.id === id) return known.key;
  const key = ports.ids.next();
  deletions.set(ports, { id, key });
  return key;
}
