import type { Step } from '../store/domain.ts';
import type { Stamped } from '../store/action.ts';
import type { Branch, Page, RoadmapEpic, RoadmapRoot, RoadmapState, SuggestionsFound } from './types.ts';
import type { SearchedKey } from '../filter/rules.ts';
import type { GlobalId } from '../work-item/types.ts';
import { sameData } from '../entities/index.ts';
import { isFiltered, SEARCHED_KEYS } from '../filter/rules.ts';
import { reducerOf } from '../store/action.ts';
import { emptyTable, entries, get, set, tableOf } from '../table/index.ts';
import { roadmapActions, roadmapAnswers } from './actions.ts';
import { childrenKey, periodOf, roadmapReads, scopeOf, selectUndated } from './reads.ts';
import { DEFAULT_VIEW } from './rules/view.ts';

const NO_SUGGESTIONS: SuggestionsFound = { search: null, options: [] };
const EXPANDED: Branch = { folded: null, attempt: 0 };

const initialRoadmapState: RoadmapState = {
  config: null,
  view: DEFAULT_VIEW,
  today: null,
  branches: emptyTable(),
  milestonesExpanded: true,
  drawerOpen: false,
  trayOpen: false,
  fresh: [],
  limitDismissed: false,
  suggestions: Object.fromEntries(SEARCHED_KEYS.map((key) => [key, NO_SUGGESTIONS])) as RoadmapState['suggestions'],
  recent: [],
};

const collapsed = (state: RoadmapState): RoadmapState => ({ ...state, branches: emptyTable(), fresh: [] });

function withSuggestions(state: RoadmapState, key: SearchedKey, change: Partial<SuggestionsFound>): RoadmapState {
  return { ...state, suggestions: { ...state.suggestions, [key]: { ...state.suggestions[key], ...change } } };
}

const isExpanded = ({ folded }: Branch): boolean => folded === null;

export const roadmapReducer = reducerOf(initialRoadmapState, (on) => {
  on(roadmapActions.roadmapOpened, (_, { config, view, expanded = [] }) => ({
    ...initialRoadmapState,
    config,
    view,
    branches: tableOf(expanded.map((id) => [id, EXPANDED] as const)),
  }));
  on(roadmapActions.roadmapClosed, () => initialRoadmapState);
  on(roadmapActions.viewChanged, (state, { view }) => {
    if (state.config === null) return state;
    const next = { ...state, view };
    return sameData(scopeOf(state), scopeOf(next)) ? next : collapsed(next);
  });
  // Clearing the day forgets what was read; reading starts again once the day is known.
  on(roadmapActions.roadmapRetried, (state) => (state.config === null ? state : collapsed({ ...state, today: null })));
  on(roadmapActions.milestonesToggled, (state) => ({ ...state, milestonesExpanded: !state.milestonesExpanded }));
  on(roadmapActions.drawerOpened, (state) => ({ ...state, drawerOpen: true }));
  on(roadmapActions.drawerClosed, (state) => ({ ...state, drawerOpen: false }));
  on(roadmapActions.trayToggled, (state) => ({ ...state, trayOpen: !state.trayOpen }));
  on(roadmapActions.limitDismissed, (state) => ({ ...state, limitDismissed: true }));
  on(roadmapActions.suggestionsAsked, (state, { key, search }) =>
    state.config === null ? state : withSuggestions(state, key, { search }),
  );
  on(roadmapActions.recentCleared, (state) => ({ ...state, recent: [] }));

  on(roadmapAnswers.started, (state, { today, recent }) => ({ ...state, today, recent }));
  on(roadmapAnswers.dayChanged, (state, { today }) => ({ ...state, today }));
  on(roadmapReads.epics.received, (state, { data, cursor }) => (cursor === null ? withOnlyEpic(state, data) : state));
  // RM-13.11: collapsed epics are not refreshed with the list; their children are read when they are expanded again.
  on(roadmapAnswers.epicsReadAgain, (state, { ids }) => {
    const expanded = [...entries(state.branches)].filter(([, branch]) => isExpanded(branch));
    return ids === null || expanded.length === state.branches.size ? state : { ...state, branches: tableOf(expanded) };
  });
  // RM-14.2: no flag is left. A failed refresh is silent and does not get here.
  on(roadmapReads.epics.failed, (state) => ({ ...state, branches: emptyTable() }));
  on(roadmapReads.suggestions.received, (state, { params: { key, search }, data: options }) =>
    state.suggestions[key].search === search ? withSuggestions(state, key, { options }) : state,
  );
  on(roadmapAnswers.recentKept, (state, { recent }) => ({ ...state, recent }));
  on(roadmapAnswers.highlightEnded, (state, { ids }) => ({
    ...state,
    fresh: state.fresh.filter((id) => !ids.includes(id)),
  }));
});

/** RM-11.10: a group that is planned under one epic shows its children at once. */
function withOnlyEpic(state: RoadmapState, { items, next }: Page<RoadmapEpic>): RoadmapState {
  const [only, ...others] = items;
  const { config, view, branches } = state;
  if (only === undefined || others.length > 0 || next !== null || !only.hasChildren) return state;
  if (config === null || config.epicIid !== null || !config.allowSubEpics || isFiltered(view.filters)) return state;
  if ([...entries(branches)].some(([, branch]) => isExpanded(branch))) return state;
  return { ...state, branches: set(branches, only.id, { ...EXPANDED, attempt: get(branches, only.id)?.attempt ?? 0 }) };
}

/** Actions whose effect depends on the confirmed state. */
export function afterReduce(
  state: RoadmapState,
  action: Stamped,
  { before, after }: Pick<Step<RoadmapRoot>, 'before' | 'after'>,
): RoadmapState {
  if (roadmapActions.epicToggled.match(action)) return toggled(after, action.payload.id);
  if (!roadmapActions.datesChanged.match(action)) return state;
  const { id, fromTray = selectUndated(before).includes(id) } = action.payload;
  return fromTray && !state.fresh.includes(id) ? { ...state, fresh: [...state.fresh, id] } : state;
}

/** RM-11.1 to RM-11.4: collapses or expands. An epic that is loading, or whose children were all filtered out, stays as it is. */
function toggled(root: RoadmapRoot, id: GlobalId): RoadmapState {
  const { roadmap: state, confirmed, queries } = root;
  const { branches } = state;
  if (state.config === null) return state;
  const { folded, attempt } = get(branches, id) ?? { folded: periodOf(state), attempt: 0 };
  const children = get(confirmed.roadmapLists, childrenKey(id))?.ids;
  const isFailed = get(queries, childrenKey(id))?.status === 'failed';
  if (folded !== null || (isFailed && children === undefined)) {
    return { ...state, branches: set(branches, id, { folded: null, attempt: isFailed ? attempt + 1 : attempt }) };
  }
  if (children === undefined || (children.length === 0 && isFiltered(state.view.filters))) return state;
  return { ...state, branches: set(branches, id, { folded: periodOf(state), attempt }) };
}
