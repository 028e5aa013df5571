import type { LinkedItemJson, MergeRequestJson } from '../api/rest-links.ts';
import type { Ports } from '../ports/index.ts';
import type { PollAnswer } from '../polling/index.ts';
import type { Intent } from '../sync/index.ts';
import type { Table } from '../table/index.ts';
import type { ConfirmedTree } from '../tree/state.ts';
import type { LinkConfirmed, LinkState, LinkSubject } from './types.ts';
import { buffers, channel } from 'redux-saga';
import { call, fork, put, select, take, takeEvery, takeLatest, type SagaGenerator } from 'typed-redux-saga';
import { linkedItems, relatedMergeRequests } from '../api/rest-links.ts';
import { poll } from '../polling/index.ts';
import { abortable, isAborted, isWireError } from '../store/effects.ts';
import { isStale, stampsOf } from '../sync/index.ts';
import { completionAnswer } from '../tree/rules.ts';
import { findReferences, nameReferences } from '../tree/saga/reference-lookups.ts';
import { HTTP } from '../work-item/rules.ts';
import { linkActions, linkAnswers } from './actions.ts';
import { linksKey } from './intents.ts';
import { linkedList, mergeRequest } from './wire.ts';

/** RL-01.15: milliseconds between readings of the list where the server names no interval. */
export const LINKS_INTERVAL = 30_000;

/** The part of the state that these sagas read. */
export interface LinkSlices {
  readonly link: LinkState;
  readonly confirmed: LinkConfirmed & Pick<ConfirmedTree, 'parents'>;
  readonly pending: readonly Intent[];
  readonly stamps: Table<number>;
}

export const selectLink = ({ link }: LinkSlices): LinkState => link;

/** The links of one item, from the opening of its section until another's is opened or it is closed. */
export function* readSubject(ports: Ports, subject: LinkSubject): Generator {
  yield* put(linkAnswers.started({ today: ports.clock.today() }));
  const wake = channel<object>(buffers.sliding(1));
  yield* takeEvery(
    [
      linkActions.retried.type,
      linkAnswers.removalRefused.type,
      linkAnswers.removalConfirmed.type,
      linkAnswers.restoralRefused.type,
    ],
    () => {
      wake.put({});
    },
  );
  yield* takeEvery(isBehind, () => {
    wake.put({});
  });
  yield* takeEvery(linkActions.retried.match, readMergeRequests, ports, subject);
  yield* takeLatest(changesCompletion, findCompletions, ports, subject);
  yield* takeEvery(
    [linkActions.referencesTyped.type, linkActions.referencesLeft.type],
    nameTokens,
    ports,
    new Map<string, number>(),
  );
  yield* fork(readMergeRequests, ports, subject);
  yield* poll(ports, {
    read: () => readOrSay(ports, subject),
    failed: (error) => listFailed(subject, error),
    fallback: LINKS_INTERVAL,
    evenHidden: true,
    wake,
  });
}

/** RL-01.38: what was put together of an older answer is read again at once. */
const isBehind = (action: { readonly type: string }): boolean =>
  (linkAnswers.added.match(action) || linkAnswers.listRead.match(action)) && action.payload.behind === true;

/** RL-01.40: polling takes a reading that was broken off for none; where nothing is shown yet that has to be told. */
function* readOrSay(ports: Ports, subject: LinkSubject): SagaGenerator<PollAnswer> {
  try {
    return yield* readList(ports, subject);
  } catch (error) {
    if (isAborted(error)) yield* call(listFailed, subject, error);
    throw error;
  }
}

/** RL-01.15: a reading that began before a change of the list was answered is dropped and repeated. */
function* readList({ rest, clock }: Ports, subject: LinkSubject): SagaGenerator<PollAnswer> {
  const keys = [linksKey(subject.id)];
  for (;;) {
    const before = yield* select(({ stamps }: LinkSlices) => stampsOf(stamps, keys));
    const answer = yield* call(() => abortable(rest.request<readonly LinkedItemJson[]>(linkedItems(subject.endpoint))));
    const now = yield* select(({ stamps }: LinkSlices) => stampsOf(stamps, keys));
    if (isStale(before, now)) continue;
    yield* put(linkAnswers.started({ today: clock.today() }));
    yield* put(linkAnswers.listRead({ subjectId: subject.id, links: linkedList(answer.data, subject.kind) }));
    return answer;
  }
}

/** RL-04.3: said in the place of the list; a list that is shown stays, and is asked for again later. */
function* listFailed({ id }: LinkSubject, error: unknown): Generator {
  if (!isWireError(error)) throw error;
  const { status } = yield* select(selectLink);
  if (status === 'ready') return;
  yield* put(linkAnswers.listFailed({ subjectId: id }));
}

/** RL-03.5: an item whose server knows no merge requests has none. */
function* readMergeRequests({ rest }: Ports, { id, kind, ownerPath, iid }: LinkSubject): Generator {
  try {
    const request = relatedMergeRequests(kind, ownerPath, iid);
    const { data } = yield* call(() => abortable(rest.request<readonly MergeRequestJson[]>(request)));
    const list = Array.isArray(data) ? data.map(mergeRequest) : [];
    yield* put(linkAnswers.mergeRequestsRead({ subjectId: id, list }));
  } catch (error) {
    if (!isWireError(error)) throw error;
    if (error.status === HTTP.NOT_FOUND) yield* put(linkAnswers.mergeRequestsRead({ subjectId: id, list: [] }));
    else yield* put(linkAnswers.mergeRequestsFailed({ subjectId: id }));
  }
}

/** TR-09.25: whatever changes the word, or closes list or form, gives up what is being looked for. */
const changesCompletion = (action: { readonly type: string }): boolean =>
  [
    linkActions.referencesTyped,
    linkActions.referencesLeft,
    linkActions.completionChosen,
    linkActions.completionClosed,
    linkActions.formOpened,
    linkActions.formClosed,
    linkActions.submitted,
  ].some((event) => event.match(action));

/** RL-01.3 */
function* findCompletions(ports: Ports, { kind, groupPath }: LinkSubject): Generator {
  const { form } = yield* select(selectLink);
  const search = form?.completion.search ?? null;
  if (form === null || search === null) return;
  const found = yield* findReferences(ports, groupPath, kind, { search });
  yield* put(linkAnswers.completionRead({ serial: form.serial, ...completionAnswer(search, found) }));
}

/** RL-02.3 */
function* nameTokens(ports: Ports, asked: Map<string, number>): Generator {
  const { form } = yield* select(selectLink);
  if (form === null) return;
  const items = yield* nameReferences(ports, form, asked);
  if (items.length > 0) yield* put(linkAnswers.referencesRead({ serial: form.serial, items }));
}

/** Until the section is closed or another item's is opened. */
export function* untilLeft(subject: LinkSubject): Generator {
  for (;;) {
    const action = yield* take([linkActions.opened.type, linkActions.closed.type]);
    if (!linkActions.opened.match(action) || action.payload.subject.id !== subject.id) return;
  }
}
