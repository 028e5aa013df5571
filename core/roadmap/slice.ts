import type {
  EpicFlags,
  PageMark,
  RoadmapMilestone,
  RoadmapEpic,
  RoadmapState,
  SuggestionKey,
  Suggestions,
} from './types.ts';
import type { GlobalId } from '../work-item/types.ts';
import { reducerOf } from '../access/reducer.ts';
import { isFiltered } from '../filter/rules.ts';
import { emptyTable, entries, get, remove, set } from '../table/index.ts';
import { sameData } from '../tree/confirmed.ts';
import { roadmapActions, roadmapAnswers } from './actions.ts';
import { sameTimeframe, timeframeOf } from './rules/timeframe.ts';
import { DEFAULT_VIEW, rereading } from './rules/view.ts';

const NO_PAGE: PageMark = { cursor: null, more: false };
const NO_SUGGESTIONS: Suggestions = { search: '', status: 'idle', options: [] };
const EXPANDED: EpicFlags = { expanded: true, loading: false };
const LOADING: EpicFlags = { expanded: false, loading: true };
const FAILED: EpicFlags = { expanded: false, loading: false, failed: true };
const KEYS: readonly SuggestionKey[] = ['author', 'label', 'milestone', 'epic', 'reaction'];

export const initialRoadmapState: RoadmapState = {
  config: null,
  view: DEFAULT_VIEW,
  today: null,
  serial: 0,
  status: 'idle',
  ids: [],
  page: NO_PAGE,
  loadingMore: false,
  children: emptyTable(),
  flags: emptyTable(),
  milestones: { serial: 0, status: 'idle', list: [], expanded: true },
  drawerOpen: false,
  tray: { open: false, status: 'idle', ids: [], page: NO_PAGE },
  fresh: [],
  limitDismissed: false,
  suggestions: Object.fromEntries(KEYS.map((key) => [key, NO_SUGGESTIONS])) as RoadmapState['suggestions'],
  recent: [],
};

/** RM-13.5: nothing of the epics is left, and they are read again. */
const cleared = (state: RoadmapState): RoadmapState => ({
  ...state,
  serial: state.serial + 1,
  status: 'loading',
  ids: [],
  page: NO_PAGE,
  loadingMore: false,
  children: emptyTable(),
  flags: emptyTable(),
  fresh: [],
  tray: { ...state.tray, status: 'idle', ids: [], page: NO_PAGE },
});

/** RM-13.6: the epics are read again, while those that are known stay in sight. */
const outdated = (state: RoadmapState): RoadmapState => ({
  ...state,
  serial: state.serial + 1,
  status: 'loading',
  page: NO_PAGE,
  loadingMore: false,
  tray: state.tray.status === 'ready' ? state.tray : { ...state.tray, status: 'idle' },
});

/** RM-10.1: milestones are read while they are shown, and forgotten otherwise. */
const milestonesAgain = (state: RoadmapState): RoadmapState => ({
  ...state,
  milestones: {
    ...state.milestones,
    serial: state.milestones.serial + 1,
    status: state.view.showMilestones ? 'loading' : 'idle',
    list: [],
  },
});

const isLatest = (state: RoadmapState, { serial }: { readonly serial: number }): boolean =>
  state.config !== null && state.serial === serial;

/** RM-07.6: an epic that is in the list already does not come in again. */
function withIds(ids: readonly GlobalId[], more: readonly { readonly id: GlobalId }[]): readonly GlobalId[] {
  const added = new Set(more.map(({ id }) => id));
  // Of many epics the page is the smaller part: it is looked through for them.
  if (added.size > 0) for (const id of ids) added.delete(id);
  return added.size === 0 ? ids : ids.concat([...added]);
}

/** RM-14.2: nothing is on its way any more. */
function withoutProgress(state: RoadmapState): RoadmapState {
  return { ...state, status: 'failed', loadingMore: false, flags: emptyTable() };
}

function withSuggestions(state: RoadmapState, key: SuggestionKey, change: Partial<Suggestions>): RoadmapState {
  return { ...state, suggestions: { ...state.suggestions, [key]: { ...state.suggestions[key], ...change } } };
}

export const roadmapReducer = reducerOf(initialRoadmapState, (on) => {
  on(roadmapActions.roadmapOpened, (state, { config, view, expanded = [] }) => {
    const opened = cleared({
      ...initialRoadmapState,
      serial: state.serial,
      milestones: { ...initialRoadmapState.milestones, serial: state.milestones.serial },
      config,
      view,
    });
    return milestonesAgain({ ...opened, flags: expanded.reduce((flags, id) => set(flags, id, LOADING), opened.flags) });
  });
  on(roadmapActions.roadmapClosed, ({ serial, milestones }) => ({
    ...initialRoadmapState,
    serial,
    milestones: { ...initialRoadmapState.milestones, serial: milestones.serial },
  }));
  on(roadmapActions.viewChanged, (state, { view }) => {
    if (state.config === null) return state;
    const again = rereading(state.view, view);
    const shown = view.showMilestones && !state.view.showMilestones && state.milestones.list.length === 0;
    let next: RoadmapState = { ...state, view };
    if (again.epics) next = samePeriod(state.view, view) ? outdated(next) : cleared(next);
    return again.milestones || shown ? milestonesAgain(next) : next;
  });
  on(roadmapActions.roadmapRetried, (state) => {
    if (state.config === null) return state;
    const next = cleared(state);
    return state.milestones.status === 'failed' ? milestonesAgain(next) : next;
  });
  on(roadmapActions.nextPageAsked, (state) =>
    state.status === 'ready' && state.page.more && !state.loadingMore ? { ...state, loadingMore: true } : state,
  );
  on(roadmapActions.epicToggled, toggled);
  on(roadmapActions.milestonesToggled, (state) => ({
    ...state,
    milestones: { ...state.milestones, expanded: !state.milestones.expanded },
  }));
  on(roadmapActions.drawerOpened, (state) => ({ ...state, drawerOpen: true }));
  on(roadmapActions.drawerClosed, (state) => ({ ...state, drawerOpen: false }));
  on(roadmapActions.trayToggled, (state) => ({ ...state, tray: { ...state.tray, open: !state.tray.open } }));
  on(roadmapActions.limitDismissed, (state) => ({ ...state, limitDismissed: true }));
  on(roadmapActions.suggestionsAsked, (state, { key, search }) =>
    state.config === null ? state : withSuggestions(state, key, { search, status: 'loading' }),
  );
  on(roadmapActions.recentCleared, (state) => ({ ...state, recent: [] }));
  on(roadmapActions.datesChanged, (state, { id, fromTray = state.tray.ids.includes(id) }) =>
    fromTray && !state.fresh.includes(id) ? { ...state, fresh: [...state.fresh, id] } : state,
  );

  on(roadmapAnswers.started, (state, { today, recent }) => ({ ...state, today, recent }));
  on(roadmapAnswers.dayChanged, (state, { today }) =>
    sameTime(state, today) ? { ...state, today } : milestonesAgain(outdated({ ...state, today })),
  );
  on(roadmapAnswers.epicsRead, (state, { serial, read, epics, page }) => {
    if (!isLatest(state, { serial })) return state;
    const ids = withIds(read === 'first' ? [] : state.ids, epics);
    const next: RoadmapState = { ...state, status: 'ready', ids, page, loadingMore: false };
    return read === 'first' ? withOnlyEpic(next, epics) : next;
  });
  on(roadmapAnswers.epicsReadAgain, (state, { serial, list }) =>
    list === null || !isLatest(state, { serial }) || state.status !== 'ready' ? state : listedAgain(state, list),
  );
  on(roadmapAnswers.epicsMissing, (state, answer) =>
    isLatest(state, answer) ? { ...withoutProgress(state), status: 'missing', ids: [] } : state,
  );
  on(roadmapAnswers.epicsFailed, (state, answer) => (isLatest(state, answer) ? withoutProgress(state) : state));
  on(roadmapAnswers.childrenRead, (state, { serial, parentId, epics }) => {
    const flags = get(state.flags, parentId);
    if (!isLatest(state, { serial })) return state;
    return {
      ...state,
      children: set(state.children, parentId, withIds([], epics)),
      // Who collapsed it meanwhile finds it collapsed.
      flags: flags === undefined ? state.flags : set(state.flags, parentId, EXPANDED),
    };
  });
  on(roadmapAnswers.childrenFailed, (state, { serial, parentId }) => {
    const known = get(state.flags, parentId) === undefined || get(state.children, parentId) !== undefined;
    return known || !isLatest(state, { serial }) ? state : { ...state, flags: set(state.flags, parentId, FAILED) };
  });
  on(roadmapAnswers.undatedAsked, (state, answer) =>
    isLatest(state, answer) ? { ...state, tray: { ...state.tray, status: 'loading' } } : state,
  );
  on(roadmapAnswers.undatedRead, (state, { serial, read, epics, page }) => {
    if (!isLatest(state, { serial })) return state;
    // The list is read from its end: a further page stands before those that are known.
    const ids = withIds(
      withIds([], epics),
      (read === 'first' ? [] : state.tray.ids).map((id) => ({ id })),
    );
    return { ...state, tray: { ...state.tray, status: 'ready', ids, page } };
  });
  on(roadmapAnswers.undatedFailed, (state, answer) =>
    isLatest(state, answer) ? { ...state, tray: { ...state.tray, status: 'failed' } } : state,
  );
  on(roadmapAnswers.milestonesRead, (state, { serial, milestones: list }) =>
    state.milestones.serial !== serial || sameMilestones(state.milestones, list)
      ? state
      : { ...state, milestones: { ...state.milestones, status: 'ready', list } },
  );
  on(roadmapAnswers.milestonesFailed, (state, { serial }) =>
    state.milestones.serial === serial ? { ...state, milestones: { ...state.milestones, status: 'failed' } } : state,
  );
  on(roadmapAnswers.suggestionsRead, (state, { key, search, options }) =>
    state.suggestions[key].search === search ? withSuggestions(state, key, { status: 'ready', options }) : state,
  );
  on(roadmapAnswers.suggestionsFailed, (state, { key, search }) =>
    state.suggestions[key].search === search ? withSuggestions(state, key, { status: 'failed', options: [] }) : state,
  );
  on(roadmapAnswers.recentKept, (state, { recent }) => ({ ...state, recent }));
  on(roadmapAnswers.highlightEnded, (state, { ids }) => ({
    ...state,
    fresh: state.fresh.filter((id) => !ids.includes(id)),
  }));
});

/** RM-13.11: the list as it is now. Children that are folded away are not read with it: who looks at them again reads them then. */
function listedAgain(
  state: RoadmapState,
  { ids: all, page }: { readonly ids: readonly GlobalId[]; readonly page: PageMark },
): RoadmapState {
  const ids = withIds(
    [],
    all.map((id) => ({ id })),
  );
  const same = sameData(ids, state.ids) ? state.ids : ids;
  let { children } = state;
  for (const [id] of entries(children)) if (get(state.flags, id)?.expanded !== true) children = remove(children, id);
  return { ...state, ids: same, page, children };
}

/** Read again, they are mostly what they were. */
const sameMilestones = ({ status, list }: RoadmapState['milestones'], next: readonly RoadmapMilestone[]): boolean =>
  status === 'ready' && sameData(list, next);

/** Only the preset differs: the same range, order, state and filters. */
function samePeriod(before: RoadmapState['view'], after: RoadmapState['view']): boolean {
  return !rereading({ ...before, preset: after.preset }, after).epics;
}

/** RM-05.5: the same cells on another day. */
function sameTime({ config, today: before, view: { range, preset } }: RoadmapState, today: string): boolean {
  if (config === null || before === null) return true;
  const at = (day: string) => timeframeOf(range, preset, day, config.firstDayOfWeek);
  return sameTimeframe(at(before), at(today));
}

/** RM-11.10: the children of the only epic of a group are what one has come for. */
function withOnlyEpic(state: RoadmapState, epics: readonly RoadmapEpic[]): RoadmapState {
  const [only, ...others] = epics;
  const { config, view, flags, page } = state;
  if (only === undefined || others.length > 0 || page.more || !only.hasChildren || flags.size > 0) return state;
  if (config === null || config.epicIid !== null || !config.allowSubEpics || isFiltered(view.filters)) return state;
  return { ...state, flags: set(flags, only.id, LOADING) };
}

/** RM-11.1 to RM-11.4: collapses, expands what was read, or is about to read; where the filters left no child, nothing. */
function toggled(state: RoadmapState, { id }: { readonly id: GlobalId }): RoadmapState {
  const flags = get(state.flags, id);
  const open = state.status === 'ready' || state.status === 'loading';
  if (state.config === null || !open || flags?.loading === true) return state;
  const children = get(state.children, id);
  if (flags?.expanded !== true) {
    const loaded = children !== undefined;
    return { ...state, flags: set(state.flags, id, loaded ? EXPANDED : LOADING) };
  }
  if (children?.length === 0 && isFiltered(state.view.filters)) return state;
  return { ...state, flags: remove(state.flags, id) };
}
