import type { StateEvent } from '../work-item/rules.ts';
import type { NewEpic } from './rules.ts';
import { mutation } from '../mutation/index.ts';
import { serverAction, userAction, type NoticeDraft } from '../store/action.ts';
import type { GlobalId, WorkItemState } from '../work-item/types.ts';
import type { EpicListQuery } from './list-query.ts';
import type { RealtimeText } from './types.ts';

export interface PageRoute {
  readonly groupPath: string;
  readonly iid: string;
}

export interface EpicStateChange {
  readonly id: GlobalId;
  readonly event: StateEvent;
  readonly endpoint: string;
}

export interface EpicStateAnswer {
  readonly state: WorkItemState;
  readonly lockVersion: number | null;
}

export interface EpicCreation {
  /** Of the form that was sent, which may have been left since. */
  readonly serial: number;
  readonly groupPath: string;
  readonly epic: NewEpic;
}

export interface EpicRemoval extends PageRoute {
  readonly id: GlobalId;
  readonly endpoint: string;
  /** Where to go on if the server does not say it. */
  readonly listPath: string;
}

export const epicActions = {
  /** The view calls it for every address of the list: the address is the query. */
  epicListOpened: userAction<{ groupPath: string; query: EpicListQuery }>('epic/listOpened'),
  epicListRetried: userAction('epic/listRetried'),
  epicPageOpened: userAction<PageRoute>('epic/pageOpened'),
  epicPageClosed: userAction('epic/pageClosed'),
  epicPageRetried: userAction('epic/pageRetried'),
  /** Closes an open epic, reopens a closed one. EP-03.22: whoever shows the epic's state listens to its answer. */
  epicStateToggled: mutation<EpicStateChange, EpicStateAnswer, void>('epic/stateToggled'),
  /** Without a path: a new epic of the group that the open page or list belongs to. */
  newEpicOpened: userAction<{ groupPath?: string } | void>('epic/newEpicOpened'),
  /** `left`: its page was left, and what was typed stays kept. */
  newEpicClosed: userAction<{ left?: true } | void>('epic/newEpicClosed'),
  newEpicTitleChanged: userAction<{ title: string }>('epic/newEpicTitleChanged'),
  newEpicConfidentialChanged: userAction<{ confidential: boolean }>('epic/newEpicConfidentialChanged'),
  /** Of the form's colour selector: a colour, the beginning of one, or nothing for the default. */
  newEpicColorPicked: userAction<{ color: string }>('epic/newEpicColorPicked'),
  /** The answer: where its page is. */
  newEpicSubmitted: mutation<EpicCreation, string, void>('epic/newEpicSubmitted'),
  epicDeletionAsked: userAction('epic/deletionAsked'),
  epicDeletionCancelled: userAction('epic/deletionCancelled'),
  /** The answer: where to go on. */
  epicDeletionConfirmed: mutation<EpicRemoval, string, void>('epic/deletionConfirmed'),

  /** Something of the open page is known to have changed: it is read again, while it stays as it is. */
  epicPageOutdated: serverAction('epic/pageOutdated'),
  epicRefreshed: serverAction<{ id: GlobalId } & RealtimeText>('epic/refreshed'),
};

/** An alert on the epic page: the specification's sentence, the server's own words below it. */
export const epicAlert = (text: string, detail?: string | null): NoticeDraft => ({
  kind: 'danger',
  text,
  dismissible: true,
  ...(detail === undefined || detail === null || detail === text ? {} : { detail }),
  scope: 'epic',
});
