import {
  SUGGESTION_KEYS,
  type EpicFlags,
  type EpicsPage,
  type RoadmapState,
  type SuggestionKey,
  type SuggestionsFound,
} from './types.ts';
import type { GlobalId } from '../work-item/types.ts';
import { reducerOf } from '../store/action.ts';
import { isFiltered } from '../filter/rules.ts';
import { emptyTable, entries, get, has, remove, set } from '../table/index.ts';
import { sameData } from '../entities/index.ts';
import { roadmapActions, roadmapAnswers } from './actions.ts';
import { roadmapReads, type OfView } from './reads.ts';
import { sameTimeframe, timeframeOf } from './rules/timeframe.ts';
import { DEFAULT_VIEW, rereading } from './rules/view.ts';

const NO_SUGGESTIONS: SuggestionsFound = { search: null, options: [] };
const EXPANDED: EpicFlags = { expanded: true, loading: false };
const LOADING: EpicFlags = { expanded: false, loading: true };
const FAILED: EpicFlags = { expanded: false, loading: false, failed: true };

export const initialRoadmapState: RoadmapState = {
  config: null,
  view: DEFAULT_VIEW,
  today: null,
  serial: 0,
  ids: [],
  children: emptyTable(),
  flags: emptyTable(),
  milestones: { serial: 0, list: [], expanded: true },
  drawerOpen: false,
  tray: { serial: 0, open: false, ids: [] },
  fresh: [],
  limitDismissed: false,
  suggestions: Object.fromEntries(SUGGESTION_KEYS.map((key) => [key, NO_SUGGESTIONS])) as RoadmapState['suggestions'],
  recent: [],
};

/** RM-13.5: nothing of the epics is left, and they are read again. */
const cleared = (state: RoadmapState): RoadmapState => ({
  ...state,
  serial: state.serial + 1,
  ids: [],
  children: emptyTable(),
  flags: emptyTable(),
  fresh: [],
  tray: { ...state.tray, serial: state.serial + 1, ids: [] },
});

/** RM-13.6: the epics are read again, while those that are known stay in sight. */
const outdated = (state: RoadmapState): RoadmapState => ({
  ...state,
  serial: state.serial + 1,
  flags: [...entries(state.flags)].reduce(
    (flags, [id, { failed }]) => (failed === true ? set(flags, id, LOADING) : flags),
    state.flags,
  ),
});

/** RM-10.1: milestones are read while they are shown, and forgotten otherwise. */
const milestonesAgain = (state: RoadmapState): RoadmapState => ({
  ...state,
  milestones: {
    ...state.milestones,
    serial: state.milestones.serial + 1,
    list: [],
  },
});

/** RM-13.7: an answer to what another view asked for is not taken in. */
const isLatest = ({ config, serial: latest }: RoadmapState, { serial }: OfView): boolean =>
  config !== null && latest === serial;

/** RM-07.6: an epic that is in the list already does not come in again. */
function withIds(ids: readonly GlobalId[], more: readonly { readonly id: GlobalId }[]): readonly GlobalId[] {
  const added = new Set(more.map(({ id }) => id));
  // Of many epics the page is the smaller part: it is looked through for them.
  if (added.size > 0) for (const id of ids) added.delete(id);
  return added.size === 0 ? ids : ids.concat([...added]);
}

function withSuggestions(state: RoadmapState, key: SuggestionKey, change: Partial<SuggestionsFound>): RoadmapState {
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
  on(roadmapActions.roadmapRetried, (state) => (state.config === null ? state : cleared(state)));
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
    state.config === null ? state : withSuggestions(state, key, { search }),
  );
  on(roadmapActions.recentCleared, (state) => ({ ...state, recent: [] }));
  on(roadmapActions.datesChanged, (state, { id, fromTray = state.tray.ids.includes(id) }) =>
    fromTray && !state.fresh.includes(id) ? { ...state, fresh: [...state.fresh, id] } : state,
  );

  on(roadmapAnswers.started, (state, { today, recent }) => ({ ...state, today, recent }));
  on(roadmapAnswers.dayChanged, (state, { today }) =>
    sameTime(state, today) ? { ...state, today } : milestonesAgain(outdated({ ...state, today })),
  );
  on(roadmapReads.epics.received, (state, { params, data, cursor }) => {
    if (!isLatest(state, params)) return state;
    const next = { ...state, ids: withIds(cursor === null ? [] : state.ids, data.epics) };
    return cursor === null ? withOnlyEpic(next, data) : next;
  });
  on(roadmapAnswers.epicsReadAgain, (state, { serial, ids }) =>
    ids === null || !isLatest(state, { serial }) ? state : listedAgain(state, ids),
  );
  // RM-14.2: no flag is left. A reading anew that fails changes nothing, and is no failure of the query.
  on(roadmapReads.epics.failed, (state, { params, missing }) =>
    isLatest(state, params) ? { ...state, flags: emptyTable(), ids: missing ? [] : state.ids } : state,
  );
  on(roadmapReads.children.received, (state, { params: { serial, parentId }, data }) => {
    if (!isLatest(state, { serial })) return state;
    return {
      ...state,
      children: set(state.children, parentId, withIds([], data)),
      // Who collapsed it meanwhile finds it collapsed.
      flags: has(state.flags, parentId) ? set(state.flags, parentId, EXPANDED) : state.flags,
    };
  });
  on(roadmapReads.children.failed, (state, { params: { serial, parentId } }) => {
    const flags = get(state.flags, parentId);
    const isKnown = has(state.children, parentId);
    if (flags === undefined || !isLatest(state, { serial }) || (isKnown && !flags.loading)) return state;
    // Children that are known from a view before stand in for those that could not be read.
    // mutant: roadmap-children-keep-loading
    return { ...state, flags: set(state.flags, parentId, isKnown ? EXPANDED : FAILED) };
  });
  on(roadmapReads.undated.received, (state, { params, data, cursor }) => {
    if (state.config === null || state.tray.serial !== params.serial) return state;
    // The list is read from its end: a further page stands before those that are known.
    // mutant: tray-from-the-front
    const known = cursor === null ? [] : state.tray.ids.map((id) => ({ id }));
    return { ...state, tray: { ...state.tray, ids: withIds(withIds([], data.epics), known) } };
  });
  on(roadmapReads.milestones.received, (state, { params, data: list }) =>
    // Read again, they are mostly what they were.
    state.milestones.serial !== params.serial || sameData(list, state.milestones.list)
      ? state
      : { ...state, milestones: { ...state.milestones, list } },
  );
  on(roadmapReads.suggestions.received, (state, { params: { key, search }, data: options }) =>
    state.suggestions[key].search === search ? withSuggestions(state, key, { options }) : state,
  );
  on(roadmapReads.suggestions.failed, (state, { params: { key, search } }) =>
    state.suggestions[key].search === search ? withSuggestions(state, key, { options: [] }) : state,
  );
  on(roadmapAnswers.recentKept, (state, { recent }) => ({ ...state, recent }));
  on(roadmapAnswers.highlightEnded, (state, { ids }) => ({
    ...state,
    fresh: state.fresh.filter((id) => !ids.includes(id)),
  }));
});

/** RM-13.11: the list as it is now. Children that are folded away are not read with it: who looks at them again reads them then. */
function listedAgain(state: RoadmapState, all: readonly GlobalId[]): RoadmapState {
  const ids = withIds(
    [],
    all.map((id) => ({ id })),
  );
  const same = sameData(ids, state.ids) ? state.ids : ids;
  let { children } = state;
  for (const [id] of entries(children)) if (get(state.flags, id)?.expanded !== true) children = remove(children, id);
  return { ...state, ids: same, children };
}

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
function withOnlyEpic(state: RoadmapState, { epics, page }: EpicsPage): RoadmapState {
  const [only, ...others] = epics;
  const { config, view, flags } = state;
  if (only === undefined || others.length > 0 || page.more || !only.hasChildren || flags.size > 0) return state;
  if (config === null || config.epicIid !== null || !config.allowSubEpics || isFiltered(view.filters)) return state;
  return { ...state, flags: set(flags, only.id, LOADING) };
}

/** RM-11.1 to RM-11.4: collapses, expands what was read, or is about to read; where the filters left no child, nothing. */
function toggled(state: RoadmapState, { id }: { readonly id: GlobalId }): RoadmapState {
  const flags = get(state.flags, id);
  if (state.config === null || flags?.loading === true) return state;
  const children = get(state.children, id);
  if (flags?.expanded !== true) {
    const loaded = children !== undefined;
    return { ...state, flags: set(state.flags, id, loaded ? EXPANDED : LOADING) };
  }
  if (children?.length === 0 && isFiltered(state.view.filters)) return state;
  return { ...state, flags: remove(state.flags, id) };
}
