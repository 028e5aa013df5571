import type { Ports } from '../ports/index.ts';
import type { AnyAction } from '../store/action.ts';
import type { Place } from '../store/place.ts';
import type { SidebarRoot } from './state.ts';
import { all, call, put, select, takeEvery } from 'typed-redux-saga';
import { accessActions } from '../access/index.ts';
import { epicActions, epicEdits, type EpicRef } from '../epic/actions.ts';
import { epicPage } from '../epic/queries.ts';
import { selectEpic, selectEpicConfig } from '../epic/select.ts';
import { observe } from '../query/index.ts';
import { roadmapActions } from '../roadmap/actions.ts';
import { inPlace, isUncertain, madeIn, PLACES } from '../store/index.ts';
import { changesChildren } from '../tree/actions.ts';
import { treeReads } from '../tree/reads.ts';
import { sidebarActions, sidebarAnswers, type SidebarPart } from './actions.ts';
import { partState, searchedLabels, shownRef, shownRefs, sidebarQueries } from './queries.ts';
import { selectCollapsed, widthOf } from './gutter.ts';
import { placeOf } from './slice.ts';
import { changesNotes } from '../work-item/extras/notes.ts';
import { workItemActions } from '../work-item/slice.ts';
import { confirmedChildDates } from './select-dates.ts';
import { selectHasColors } from './select.ts';
import { GUTTER_COOKIE, isSmallScreen, startsCollapsed } from './rules.ts';

/** Reads the parts of the sidebar for as long as the sidebar of an epic is shown. */
export function* sidebarSaga(ports: Ports): Generator {
  const { epic, color, ancestors, participants, labels } = sidebarQueries;
  const saysSo = changesNotes(ports);
  const shown = { params: shownRefs, concerns, opened: sidebarAnswers.epicSeeded.type, changes: CHANGES };
  yield* all([
    call(watchGutter, ports),
    observe(ports, epic, {
      ...shown,
      again: isRetried('epic'),
      stale: (action: AnyAction, ref: EpicRef) => outdates(action, ref) || saysSo(action, ref.id),
      // EP-07.36: inherited dates move without an edit of the epic; EP-13.3: who is mentioned has a to-do, and follows.
      pushes: { topic: (_, { id }) => id, follows: (kind) => kind === 'dates' || kind === 'notes' },
    }),
    // EP-09.20: the session says whether there are colours, and may come later than the page.
    observe(ports, color, {
      ...shown,
      params: (root: SidebarRoot) => (selectHasColors(root) ? shownRefs(root) : []),
      changes: [...CHANGES, accessActions.sessionReceived.type],
      again: isRetried('color'),
      stale: tellsOfAnEdit,
    }),
    observe(ports, ancestors, {
      ...shown,
      params: (root: SidebarRoot) => shownRefs(root, (seen) => selectEpicConfig(seen).allowSubEpics),
      again: isRetried('ancestors'),
      stale: tellsOfAnEdit,
    }),
    observe(ports, participants, {
      ...shown,
      again: isRetried('participants'),
      stale: (action: AnyAction, { id }: EpicRef) => saysSo(action, id),
      // EP-12.4
      pushes: { topic: (_, { id }) => id, follows: (kind) => TAKING_PART.has(kind) },
    }),
    // EP-08.14: what is read is shown while the next page is on its way.
    observe(ports, labels, {
      params: (root: SidebarRoot) => PLACES.flatMap((place) => searchedLabels(inPlace(root, place)) ?? []),
      concerns: ({ place }, action) => placeOf(action) === place,
      opened: sidebarActions.labelPickerOpened.type,
      changes: [
        ...CHANGES,
        sidebarActions.labelsSearched.type,
        sidebarActions.labelPickerClosed.type,
        epicEdits.labelsChanged.type,
      ],
      again: isRetried('labels'),
      more: labels.received.type,
    }),
    takeEvery([sidebarActions.sidebarOpened.type, epicPage.received.type], seedAll),
    takeEvery(treeReads.children.received.match, compareChildren),
    call(seedAll),
  ]);
}

/** Changes that make somebody a participant. */
const TAKING_PART: ReadonlySet<string> = new Set(['awards', 'description', 'notes']);

/** After these actions another epic may be shown, or none. */
const CHANGES = [
  sidebarActions.sidebarClosed.type,
  epicActions.epicPageOpened.type,
  epicActions.epicPageClosed.type,
  epicPage.received.type,
  epicPage.failed.type,
  epicActions.epicDeletionConfirmed.committed.type,
  workItemActions.overOpened.type,
];

/** What a person does in a sidebar is about the epic that is shown there. */
function concerns(ref: EpicRef, action: AnyAction, root: SidebarRoot): boolean {
  const isOfPlace = sidebarActions.partRetried.match(action) || sidebarAnswers.epicSeeded.match(action);
  return !isOfPlace || shownRef(inPlace(root, placeOf(action)))?.id === ref.id;
}

const isRetried = (part: SidebarPart) => (action: AnyAction) =>
  sidebarActions.partRetried.match(action) && action.payload.part === part;

function* seedAll(): Generator {
  for (const place of PLACES) yield* seed(place);
}

/** EP-18.45: what the page knows is shown before the sidebar has asked. */
function* seed(place: Place): Generator {
  const root = yield* select((state: SidebarRoot) => inPlace(state, place));
  if (root.sidebar.place !== place) return;
  const epic = root.sidebar.open ? selectEpic(root) : null;
  const { data } = root.epic.page;
  if (epic === null || epic.id === root.sidebar.id) return;
  const todo = { exists: data?.todoExists ?? false, deletePath: data?.todoDeletePath ?? null };
  yield* put(madeIn(sidebarAnswers.epicSeeded({ epic: { id: epic.id, todo } }), place));
}

/** EP-18.41: somebody else's edit, or one whose outcome is uncertain. */
const tellsOfAnEdit = (action: AnyAction, ref: EpicRef): boolean =>
  (epicPage.received.match(action) && action.payload.data.epic.id === ref.id) || isUnsure(action, ref);

/** EP-18.43, EP-18.50 */
const isUnsure = (action: AnyAction, { id }: EpicRef): boolean =>
  Object.values(epicEdits).some(
    ({ committed, refused }) =>
      (refused.match(action) && action.payload.asked.id === id && isUncertain(action.payload.failure)) ||
      (committed.match(action) && action.payload.asked.id === id && action.payload.behind === true),
  );

/**
 * EP-07.36 and EP-18.41: what may have changed the epic's fields besides its own edits: somebody else edited the epic, a child came or went or was given dates
 * on the roadmap, or the outcome of an edit is uncertain.
 */
function outdates(action: AnyAction, ref: EpicRef): boolean {
  if (tellsOfAnEdit(action, ref)) return true;
  if (sidebarAnswers.childrenDiffered.match(action)) return action.payload.id === ref.id;
  if (roadmapActions.datesChanged.committed.match(action)) return action.payload.answer.some(({ id }) => id === ref.id);
  return changesChildren(action);
}

/** EP-07.35: the first complete list of children is what later ones are compared with: if those give other dates, the inherited dates are read again. */
function* compareChildren({ payload }: ReturnType<typeof treeReads.children.received>): Generator {
  const { parentId: id } = payload.data;
  const { place } = payload.params;
  const root = yield* select((state: SidebarRoot) => inPlace(state, place));
  const seen = root.sidebar.children;
  const now = root.sidebar.id === id ? confirmedChildDates(root, id) : null;
  if (now === null || partState(root, 'epic').status !== 'ready') return;
  if (seen === null) yield* put(madeIn(sidebarAnswers.childrenSeen({ id, children: now }), place));
  else if (seen.start.date !== now.start.date || seen.due.date !== now.due.date) {
    yield* put(sidebarAnswers.childrenDiffered({ id }));
  }
}

/** EP-15: whether the sidebar is collapsed is kept in a cookie; if cookies are blocked, for the session only. */
function* watchGutter(ports: Ports): Generator {
  yield* takeEvery(sidebarActions.sidebarOpened.match, function* (action) {
    const root = yield* select((state: SidebarRoot) => state);
    const width = widthOf(action, root);
    if (width === null) return;
    const cookie = kept(ports);
    // Without a cookie the choice made in this session counts.
    const collapsed =
      cookie === null ? selectCollapsed(root) || startsCollapsed(null, width) : startsCollapsed(cookie, width);
    yield* put(sidebarAnswers.gutterRead({ collapsed }));
  });
  yield* takeEvery(sidebarActions.gutterToggled.match, function* () {
    keep(ports, yield* select(selectCollapsed));
  });
  yield* takeEvery(sidebarActions.pageUnloading.match, ({ payload: { width } }) => {
    if (isSmallScreen(width)) keep(ports, true);
  });
}

function kept({ cookies, log }: Ports): string | null {
  try {
    return cookies?.get(GUTTER_COOKIE) ?? null;
  } catch (error) {
    log.error('Cannot read a cookie', error);
    return null;
  }
}

function keep({ cookies, log }: Ports, collapsed: boolean): void {
  try {
    cookies?.set(GUTTER_COOKIE, String(collapsed));
  } catch (error) {
    log.error('Cannot write a cookie', error);
  }
}
