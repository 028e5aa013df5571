import type { QueryState } from '../query/index.ts';
import type { GlobalId } from '../work-item/types.ts';
import type {
  EpicsPage,
  RoadmapEpic,
  RoadmapMilestone,
  RoadmapRoot,
  RoadmapState,
  RoadmapStatus,
  Suggestion,
  SuggestionKey,
} from './types.ts';
import { queryName, selectQuery } from '../query/index.ts';

/** What the roadmap reads, by name. How it is asked for is in `queries.ts`, which comes with the page. */

/** One view of the roadmap: what it asks for stands in the state for as long as its number does. */
export interface OfView {
  readonly serial: number;
}

export interface ChildrenOf extends OfView {
  readonly parentId: GlobalId;
}

export interface SuggestionsFor {
  readonly fullPath: string;
  readonly key: SuggestionKey;
  readonly search: string;
}

const ofView = ({ serial }: OfView): string => String(serial);

export const roadmapReads = {
  epics: queryName<OfView, EpicsPage, string>('roadmap/epics', ofView),
  children: queryName<ChildrenOf, readonly RoadmapEpic[]>(
    'roadmap/children',
    ({ serial, parentId }) => `${serial} ${parentId}`,
  ),
  /** RM-07.8 */
  undated: queryName<OfView, EpicsPage, string>('roadmap/undated', ofView),
  milestones: queryName<OfView, readonly RoadmapMilestone[]>('roadmap/milestones', ofView),
  suggestions: queryName<SuggestionsFor, readonly Suggestion[]>('roadmap/suggestions', ({ key }) => key),
};

/** The part of the state that says how far the readings have come. */
type Reading = Pick<RoadmapRoot, 'roadmap' | 'queries'>;

export const epicsAsked = ({ config, serial }: RoadmapState): OfView | null => (config === null ? null : { serial });

export const epicsQuery = (state: Reading): QueryState =>
  selectQuery(state, roadmapReads.epics, epicsAsked(state.roadmap));

/** RM-14.1: a further page that failed is a failure of the roadmap as well. */
export function selectRoadmapStatus(state: Reading): RoadmapStatus {
  const { status, error } = epicsQuery(state);
  return status === 'ready' && error !== null ? 'failed' : status;
}
