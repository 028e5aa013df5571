import type { QueryState } from '../query/index.ts';
import type { RoadmapRoot, RoadmapState, SuggestionKey } from './types.ts';
import { selectQuery } from '../query/index.ts';
import { entries, get, has } from '../table/index.ts';
import { epicsQuery, roadmapReads, type ChildrenOf, type OfView, type SuggestionsFor } from './reads.ts';

/** What is to be read beside the list, as things stand. */

type Reading = Pick<RoadmapRoot, 'roadmap' | 'queries'>;

/** Of what is expanded, and of what was and is still known: nothing is read again because somebody expands it again (RM-11.2). */
export function childrenAsked(state: Reading & Pick<RoadmapRoot, 'confirmed'>): readonly ChildrenOf[] {
  const { config, serial, flags, children } = state.roadmap;
  if (config === null) return [];
  const asked: ChildrenOf[] = [];
  for (const [parentId, { failed }] of entries(flags)) {
    // RM-02.12: what is on a further page, or below others, is not known yet.
    if (failed !== true && get(state.confirmed.items, parentId)?.group != null) asked.push({ serial, parentId });
  }
  for (const [parentId] of entries(children)) {
    const known = { serial, parentId };
    if (!has(flags, parentId) && selectQuery(state, roadmapReads.children, known).status === 'ready') asked.push(known);
  }
  return asked;
}

/** After the list; what another preset shows has the same tray. */
export function undatedAsked(state: Reading): OfView | null {
  const { config, tray } = state.roadmap;
  const asked = { serial: tray.serial };
  const isKnown = selectQuery(state, roadmapReads.undated, asked).status === 'ready';
  return config !== null && (isKnown || epicsQuery(state).status === 'ready') ? asked : null;
}

export const undatedQuery = (state: Reading): QueryState =>
  selectQuery(state, roadmapReads.undated, undatedAsked(state));

/** RM-10.5, RM-10.7: while they are shown; those that are known stay so while they are not. */
export const milestonesAsked = ({ config, view, milestones: { serial, list } }: RoadmapState): OfView | null =>
  config !== null && (view.showMilestones || list.length > 0) ? { serial } : null;

/** RL-08.1: before anything is typed emojis are the default ones, and nothing is asked. */
export function suggestionsAsked({ config, suggestions }: RoadmapState, key: SuggestionKey): SuggestionsFor | null {
  const { search } = suggestions[key];
  if (config === null || search === null || (key === 'reaction' && search.trim() === '')) return null;
  return { fullPath: config.fullPath, key, search };
}
