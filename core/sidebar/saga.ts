import type { Task } from 'redux-saga';
import type { Ports } from '../ports/index.ts';
import type { Stamped } from '../store/action.ts';
import type { SidebarRoot } from './select-root.ts';
import type { EpicRef } from './types.ts';
import { cancel, fork, put, select, take, takeEvery, takeLatest } from 'typed-redux-saga';
import { accessActions } from '../access/index.ts';
import { SERVER_FAULT_TEXT } from '../access/load.ts';
import { epicActions } from '../epic/actions.ts';
import { selectEpicConfig } from '../epic/select.ts';
import { roadmapAnswers } from '../roadmap/actions.ts';
import { treeAnswers, type ChildrenAnswer } from '../tree/actions.ts';
import { sidebarActions, sidebarAnswers } from './actions.ts';
import { watchGutter } from './saga-gutter.ts';
import { watchLabels } from './saga-labels.ts';
import {
  FIRST,
  REFRESH,
  readAgain,
  readAncestors,
  readColor,
  readEpic,
  readParticipants,
  readPart,
} from './saga-read.ts';
import { watchRequests } from './saga-requests.ts';
import { watchEdits } from './saga-edits.ts';
import { selectHasColors } from './select.ts';
import { childDates, openEpic, sidebarOf } from './select-root.ts';
import { seedOf } from './wire.ts';

/** The sidebar's watcher: edits that were asked for at any time, everything else while the sidebar of an epic is shown. */
export function* sidebarSaga(ports: Ports): Generator {
  yield* fork(watchRequests, ports);
  yield* fork(watchGutter, ports);
  yield* settleInterrupted();
  let shown = NOTHING;
  for (;;) {
    const wanted = yield* select(wantedEpic);
    const id = wanted?.id ?? null;
    if (id !== shown.id) {
      if (shown.visit !== null) yield* cancel(shown.visit);
      shown = { id, visit: wanted === null ? null : yield* fork(visit, ports, wanted) };
    }
    yield* take([
      sidebarActions.sidebarOpened.type,
      sidebarActions.sidebarClosed.type,
      epicActions.epicPageOpened.type,
      epicActions.epicPageReceived.type,
      epicActions.epicPageMissing.type,
      epicActions.epicPageClosed.type,
    ]);
  }
}

interface Shown {
  readonly id: string | null;
  readonly visit: Task | null;
}

const NOTHING: Shown = { id: null, visit: null };

const wantedEpic = (root: SidebarRoot): EpicRef | null => (root.sidebar.open ? openEpic(root) : null);

/** EP-08.9: a restarted watcher cannot know what became of a label that was being created. */
function* settleInterrupted(): Generator {
  const { newLabel } = yield* select(sidebarOf);
  if (newLabel.status === 'sending') {
    yield* put(sidebarAnswers.newLabelRefused({ text: SERVER_FAULT_TEXT, answered: false, key: newLabel.key }));
  }
}

/** One epic's sidebar, from when both are there until one goes. */
function* visit(ports: Ports, ref: EpicRef): Generator {
  const known = yield* select((root: SidebarRoot) => (root.sidebar.id === ref.id ? null : root.epic.page));
  if (known?.epic) yield* put(sidebarAnswers.epicSeeded({ epic: seedOf(ref, known.epic, known.data) }));
  yield* fork(watchEdits, ref);
  yield* fork(watchLabels, ports, ref);
  yield* takeEvery(sidebarActions.partRetried.match, function* ({ payload: { part } }) {
    yield* readPart(ports, ref, part);
  });
  yield* takeLatest(outdates(ref), readAgain, ports, ref, readEpic);
  yield* takeLatest(tellsOfAnEdit(ref), readBeside, ports, ref);
  yield* takeEvery(treeAnswers.childrenRead.match, compareChildren, ports, ref);
  yield* takeEvery(accessActions.sessionReceived.type, readColorLater, ports, ref);
  yield* fork(readEpic, ports, ref, FIRST);
  if (yield* select(selectHasColors)) yield* fork(readColor, ports, ref, FIRST);
  if ((yield* select(selectEpicConfig)).allowSubEpics) yield* fork(readAncestors, ports, ref, FIRST);
  yield* fork(readParticipants, ports, ref);
}

/** EP-09.20: the session says whether there are colours, and may come later than the page. */
function* readColorLater(ports: Ports, ref: EpicRef): Generator {
  const isOn = yield* select(selectHasColors);
  const { status } = (yield* select(sidebarOf)).colorEditor;
  if (isOn && status === 'idle') yield* readColor(ports, ref, FIRST);
}

type Matches = (action: { readonly type: string }) => boolean;

/** EP-18.41: somebody else's edit, or one of which nobody knows whether it was made. */
const tellsOfAnEdit =
  (ref: EpicRef): Matches =>
  (action) =>
    (epicActions.epicPageReceived.match(action) && action.payload.epic.id === ref.id) ||
    (sidebarAnswers.editRefused.match(action) && action.payload.unknown && action.payload.id === ref.id);

/**
 * EP-07.36 and EP-18.41: what may have changed the epic's fields besides its own edits: the page was read again because somebody edited the epic, a child came
 * or went, the roadmap gave a date to one, and an edit of which nobody knows whether it was made.
 */
const outdates =
  (ref: EpicRef): Matches =>
  (action) => {
    if (tellsOfAnEdit(ref)(action)) return true;
    if (treeAnswers.moveConfirmed.match(action)) {
      return action.payload.move.fromParentId !== action.payload.move.parentId;
    }
    if (roadmapAnswers.datesConfirmed.match(action)) return action.payload.epics.some(({ id }) => id === ref.id);
    return treeAnswers.childrenAdded.match(action) || treeAnswers.childRemoved.match(action);
  };

/** What an edit may have changed beside the fields. A change of the children in between does not end it. */
function* readBeside(ports: Ports, ref: EpicRef): Generator {
  if (yield* select(selectHasColors)) yield* fork(readAgain, ports, ref, readColor);
  if ((yield* select(selectEpicConfig)).allowSubEpics) yield* fork(readAgain, ports, ref, readAncestors);
}

/** EP-07.35: the first full list of children is what the inherited dates are compared with; another one that is read later has the dates read again. */
function* compareChildren(ports: Ports, ref: EpicRef, { payload }: Stamped<ChildrenAnswer>) {
  if (payload.parentId !== ref.id) return;
  const { seen, now, status } = yield* select((root: SidebarRoot) => ({
    seen: root.sidebar.children,
    now: childDates(root, ref.id, 'confirmed'),
    status: root.sidebar.status,
  }));
  if (now === null || status !== 'ready') return;
  if (seen === null) yield* put(sidebarAnswers.childrenSeen({ id: ref.id, children: now }));
  else if (seen.start.date !== now.start.date || seen.due.date !== now.due.date) {
    // One that fails is called for by the tree's next reading.
    yield* readEpic(ports, ref, REFRESH);
  }
}
