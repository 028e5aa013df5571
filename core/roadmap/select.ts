import type { Filters } from '../filter/rules.ts';
import type { Intent } from '../sync/index.ts';
import type { CivilDate, GlobalId } from '../work-item/types.ts';
import type { HeaderCell } from './rules/header.ts';
import type { MilestoneRows } from './rules/milestones.ts';
import type { DependencyLine } from './rules/dependencies.ts';
import type { Rejected, RowList } from './rules/rows.ts';
import type { Timeframe } from './rules/timeframe.ts';
import type { RoadmapView } from './rules/view.ts';
import type {
  RoadmapConfig,
  RoadmapConfirmed,
  RoadmapEpic,
  RoadmapState,
  RoadmapStatus,
  Suggestion,
  SuggestionKey,
  Suggestions,
} from './types.ts';
import type { Rejection } from './rules/clamp.ts';
import { createSelector } from 'reselect';
import { dayNumber, formatDay } from '../calendar/rules.ts';
import { DEFAULT_EMOJIS, EMOJI_WILDCARDS, emojiTitle, isFiltered } from '../filter/rules.ts';
import { createVisible } from '../sync/index.ts';
import { entries, get } from '../table/index.ts';
import { roadmapIntents } from './intents.ts';
import { sectionWidth, todayMark } from './rules/geometry.ts';
import { headerCells } from './rules/header.ts';
import { dependencyLines } from './rules/dependencies.ts';
import { milestoneRows } from './rules/milestones.ts';
import { epicsBelow } from './rules/row-texts.ts';
import { createRows, NO_ROWS } from './rules/rows.ts';
import { presetOf, timeframeOf } from './rules/timeframe.ts';
import { DEFAULT_VIEW, RANGE_CHOICES } from './rules/view.ts';
import { EMPTY_TEXTS, LIMIT_WARNING } from './texts.ts';

/** The state as the roadmap's selectors read it. */
export interface RoadmapRoot {
  readonly roadmap: RoadmapState;
  readonly confirmed: RoadmapConfirmed;
  readonly pending: readonly Intent[];
}

export const selectRoadmapStatus = (root: RoadmapRoot): RoadmapStatus => root.roadmap.status;
export const selectRoadmapConfig = (root: RoadmapRoot): RoadmapConfig | null => root.roadmap.config;
export const selectRoadmapView = (root: RoadmapRoot): RoadmapView => root.roadmap.view;
export const selectRoadmapToday = (root: RoadmapRoot): CivilDate | null => root.roadmap.today;
export const selectRecentSearches = (root: RoadmapRoot): readonly Filters[] => root.roadmap.recent;
const selectIsFiltered = (root: RoadmapRoot): boolean => isFiltered(root.roadmap.view.filters);

const visible = createVisible(roadmapIntents);

/** Epics as they are shown: the pending changes of dates over what is confirmed. */
export const selectShownEpics = ({ confirmed, pending }: RoadmapRoot): RoadmapConfirmed['roadmapEpics'] =>
  visible(confirmed, pending).roadmapEpics;

/** An epic as it is shown; null where it is not known. */
export const selectRoadmapEpic = (root: RoadmapRoot, id: GlobalId): RoadmapEpic | null =>
  get(selectShownEpics(root), id) ?? null;

/** Null until the day is known. */
export const selectTimeframe: (root: RoadmapRoot) => Timeframe | null = createSelector(
  [
    (root: RoadmapRoot) => root.roadmap.view.range,
    (root: RoadmapRoot) => root.roadmap.view.preset,
    (root: RoadmapRoot) => root.roadmap.today,
    (root: RoadmapRoot) => root.roadmap.config?.firstDayOfWeek ?? 0,
  ],
  (range, preset, today, first) => (today === null ? null : timeframeOf(range, preset, today, first)),
);

export interface RoadmapHeader {
  readonly cells: readonly HeaderCell[];
  /** Day number of today, the cell in which it lies, and the place of its line in whole per cent of the cell. */
  readonly today: number;
  readonly mark: { readonly cell: number; readonly percent: number } | null;
  /** Pixels, the column of details included. */
  readonly width: number;
}

export const selectRoadmapHeader: (root: RoadmapRoot) => RoadmapHeader | null = createSelector(
  [selectTimeframe, selectRoadmapToday],
  (timeframe, date) => {
    if (timeframe === null || date === null) return null;
    const today = dayNumber(date);
    return {
      cells: headerCells(timeframe, today),
      today,
      mark: todayMark(timeframe, today),
      width: sectionWidth(timeframe),
    };
  },
);

/** The rows of each roadmap are made from its own earlier ones: those of another group, which share nothing, would be looked through in vain and kept alive. */
const selectMaker = createSelector([selectRoadmapConfig], () => createRows());

/** RM-11: every row in its order, the places by epic, and the epics that have none. */
export function selectRoadmapRows(root: RoadmapRoot): RowList {
  const timeframe = selectTimeframe(root);
  if (timeframe === null) return NO_ROWS;
  const { ids, tray, children, flags, fresh } = root.roadmap;
  return selectMaker(root)({
    epics: selectShownEpics(root),
    ids,
    undated: tray.ids,
    children,
    flags,
    fresh,
    filtered: selectIsFiltered(root),
    timeframe,
  });
}

/** RM-02.12: those that are expanded, or about to be. */
export const selectExpandedEpics = (root: RoadmapRoot): readonly GlobalId[] =>
  [...entries(root.roadmap.flags)].flatMap(([id, { expanded, loading }]) => (expanded || loading ? [id] : []));

/** RM-11.9: by expanded epic, how many of the epics below it were not read with its children, those below them included; absent where none. */
export const selectChildrenNotShown: (root: RoadmapRoot) => ReadonlyMap<GlobalId, number> = createSelector(
  [selectShownEpics, (root: RoadmapRoot) => root.roadmap.children, (root: RoadmapRoot) => root.roadmap.flags],
  (epics, children, flags) => {
    const counts = new Map<GlobalId, number>();
    for (const [id, { expanded }] of entries(flags)) {
      const [epic, read] = [get(epics, id), get(children, id)];
      if (!expanded || epic === undefined || read === undefined) continue;
      const shown = read.reduce((sum, childId) => {
        const child = get(epics, childId);
        return child === undefined ? sum : sum + 1 + epicsBelow(child);
      }, 0);
      if (shown < epicsBelow(epic)) counts.set(id, epicsBelow(epic) - shown);
    }
    return counts;
  },
);

/** RM-09.14: the lines between the rows. */
export const selectDependencyLines: (root: RoadmapRoot) => readonly DependencyLine[] = createSelector(
  [selectRoadmapRows],
  dependencyLines,
);

export interface RoadmapMilestones {
  readonly status: RoadmapState['milestones']['status'];
  readonly expanded: boolean;
  readonly bars: MilestoneRows['bars'];
  readonly lanes: number;
}

/** RM-10: the section of milestones; null where it is not shown. */
export const selectRoadmapMilestones: (root: RoadmapRoot) => RoadmapMilestones | null = createSelector(
  [
    selectTimeframe,
    (root: RoadmapRoot) => root.roadmap.milestones,
    (root: RoadmapRoot) => root.roadmap.view.milestonesType,
    (root: RoadmapRoot) => root.roadmap.view.showMilestones,
  ],
  (timeframe, { status, list, expanded }, type, shown) =>
    timeframe === null || !shown ? null : { status, expanded, ...milestoneRows(list, type, timeframe) },
);

export interface TrayItem {
  readonly id: GlobalId;
  readonly title: string;
  readonly reference: string;
  readonly webPath: string;
  readonly canUpdate: boolean;
  readonly startDate: CivilDate | null;
  readonly dueDate: CivilDate | null;
  /** RM-07.7 */
  readonly reason: string;
}

export interface RoadmapTray {
  readonly open: boolean;
  readonly status: RoadmapState['tray']['status'];
  readonly items: readonly TrayItem[];
  /** There are more epics without dates: `trayNextPageAsked`. */
  readonly more: boolean;
}

const REASONS: Readonly<Record<Rejection, string>> = {
  undated: 'No start and end date',
  due_before_start: 'Due before start',
  outside: 'Outside of the dates shown',
};

/** RM-07.11: the list of a group is read from its end; the last one stands first, and a further page behind those that are known. */
function asRead(rejected: readonly Rejected[], undated: readonly GlobalId[]): readonly Rejected[] {
  const read = new Set(undated);
  const isRead = ({ id }: Rejected): boolean => read.has(id);
  return [...rejected.filter((each) => !isRead(each)), ...rejected.filter(isRead).reverse()];
}

export const selectRoadmapTray: (root: RoadmapRoot) => RoadmapTray = createSelector(
  [
    (root: RoadmapRoot) => root.roadmap.tray,
    (root: RoadmapRoot) => selectRoadmapRows(root).rejected,
    (root: RoadmapRoot) => root.roadmap.config?.epicIid === null,
  ],
  ({ open, status, page, ids }, rejected, ofGroup) => ({
    open,
    status,
    more: page.more,
    items: (ofGroup ? asRead(rejected, ids) : rejected).map(({ id, epic, reason }) => ({
      id,
      title: epic.title,
      reference: epic.reference,
      webPath: epic.webPath,
      canUpdate: epic.canUpdate,
      startDate: epic.startDate,
      dueDate: epic.dueDate,
      reason: REASONS[reason],
    })),
  }),
);

export interface RoadmapEmpty {
  readonly title: string;
  readonly hint: string;
  /** RM-15.5: words of the hint that lead to the documentation of epics; null: none do. */
  readonly help: { readonly text: string; readonly path: string } | null;
  /** Paths; null: no such button. */
  readonly newEpicPath: string | null;
  readonly listEpicsPath: string;
  /** RM-15.6: views of a longer time, the shortest first. */
  readonly wider: readonly { readonly label: string; readonly view: RoadmapView }[];
}

/** A range of its own cells: years in weeks would be many screens wide. */
const widerThan = (view: RoadmapView): RoadmapEmpty['wider'] =>
  RANGE_CHOICES.slice(RANGE_CHOICES.findIndex(({ value }) => value === view.range) + 1).map(({ value, label }) => ({
    label: EMPTY_TEXTS.show(label),
    view: { ...view, range: value, preset: presetOf(value, null) },
  }));

/** RM-15: what stands in place of the timeline where no epic has a bar. */
export const selectRoadmapEmpty: (root: RoadmapRoot) => RoadmapEmpty | null = createSelector(
  [
    selectRoadmapStatus,
    selectRoadmapConfig,
    selectTimeframe,
    selectRoadmapView,
    (root: RoadmapRoot) => selectRoadmapRows(root).rows.length === 0 && !root.roadmap.page.more,
  ],
  (status, config, timeframe, view, empty) => {
    const filtered = isFiltered(view.filters);
    if (status !== 'ready' || !empty || config === null || timeframe === null) return null;
    const [from, to] = [formatDay(timeframe.startDate), formatDay(timeframe.endDate)];
    const unfiltered = config.epicIid === null ? EMPTY_TEXTS.groupHint(from, to) : EMPTY_TEXTS.childrenHint;
    return {
      title: filtered ? EMPTY_TEXTS.filtered : EMPTY_TEXTS.unfiltered,
      hint: filtered ? EMPTY_TEXTS.filteredHint(from, to) : unfiltered,
      help:
        filtered || config.epicIid === null
          ? null
          : { text: EMPTY_TEXTS.childrenLink, path: config.docsPath + EMPTY_TEXTS.childrenPlace },
      newEpicPath: config.canCreateEpic && !filtered ? config.newEpicPath : null,
      listEpicsPath: config.listEpicsPath,
      wider: widerThan(view),
    };
  },
);

export interface RoadmapFrame {
  readonly status: RoadmapStatus;
  readonly drawerOpen: boolean;
  /** RM-19 */
  readonly settingsShown: boolean;
  readonly filtered: boolean;
  /** RM-18: the warning, while it is not dismissed. */
  readonly limitWarning: { readonly title: string; readonly body: string } | null;
  /** RM-12: there is another page; `loadingMore` while it is on its way. */
  readonly more: boolean;
  readonly loadingMore: boolean;
  /** Rows of an earlier answer are shown while the next one is on its way. */
  readonly refreshing: boolean;
}

/** Everything around the timeline. */
export const selectRoadmapFrame: (root: RoadmapRoot) => RoadmapFrame = createSelector(
  [({ roadmap }: RoadmapRoot) => roadmap, selectIsFiltered, (root: RoadmapRoot) => selectRoadmapEmpty(root) !== null],
  ({ status, config, view, drawerOpen, ids, limitDismissed, page, loadingMore }, filtered, empty) => {
    const asAtFirst = view.state === DEFAULT_VIEW.state && view.range === DEFAULT_VIEW.range;
    const limit = config?.epicsLimit ?? 0;
    const warned = config !== null && ids.length > limit && !limitDismissed;
    return {
      status,
      drawerOpen,
      settingsShown: config !== null && config.epicIid === null && (filtered || !empty || !asAtFirst || drawerOpen),
      filtered,
      limitWarning: warned ? { title: LIMIT_WARNING.title, body: LIMIT_WARNING.body(limit) } : null,
      more: status === 'ready' && page.more,
      loadingMore,
      refreshing: status === 'loading' && ids.length > 0,
    };
  },
);

const DEFAULT_REACTIONS: readonly Suggestion[] = [...EMOJI_WILDCARDS, ...DEFAULT_EMOJIS].map((name) => ({
  value: name,
  title: emojiTitle(name),
  detail: null,
  avatarUrl: null,
  color: null,
}));

/** RM-03.7, RM-03.12, RL-08.1: what may be chosen for a token; the viewer is the first author, and before anything is typed emojis are the default ones. */
export const selectSuggestions: (root: RoadmapRoot, key: SuggestionKey) => Suggestions = createSelector(
  [
    (root: RoadmapRoot, key: SuggestionKey) => root.roadmap.suggestions[key],
    (_: RoadmapRoot, key: SuggestionKey) => key,
    (root: RoadmapRoot) => root.roadmap.config?.user ?? null,
  ],
  (suggestions, key, user) => {
    const search = suggestions.search.trim().toLowerCase();
    if (key === 'reaction' && search === '') return { ...suggestions, options: DEFAULT_REACTIONS };
    if (key !== 'author' || user === null) return suggestions;
    if (!`${user.name} @${user.username}`.toLowerCase().includes(search)) return suggestions;
    const own: Suggestion = {
      value: user.username,
      title: user.name,
      detail: `@${user.username}`,
      avatarUrl: user.avatarUrl,
      color: null,
    };
    return { ...suggestions, options: [own, ...suggestions.options.filter(({ value }) => value !== own.value)] };
  },
);
