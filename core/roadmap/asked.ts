import type { SearchedKey } from '../filter/rules.ts';
import type { QueryState } from '../query/index.ts';
import type { ChildrenOf, MilestonesOf, Reading, SuggestionsFor, UndatedOf } from './reads.ts';
import type { RoadmapRoot, RoadmapState } from './types.ts';
import { selectQuery } from '../query/index.ts';
import { entries, get } from '../table/index.ts';
import { epicsAsked, epicsQuery, listRead, roadmapReads, scopeOf, shownList } from './reads.ts';
import { timeframeOf } from './rules/timeframe.ts';
import { milestonesScope } from './rules/view.ts';

/** What has to be read besides the list, given the current state. */

/** RM-11.2: children of expanded epics, and of collapsed ones whose children are still known: expanding those again reads nothing. */
export function childrenAsked({ roadmap, confirmed }: RoadmapRoot): readonly ChildrenOf[] {
  const view = epicsAsked(roadmap);
  if (view === null) return [];
  return [...entries(roadmap.branches)].flatMap(([parentId, { attempt, folded }]) =>
    // RM-02.12: an epic on a further page, or below others, is not known yet.
    get(confirmed.items, parentId)?.group == null ? [] : [{ ...view, ...folded, parentId, attempt }],
  );
}

/** Read after the list. All presets share one tray. */
export function undatedAsked(state: Reading): UndatedOf | null {
  const scope = scopeOf(state.roadmap);
  const isKnown = shownList(state, 'undated') !== undefined;
  return scope !== null && (isKnown || epicsQuery(state).status === 'ready') ? { scope } : null;
}

export const undatedQuery = (state: Reading): QueryState =>
  selectQuery(state, roadmapReads.undated, undatedAsked(state));

/** RM-10.5, RM-10.7: read while they are shown; once known they are kept while hidden. */
export function milestonesAsked({ roadmap, confirmed }: Reading): MilestonesOf | null {
  const { config, view, today } = roadmap;
  if (config === null) return null;
  const scope = { fullPath: config.fullPath, ...milestonesScope(view) };
  // Every range offers weeks, and its weeks change whenever the cells of another preset do.
  const asked = { scope, start: today === null ? null : timeframeOf(view.range, 'WEEKS', today).start };
  const known = listRead(confirmed.roadmapLists, roadmapReads.milestones, asked)?.ids ?? [];
  return view.showMilestones || known.length > 0 ? asked : null;
}

/** RL-08.1: before anything is typed the default emojis are offered, without a request. */
export function suggestionsAsked({ config, suggestions }: RoadmapState, key: SearchedKey): SuggestionsFor | null {
  const { search } = suggestions[key];
  if (config === null || search === null || (key === 'reaction' && search.trim() === '')) return null;
  return { fullPath: config.fullPath, key, search };
}
