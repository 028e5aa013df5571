import type { Filters, SearchedKey } from '../filter/rules.ts';
import type { CivilDate, GlobalId } from '../work-item/types.ts';
import type { RoadmapView } from './rules/view.ts';
import type { EpicsOf } from './reads.ts';
import type { RoadmapConfig } from './config.ts';
import type { DatesChange, RoadmapEpic } from './types.ts';
import { mutation } from '../mutation/index.ts';
import { serverAction, userAction, type NoticeDraft } from '../store/action.ts';

/** What a person does. */
export const roadmapActions = {
  /** RM-02.12: `expanded`: epics to expand, as they were when this place was left. */
  roadmapOpened: userAction<{ config: RoadmapConfig; view: RoadmapView; expanded?: readonly GlobalId[] }>(
    'roadmap/opened',
  ),
  roadmapClosed: userAction('roadmap/closed'),
  /** A whole new view, from the filter bar, the drawer or the address. The page replaces the address with it. */
  viewChanged: userAction<{ view: RoadmapView }>('roadmap/viewChanged'),
  /** Retry after a failure: everything is read again. */
  roadmapRetried: userAction('roadmap/retried'),
  /** The sentinel below the last row appeared. */
  nextPageAsked: userAction('roadmap/nextPageAsked'),
  epicToggled: userAction<{ id: GlobalId }>('roadmap/epicToggled'),
  milestonesToggled: userAction('roadmap/milestonesToggled'),
  drawerOpened: userAction('roadmap/drawerOpened'),
  drawerClosed: userAction('roadmap/drawerClosed'),
  trayToggled: userAction('roadmap/trayToggled'),
  trayNextPageAsked: userAction('roadmap/trayNextPageAsked'),
  limitDismissed: userAction('roadmap/limitDismissed'),
  suggestionsAsked: userAction<{ key: SearchedKey; search: string }>('roadmap/suggestionsAsked'),
  recentCleared: userAction('roadmap/recentCleared'),
  /** The answer: the epic as the server has it now, with the epics above it, whose inherited dates follow. */
  datesChanged: mutation<DatesChange, readonly RoadmapEpic[]>('roadmap/datesChanged'),
};

/** What the server, the clock or the storage said. */
export const roadmapAnswers = {
  started: serverAction<{ today: CivilDate; recent: readonly Filters[] }>('roadmap/started'),
  /** It is another day. */
  dayChanged: serverAction<{ today: CivilDate }>('roadmap/dayChanged'),
  /** RM-13.9: epics read again; `ids` comes with the last page and is the whole list. */
  epicsReadAgain: serverAction<{
    params: EpicsOf;
    epics: readonly RoadmapEpic[];
    ids: readonly GlobalId[] | null;
  }>('roadmap/epicsReadAgain'),
  recentKept: serverAction<{ recent: readonly Filters[] }>('roadmap/recentKept'),
  /** RM-16: the highlight has ended. */
  highlightEnded: serverAction<{ ids: readonly GlobalId[] }>('roadmap/highlightEnded'),
};

/** An alert above the roadmap, with the server's own message as its detail. */
export const roadmapAlert = (text: string, detail?: string | null): NoticeDraft => ({
  kind: 'danger',
  text,
  ...(detail === undefined || detail === null || detail === text ? {} : { detail }),
  scope: 'page',
});
