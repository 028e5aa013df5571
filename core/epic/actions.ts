import { makingEvent, serverEvent, userEvent } from '../store/action.ts';
import type { NoticeDraft } from '../store/types.ts';
import type { GlobalId, WorkItemState } from '../work-item/types.ts';
import type { EpicListQuery } from './list-query.ts';
import type { EpicDetails, EpicListAnswer, EpicPageData, RealtimeText } from './types.ts';

export interface PageRoute {
  readonly groupPath: string;
  readonly iid: string;
}

/** An edit of an epic's confidentiality; group and number name the epic on the wire. */
export interface ConfidentialityChange extends PageRoute {
  readonly id: GlobalId;
  readonly confidential: boolean;
}

/** The fields of the page's epic that are edited beside the text. */
export type EpicFields = Partial<Pick<EpicDetails, 'start' | 'due' | 'labels' | 'confidential'>>;

export const epicActions = {
  /** The view calls it for every address of the list: the address is the query. */
  epicListOpened: userEvent<{ groupPath: string; query: EpicListQuery }>('epic/listOpened'),
  epicListRetried: userEvent('epic/listRetried'),
  epicPageOpened: userEvent<PageRoute>('epic/pageOpened'),
  epicPageClosed: userEvent('epic/pageClosed'),
  epicPageRetried: userEvent('epic/pageRetried'),
  /** Closes an open epic, reopens a closed one. */
  epicStateToggled: userEvent('epic/stateToggled'),
  /** Without a path: a new epic of the group that the open page or list belongs to. */
  newEpicOpened: userEvent<{ groupPath?: string } | void>('epic/newEpicOpened'),
  /** `left`: its page was left, and what was typed stays kept. */
  newEpicClosed: userEvent<{ left?: true } | void>('epic/newEpicClosed'),
  newEpicTitleChanged: userEvent<{ title: string }>('epic/newEpicTitleChanged'),
  newEpicConfidentialChanged: userEvent<{ confidential: boolean }>('epic/newEpicConfidentialChanged'),
  /** Of the form's colour selector: a colour, the beginning of one, or nothing for the default. */
  newEpicColorPicked: userEvent<{ color: string }>('epic/newEpicColorPicked'),
  /** `meta.id` becomes the idempotency key, kept over retries whose answer never came. */
  newEpicSubmitted: makingEvent('epic/newEpicSubmitted'),
  /** Shown at once: `meta.id` is the intent and its idempotency key. The sidebar sends it; the header and the tree follow. */
  epicConfidentialityChanged: makingEvent<ConfidentialityChange>('epic/confidentialityChanged'),
  epicDeletionAsked: userEvent('epic/deletionAsked'),
  epicDeletionCancelled: userEvent('epic/deletionCancelled'),
  epicDeletionConfirmed: userEvent('epic/deletionConfirmed'),

  epicListReceived: serverEvent<EpicListAnswer & { groupPath: string; query: EpicListQuery }>('epic/listReceived'),
  epicListMissing: serverEvent<{ groupPath: string }>('epic/listMissing'),
  epicListFailed: serverEvent<{ groupPath: string; query: EpicListQuery; text: string }>('epic/listFailed'),
  epicPageReceived: serverEvent<PageRoute & { epic: EpicDetails; data: EpicPageData }>('epic/pageReceived'),
  epicPageMissing: serverEvent<PageRoute>('epic/pageMissing'),
  epicPageFailed: serverEvent<PageRoute & { text: string }>('epic/pageFailed'),
  /** Something of the open page is known to have changed: it is read again, while it stays as it is. */
  epicPageOutdated: serverEvent('epic/pageOutdated'),
  epicRefreshed: serverEvent<{ id: GlobalId } & RealtimeText>('epic/refreshed'),
  epicStateChangeSent: serverEvent<{ id: GlobalId }>('epic/stateChangeSent'),
  /** EP-03.22: the change event; whoever shows the epic's state listens to it. */
  epicStateChanged: serverEvent<{ id: GlobalId; state: WorkItemState; lockVersion: number | null }>(
    'epic/stateChanged',
  ),
  epicStateChangeFailed: serverEvent<{ id: GlobalId }>('epic/stateChangeFailed'),
  /** An edit beside the text was saved: what the server says of the fields that it concerned. */
  epicFieldsSaved: serverEvent<{ id: GlobalId; fields: EpicFields }>('epic/fieldsSaved'),
  /** `key`: the idempotency key of the form that was sent; logs of before know none. */
  newEpicRefused: serverEvent<{ text: string; answered: boolean; key?: string }>('epic/newEpicRefused'),
  epicCreated: serverEvent<{ webUrl: string; key?: string }>('epic/created'),
  epicDeleted: serverEvent<{ id: GlobalId; webUrl: string }>('epic/deleted'),
  epicDeletionFailed: serverEvent<{ id: GlobalId; text: string }>('epic/deletionFailed'),
};

/** An alert on the epic page: the specification's sentence, the server's own words below it. */
export const epicAlert = (text: string, detail?: string | null): NoticeDraft => ({
  kind: 'danger',
  text,
  dismissible: true,
  ...(detail === undefined || detail === null || detail === text ? {} : { detail }),
  scope: 'epic',
});
