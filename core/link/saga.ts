import type { Ports } from '../ports/index.ts';
import type { Pending } from '../mutation/index.ts';
import type { Table } from '../table/index.ts';
import type { ConfirmedTree } from '../tree/state.ts';
import type { LinkConfirmed, LinkState } from './types.ts';
import { fork, put, takeEvery } from 'typed-redux-saga';
import { linkActions, linkAnswers } from './actions.ts';
import { watchBlockers } from './saga-blockers.ts';
import { observe, type Queries } from '../query/index.ts';
import { watchField, type OpenField } from '../tree/reference-queries.ts';
import { linkList, linkReads, linksAsked, mergeRequests } from './queries.ts';

/** The watcher of the linked items: the questions of popovers at any time, and what the open section shows. */
export function* linkSaga(ports: Ports): Generator {
  yield* fork(watchBlockers, ports);
  yield* fork(watchSection, ports);
  yield* watchField(ports, {
    actions: linkActions,
    reads: linkReads,
    open: openField,
    changes: [opened, closed, formOpened, formClosed, submitted, submitted.committed].map(({ type }) => type),
  });
}

const { opened, closed, formOpened, formClosed, submitted } = linkActions;

/** The part of the state that these sagas read. */
export interface LinkSlices {
  readonly link: LinkState;
  readonly confirmed: LinkConfirmed & Pick<ConfirmedTree, 'parents'>;
  readonly pending: readonly Pending[];
  readonly versions: Table<number>;
  readonly queries: Queries;
}

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

/** RL-01.3: a completion comes from the group; beside an item of a project a short reference means the group no more. */
function openField({ link: { subject, form } }: LinkSlices): OpenField | null {
  if (subject === null || form === null) return null;
  const { kind, groupPath } = subject;
  return { field: form, place: { groupPath, kind, writtenOut: kind === 'issue' } };
}
