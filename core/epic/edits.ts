import type { GlobalId, Label } from '../work-item/types.ts';
import type { DateField, DateSetting, EpicDate } from '../work-item/dates.ts';
import type { PageRoute } from './actions.ts';
import { mutation } from '../mutation/index.ts';

/** The fields of an epic that are edited beside its text. */
export interface EpicFields {
  readonly start: EpicDate;
  readonly due: EpicDate;
  readonly labels: readonly Label[];
  readonly confidential: boolean;
  /** Null until it was read, and where the feature is off. */
  readonly color: string | null;
  readonly textColor: string | null;
  /** Null until it was read. */
  readonly subscribed: boolean | null;
  readonly todo: {
    readonly exists: boolean;
    /** `/dashboard/todos/5`; null where there is none, or where it is not known yet. */
    readonly deletePath: string | null;
  };
}

/** How an epic is named on the wire. */
export interface EpicRef extends PageRoute {
  readonly id: GlobalId;
}

/** EP-07.31: a date becomes fixed or inherited. */
export interface DateChange extends EpicRef, DateSetting {
  readonly field: DateField;
}

/** EP-08.2: these labels are there, those are not, whatever else the epic has. */
export interface LabelChange {
  readonly add: readonly Label[];
  readonly remove: readonly GlobalId[];
}

export type LabelsChange = EpicRef & LabelChange;

export interface ColorChange extends EpicRef {
  /** `#` and 3 or 6 hex digits. */
  readonly color: string;
}

export interface ConfidentialityChange extends EpicRef {
  readonly confidential: boolean;
}

export interface SubscriptionChange extends EpicRef {
  readonly subscribed: boolean;
}

export interface TodoChange extends EpicRef {
  readonly exists: boolean;
  /** Where a to-do is added: `/groups/a/-/epics/1/todos`. */
  readonly todoPath: string;
}

/**
 * What a person does with a date of the epic that is shown: types it or picks it (`YYYY-MM-DD`; blank text for none), or chooses its kind. `id`: in whose field;
 * absent: in that of the epic that is shown.
 */
export type DateGesture = { readonly field: DateField; readonly id?: GlobalId } & (
  { readonly value: string } | { readonly isFixed: boolean }
);

/** What the server says of the field that was edited. */
type Saved = Partial<EpicFields>;

/**
 * The edits of an epic beside its text, shown at once. Each is given whole where it takes another one back; else it is worked out from what is shown when it is made:
 * a toggle, what the colour editor has, what the picker of labels has ticked.
 */
export const epicEdits = {
  dateChanged: mutation<DateChange, Saved, DateChange | DateGesture>('epic/dateChanged'),
  labelsChanged: mutation<LabelsChange, Saved, LabelsChange | LabelChange | void>('epic/labelsChanged'),
  colorChanged: mutation<ColorChange, Saved, ColorChange | void>('epic/colorChanged'),
  confidentialityChanged: mutation<ConfidentialityChange, Saved, ConfidentialityChange | void>(
    'epic/confidentialityChanged',
  ),
  subscriptionChanged: mutation<SubscriptionChange, Saved, SubscriptionChange | void>('epic/subscriptionChanged'),
  todoChanged: mutation<TodoChange, Saved, TodoChange | void>('epic/todoChanged'),
};
