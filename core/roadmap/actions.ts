import type { Filters } from '../filter/rules.ts';
import type { NoticeDraft } from '../store/types.ts';
import type { CivilDate, GlobalId } from '../work-item/types.ts';
import type { RoadmapView } from './rules/view.ts';
import type {
  DatesChange,
  PageMark,
  RoadmapConfig,
  RoadmapEpic,
  RoadmapMilestone,
  Suggestion,
  SuggestionKey,
} from './types.ts';
import { makingEvent, serverEvent, userEvent } from '../store/action.ts';

/** What a person does. */
export const roadmapActions = {
  /** RM-02.12: `expanded`: epics to expand, as they were when this place was left. */
  roadmapOpened: userEvent<{ config: RoadmapConfig; view: RoadmapView; expanded?: readonly GlobalId[] }>(
    'roadmap/opened',
  ),
  roadmapClosed: userEvent('roadmap/closed'),
  /** Another view, whole: by the filter bar, the drawer, or the address. The view replaces the address by it. */
  viewChanged: userEvent<{ view: RoadmapView }>('roadmap/viewChanged'),
  /** After a failure: everything is read again. */
  roadmapRetried: userEvent('roadmap/retried'),
  /** The sentinel below the last row appeared. */
  nextPageAsked: userEvent('roadmap/nextPageAsked'),
  epicToggled: userEvent<{ id: GlobalId }>('roadmap/epicToggled'),
  milestonesToggled: userEvent('roadmap/milestonesToggled'),
  drawerOpened: userEvent('roadmap/drawerOpened'),
  drawerClosed: userEvent('roadmap/drawerClosed'),
  trayToggled: userEvent('roadmap/trayToggled'),
  trayNextPageAsked: userEvent('roadmap/trayNextPageAsked'),
  limitDismissed: userEvent('roadmap/limitDismissed'),
  suggestionsAsked: userEvent<{ key: SuggestionKey; search: string }>('roadmap/suggestionsAsked'),
  recentCleared: userEvent('roadmap/recentCleared'),
  /** By dragging or by keyboard. Shown at once; `meta.id` is the intent and its idempotency key. */
  datesChanged: makingEvent<DatesChange>('roadmap/datesChanged'),
};

/** What the server, the clock or the storage said. */
export const roadmapAnswers = {
  started: serverEvent<{ today: CivilDate; recent: readonly Filters[] }>('roadmap/started'),
  /** It is another day. */
  dayChanged: serverEvent<{ today: CivilDate }>('roadmap/dayChanged'),
  epicsRead: serverEvent<{ serial: number; read: 'first' | 'next'; epics: readonly RoadmapEpic[]; page: PageMark }>(
    'roadmap/epicsRead',
  ),
  /** RM-13.9: epics as they are now; with the last page of them the list, whole. */
  epicsReadAgain: serverEvent<{
    serial: number;
    epics: readonly RoadmapEpic[];
    list: { readonly ids: readonly GlobalId[]; readonly page: PageMark } | null;
  }>('roadmap/epicsReadAgain'),
  epicsMissing: serverEvent<{ serial: number }>('roadmap/epicsMissing'),
  /** RM-14; of the first page or a further one. */
  epicsFailed: serverEvent<{ serial: number }>('roadmap/epicsFailed'),
  childrenRead: serverEvent<{ serial: number; parentId: GlobalId; epics: readonly RoadmapEpic[] }>(
    'roadmap/childrenRead',
  ),
  childrenFailed: serverEvent<{ serial: number; parentId: GlobalId }>('roadmap/childrenFailed'),
  undatedAsked: serverEvent<{ serial: number }>('roadmap/undatedAsked'),
  undatedRead: serverEvent<{ serial: number; read: 'first' | 'next'; epics: readonly RoadmapEpic[]; page: PageMark }>(
    'roadmap/undatedRead',
  ),
  undatedFailed: serverEvent<{ serial: number }>('roadmap/undatedFailed'),
  milestonesRead: serverEvent<{ serial: number; milestones: readonly RoadmapMilestone[] }>('roadmap/milestonesRead'),
  milestonesFailed: serverEvent<{ serial: number }>('roadmap/milestonesFailed'),
  suggestionsRead: serverEvent<{ key: SuggestionKey; search: string; options: readonly Suggestion[] }>(
    'roadmap/suggestionsRead',
  ),
  suggestionsFailed: serverEvent<{ key: SuggestionKey; search: string }>('roadmap/suggestionsFailed'),
  recentKept: serverEvent<{ recent: readonly Filters[] }>('roadmap/recentKept'),
  /** The epic as the server has it now, with the epics above it, whose inherited dates follow. */
  datesConfirmed: serverEvent<{ intentId: string; epics: readonly RoadmapEpic[] }>('roadmap/datesConfirmed'),
  datesRefused: serverEvent<{ intentId: string; id: GlobalId }>('roadmap/datesRefused'),
  /** RM-16: the time of the highlight is over. */
  highlightEnded: serverEvent<{ ids: readonly GlobalId[] }>('roadmap/highlightEnded'),
};

/** An alert above the roadmap; the server's own words below the text. */
export const roadmapAlert = (text: string, detail?: string | null): NoticeDraft => ({
  kind: 'danger',
  text,
  ...(detail === undefined || detail === null || detail === text ? {} : { detail }),
  scope: 'page',
});
