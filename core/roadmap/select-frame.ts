import type { RoadmapView } from './rules/view.ts';
import type { RoadmapRoot } from './types.ts';
import { createSelector } from 'reselect';
import { formatDay } from '../calendar/rules.ts';
import { isFiltered } from '../filter/rules.ts';
import { epicsQuery, selectListed, selectRoadmapStatus } from './reads.ts';
import { presetOf } from './rules/timeframe.ts';
import { DEFAULT_VIEW } from './rules/view.ts';
import { RANGE_CHOICES } from './rules/view-choices.ts';
import { EMPTY_TEXTS, LIMIT_WARNING } from './texts.ts';
import {
  selectIsFiltered,
  selectRoadmapConfig,
  selectRoadmapRows,
  selectRoadmapView,
  selectTimeframe,
} from './select.ts';

/** RM-15.6: views of a longer time, the shortest first, with the default cells of their range: years in weeks would be many screens wide. */
const widerThan = (view: RoadmapView): readonly { readonly label: string; readonly view: RoadmapView }[] =>
  RANGE_CHOICES.slice(RANGE_CHOICES.findIndex(({ value }) => value === view.range) + 1).map(({ value, label }) => ({
    label: EMPTY_TEXTS.show(label),
    view: { ...view, range: value, preset: presetOf(value, null) },
  }));

/** RM-15: what is shown instead of the timeline if no epic has a bar. */
export const selectRoadmapEmpty = createSelector(
  [
    selectRoadmapStatus,
    selectRoadmapConfig,
    selectTimeframe,
    selectRoadmapView,
    (root: RoadmapRoot) => selectRoadmapRows(root).rows.length === 0 && epicsQuery(root).next === null,
  ],
  (status, config, timeframe, view, empty) => {
    const filtered = isFiltered(view.filters);
    if (status !== 'ready' || !empty || config === null || timeframe === null) return null;
    const [from, to] = [formatDay(timeframe.startDate), formatDay(timeframe.endDate)];
    const unfiltered = config.epicIid === null ? EMPTY_TEXTS.groupHint(from, to) : EMPTY_TEXTS.childrenHint;
    return {
      title: filtered ? EMPTY_TEXTS.filtered : EMPTY_TEXTS.unfiltered,
      hint: filtered ? EMPTY_TEXTS.filteredHint(from, to) : unfiltered,
      /** RM-15.5: words of the hint that lead to the documentation of epics; null: none do. */
      help:
        filtered || config.epicIid === null
          ? null
          : { text: EMPTY_TEXTS.childrenLink, path: config.docsPath + EMPTY_TEXTS.childrenPlace },
      /** Paths; null: no such button. */
      newEpicPath: config.canCreateEpic && !filtered ? config.newEpicPath : null,
      listEpicsPath: config.listEpicsPath,
      wider: widerThan(view),
    };
  },
);

export type RoadmapEmpty = NonNullable<ReturnType<typeof selectRoadmapEmpty>>;

/** Everything around the timeline. */
export const selectRoadmapFrame = createSelector(
  [
    ({ roadmap }: RoadmapRoot) => roadmap,
    selectListed,
    selectRoadmapStatus,
    epicsQuery,
    selectIsFiltered,
    (root: RoadmapRoot) => selectRoadmapEmpty(root) !== null,
  ],
  ({ config, view, drawerOpen, limitDismissed }, ids, status, { next, loadingMore }, filtered, empty) => {
    const asAtFirst = view.state === DEFAULT_VIEW.state && view.range === DEFAULT_VIEW.range;
    const limit = config?.epicsLimit ?? 0;
    const warned = config !== null && ids.length > limit && !limitDismissed;
    return {
      status,
      drawerOpen,
      /** RM-19 */
      settingsShown: config !== null && config.epicIid === null && (filtered || !empty || !asAtFirst || drawerOpen),
      filtered,
      /** RM-18: while it is not dismissed. */
      limitWarning: warned ? { title: LIMIT_WARNING.title, body: LIMIT_WARNING.body(limit) } : null,
      /** RM-12: there is another page; `loadingMore` while it is on its way. */
      more: status === 'ready' && next !== null,
      loadingMore,
      /** Rows of an earlier answer are shown while the list is being read again. */
      refreshing: status === 'loading' && ids.length > 0,
    };
  },
);
