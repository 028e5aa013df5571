import type { Filters } from '../filter/rules.ts';
import type { CivilDate, GlobalId } from '../work-item/types.ts';
import type { DependencyLine } from './rules/dependencies.ts';
import type { Mark } from './rules/row-layout.ts';
import type { RowList } from './rules/rows.ts';
import type { RoadmapView } from './rules/view.ts';
import type { RoadmapConfig } from './config.ts';
import type { RoadmapEpic, RoadmapRoot } from './types.ts';
import type { Table } from '../table/index.ts';
import { createSelector } from 'reselect';
import { dayNumber } from '../calendar/rules.ts';
import { sameData } from '../entities/index.ts';
import { isFiltered } from '../filter/rules.ts';
import { selectVisible } from '../mutation/index.ts';
import { entries, get, tableOf } from '../table/index.ts';
import { childrenKey, selectListed, selectUndated } from './reads.ts';
import { sectionWidth, todayMark } from './rules/geometry.ts';
import { headerCells } from './rules/cells.ts';
import { dependencyLines } from './rules/dependencies.ts';
import { epicsBelow } from './rules/row.ts';
import { createRows, NO_ROWS } from './rules/rows.ts';
import { timeframeOf } from './rules/timeframe.ts';

export const selectRoadmapConfig = (root: RoadmapRoot): RoadmapConfig | null => root.roadmap.config;
export const selectRoadmapView = (root: RoadmapRoot): RoadmapView => root.roadmap.view;
export const selectRoadmapToday = (root: RoadmapRoot): CivilDate | null => root.roadmap.today;
export const selectRecentSearches = (root: RoadmapRoot): readonly Filters[] => root.roadmap.recent;
export const selectIsFiltered = (root: RoadmapRoot): boolean => isFiltered(root.roadmap.view.filters);

/** Epics as they are shown: confirmed, with the pending mutations applied. */
export const selectShownEpics = ({ confirmed, pending }: RoadmapRoot): Table<RoadmapEpic> =>
  // Every id in the roadmap's lists came with a read of the roadmap, so all of its fields are known.
  selectVisible({ confirmed, pending }).items as Table<RoadmapEpic>;

/** An epic as it is shown; null where it is not known. */
export const selectRoadmapEpic = (root: RoadmapRoot, id: GlobalId): RoadmapEpic | null =>
  get(selectShownEpics(root), id) ?? null;

/** Null until the day is known. */
export const selectTimeframe = createSelector(
  [
    (root: RoadmapRoot) => root.roadmap.view.range,
    (root: RoadmapRoot) => root.roadmap.view.preset,
    (root: RoadmapRoot) => root.roadmap.today,
    (root: RoadmapRoot) => root.roadmap.config?.firstDayOfWeek ?? 0,
  ],
  (range, preset, today, first) => (today === null ? null : timeframeOf(range, preset, today, first)),
);

export const selectRoadmapHeader = createSelector([selectTimeframe, selectRoadmapToday], (timeframe, date) => {
  if (timeframe === null || date === null) return null;
  const today = dayNumber(date);
  return {
    cells: headerCells(timeframe, today),
    /** Day number. */
    today,
    mark: todayMark(timeframe, today),
    /** Pixels, the column of details included. */
    width: sectionWidth(timeframe),
  };
});

export type RoadmapHeader = NonNullable<ReturnType<typeof selectRoadmapHeader>>;

/** Rows are reused only within one roadmap: those of another group share nothing and would only be kept alive. */
const selectMaker = createSelector([selectRoadmapConfig], () => createRows());

interface Branches {
  readonly marks: Table<Mark>;
  /** By expanded epic. */
  readonly children: Table<readonly GlobalId[]>;
}

/** RM-11.2, RM-11.8: what is expanded or about to be. If children cannot be read, those that are known from an earlier view are shown. */
export const selectBranches: (root: RoadmapRoot) => Branches = createSelector(
  [
    ({ roadmap }: RoadmapRoot) => roadmap.branches,
    ({ confirmed }: RoadmapRoot) => confirmed.roadmapLists,
    ({ queries }: RoadmapRoot) => queries,
  ],
  (branches, lists, queries): Branches => {
    const marks: [GlobalId, Mark][] = [];
    const children: [GlobalId, readonly GlobalId[]][] = [];
    for (const [id, { folded }] of entries(branches)) {
      if (folded !== null) continue;
      const ids = get(lists, childrenKey(id))?.ids;
      const isFailed = get(queries, childrenKey(id))?.status === 'failed';
      if (ids !== undefined) children.push([id, ids]);
      // mutant: roadmap-children-keep-loading
      marks.push([id, ids !== undefined ? 'expanded' : isFailed ? 'failed' : 'loading']);
    }
    return { marks: tableOf(marks), children: tableOf(children) };
  },
  { memoizeOptions: { resultEqualityCheck: sameData } },
);

/** RM-11: every row in its order, the places by epic, and the epics that have none. */
export function selectRoadmapRows(root: RoadmapRoot): RowList {
  const timeframe = selectTimeframe(root);
  if (timeframe === null) return NO_ROWS;
  return selectMaker(root)({
    epics: selectShownEpics(root),
    ids: selectListed(root),
    undated: selectUndated(root),
    ...selectBranches(root),
    fresh: root.roadmap.fresh,
    filtered: selectIsFiltered(root),
    timeframe,
  });
}

/** RM-02.12: those that are expanded, or about to be. */
export const selectExpandedEpics = (root: RoadmapRoot): readonly GlobalId[] =>
  [...entries(selectBranches(root).marks)].flatMap(([id, mark]) => (mark === 'failed' ? [] : [id]));

/** RM-11.9: by expanded epic, how many of the epics below it were not read with its children, those below them included; absent where none. */
export const selectChildrenNotShown: (root: RoadmapRoot) => ReadonlyMap<GlobalId, number> = createSelector(
  [selectShownEpics, (root: RoadmapRoot) => selectBranches(root).children],
  (epics, children) => {
    const counts = new Map<GlobalId, number>();
    for (const [id, read] of entries(children)) {
      const epic = get(epics, id);
      if (epic === undefined) continue;
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
