import type { Ports } from '../ports/index.ts';
import type { Pending } from '../mutation/index.ts';
import type { Table } from '../table/index.ts';
import type { ConfirmedTree } from '../tree/state.ts';
import type { LinkConfirmed, LinkState, LinkSubject } from './types.ts';
import { call, fork, put, race, select, take, takeEvery, takeLatest } from 'typed-redux-saga';
import { linkActions, linkAnswers } from './actions.ts';
import { watchBlockers } from './saga-blockers.ts';
import { observe } from '../query/index.ts';
import { completionAnswer } from '../tree/rules.ts';
import { findReferences, nameReferences } from '../tree/saga/reference-lookups.ts';
import { linkList, linksAsked, mergeRequests } from './queries.ts';

/** The watcher of the linked items: the questions of popovers at any time, everything else while a section is open. */
export function* linkSaga(ports: Ports): Generator {
  yield* fork(watchBlockers, ports);
  yield* fork(watchSection, ports);
  for (;;) {
    // After a crash the open section goes on.
    const { subject } = yield* select(selectLink);
    if (subject === null) yield* take(linkActions.opened.match);
    else yield* race({ left: call(untilLeft, subject), typing: call(watchTyping, ports, subject) });
  }
}

/** The part of the state that these sagas read. */
export interface LinkSlices {
  readonly link: LinkState;
  readonly confirmed: LinkConfirmed & Pick<ConfirmedTree, 'parents'>;
  readonly pending: readonly Pending[];
  readonly versions: Table<number>;
}

export const selectLink = ({ link }: LinkSlices): LinkState => link;

/** RL-01.38: a change that was answered, or may have been made, and what was put together of an older answer. */
const isStale = (action: { readonly type: string }): boolean =>
  [linkActions.removed.refused, linkActions.removed.committed, linkActions.restored.refused].some((event) =>
    event.match(action),
  ) ||
  ((linkActions.submitted.committed.match(action) || linkActions.restored.committed.match(action)) &&
    action.payload.behind === true);

/** What the open section shows, and what is read beside it. */
export function* watchSection(ports: Ports): Generator {
  const shown = {
    params: linksAsked,
    changes: [linkActions.opened.type, linkActions.closed.type],
    again: linkActions.retried.type,
  };
  yield* fork(() => observe(ports, linkList, { ...shown, stale: isStale }));
  yield* fork(() => observe(ports, mergeRequests, shown));
  // Days are counted from today: of the opening, then of the last reading.
  yield* takeEvery([linkActions.opened.type, linkList.received.type], function* () {
    yield* put(linkAnswers.started({ today: ports.clock.today() }));
  });
}

/** What is typed into the form of one item's section. */
export function* watchTyping(ports: Ports, subject: LinkSubject): Generator {
  yield* takeLatest(changesCompletion, findCompletions, ports, subject);
  yield* takeEvery(
    [linkActions.referencesTyped.type, linkActions.referencesLeft.type],
    nameTokens,
    ports,
    new Map<string, number>(),
  );
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
