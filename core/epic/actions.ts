import type { LabelChange, StateEvent } from '../work-item/rules.ts';
import type { NewEpic } from './rules.ts';
import { mutation } from '../mutation/index.ts';
import { serverAction, userAction } from '../store/action.ts';
import type { DateField, DateSetting } from '../work-item/dates.ts';
import type { ItemReading } from '../work-item/entity.ts';
import type { OverKind } from '../work-item/slice.ts';
import type { GlobalId, WorkItemState } from '../work-item/types.ts';
import type { RealtimeText } from './wire.ts';

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
  /** Identifies the form that was sent, which may have been left since. */
  readonly serial: number;
  readonly groupPath: string;
  readonly epic: NewEpic;
}

export interface EpicRemoval extends PageRoute {
  readonly id: GlobalId;
  readonly endpoint: string;
  /** Where to go next unless the server says otherwise. */
  readonly listPath: string;
}

export const epicActions = {
  /** `as`: what it is shown as, where that is over a page (WI-14.10). */
  epicPageOpened: userAction<PageRoute & { readonly as?: OverKind }>('epic/pageOpened'),
  epicPageClosed: userAction('epic/pageClosed'),
  epicPageRetried: userAction('epic/pageRetried'),
  /** Closes an open epic, reopens a closed one. */
  epicStateToggled: mutation<EpicStateChange, EpicStateAnswer, EpicStateChange | void>('epic/stateToggled'),
  /** Without a path: a new epic of the group that the open page belongs to. */
  newEpicOpened: userAction<{ groupPath?: string } | void>('epic/newEpicOpened'),
  /** `left`: the form's page was left, and the draft is kept. */
  newEpicClosed: userAction<{ left?: true } | void>('epic/newEpicClosed'),
  newEpicTitleChanged: userAction<{ title: string }>('epic/newEpicTitleChanged'),
  newEpicDescriptionChanged: userAction<{ description: string }>('epic/newEpicDescriptionChanged'),
  newEpicConfidentialChanged: userAction<{ confidential: boolean }>('epic/newEpicConfidentialChanged'),
  /** A colour, the beginning of one, or an empty text for the default. */
  newEpicColorPicked: userAction<{ color: string }>('epic/newEpicColorPicked'),
  /** The answer: the address of the epic's page. */
  newEpicSubmitted: mutation<EpicCreation, string, void>('epic/newEpicSubmitted'),
  epicDeletionAsked: userAction('epic/deletionAsked'),
  epicDeletionCancelled: userAction('epic/deletionCancelled'),
  /** The answer: where to go next. */
  epicDeletionConfirmed: mutation<EpicRemoval, string, void>('epic/deletionConfirmed'),

  /** Something of the epic has changed: its page is refreshed, and stays as it is meanwhile. Without an id: every page that is open. */
  epicPageOutdated: serverAction<{ readonly id?: GlobalId } | void>('epic/pageOutdated'),
  epicRefreshed: serverAction<{ id: GlobalId } & RealtimeText>('epic/refreshed'),
};

/** How the wire identifies an epic. */
export interface EpicRef extends PageRoute {
  readonly id: GlobalId;
}

/** EP-07.31: a date becomes fixed or inherited. */
interface DateChange extends DateSetting {
  readonly field: DateField;
}

/**
 * A date of the epic that is shown is typed or picked (`YYYY-MM-DD`; blank text for none), or its kind is chosen. `id`: the epic in whose field that happened;
 * absent: the one that is shown.
 */
export type DateGesture = { readonly field: DateField; readonly id?: GlobalId } & (
  { readonly value: string } | { readonly isFixed: boolean }
);

/** The answer: the facts of the field that was edited. */
const edit = <P, G = void>(name: string) =>
  mutation<EpicRef & P, Partial<ItemReading>, (EpicRef & P) | G>(`epic/${name}`);

/**
 * The edits of an epic besides its text, shown at once. One that undoes another comes complete; any other is worked out from what is shown at that moment: the
 * state of a toggle, the colour in the editor, the ticks in the picker of labels.
 */
export const epicEdits = {
  dateChanged: edit<DateChange, DateGesture>('dateChanged'),
  labelsChanged: edit<LabelChange, LabelChange | void>('labelsChanged'),
  /** `#` and 3 or 6 hex digits. */
  colorChanged: edit<{ readonly color: string }>('colorChanged'),
  confidentialityChanged: edit<{ readonly confidential: boolean }>('confidentialityChanged'),
  subscriptionChanged: edit<{ readonly subscribed: boolean }>('subscriptionChanged'),
  /** `todoPath`: where a to-do is added, `/groups/a/-/epics/1/todos`. */
  todoChanged: edit<{ readonly exists: boolean; readonly todoPath: string }>('todoChanged'),
};
