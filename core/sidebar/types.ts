import type { Load, Sending } from '../access/load.ts';
import type { InheritedDate } from '../epic/rules.ts';
import type { EpicDate } from '../epic/types.ts';
import type { Table } from '../table/index.ts';
import type { ConfirmedTree } from '../tree/state.ts';
import type { CivilDate, GlobalId, Label, Person, WorkItemState } from '../work-item/types.ts';

/** How an epic is named on the wire. */
export interface EpicRef {
  readonly id: GlobalId;
  readonly groupPath: string;
  readonly iid: string;
}

/** The fields of an epic that its sidebar shows and changes. */
export interface SidebarEpic extends EpicRef {
  readonly start: EpicDate;
  readonly due: EpicDate;
  readonly labels: readonly Label[];
  readonly confidential: boolean;
  /** Of a parent that the viewer may see. */
  readonly parentConfidential: boolean;
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

/** What the sidebar keeps among the confirmed tables. */
export interface SidebarTables {
  readonly sidebarEpics: Table<SidebarEpic>;
}

/** The confirmed tables that the sidebar reads and writes. */
export type SidebarConfirmed = SidebarTables & ConfirmedTree;

export type DateField = 'start' | 'due';

/** EP-07.31: a date becomes fixed or inherited. `fixed` undefined: the fixed date stays as it is; null: it is empty. */
export interface DateChange extends EpicRef {
  readonly field: DateField;
  readonly isFixed: boolean;
  readonly fixed?: CivilDate | null;
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

export interface SubscriptionChange extends EpicRef {
  readonly subscribed: boolean;
}

export interface TodoChange extends EpicRef {
  readonly exists: boolean;
  /** Where a to-do is added: `/groups/a/-/epics/1/todos`. */
  readonly todoPath: string;
}

/** Inherited dates as the shown children give them; null where not all of them are loaded. */
export type ChildDates = Readonly<Record<DateField, InheritedDate<GlobalId>>> | null;

/** An ancestor that the viewer may see. */
export interface Ancestor {
  readonly id: GlobalId;
  readonly iid: string;
  readonly title: string;
  readonly state: WorkItemState;
  readonly confidential: boolean;
  readonly reference: string;
  readonly webPath: string;
  readonly startDate: CivilDate | null;
  readonly dueDate: CivilDate | null;
  readonly hasParent: boolean;
  /** Null where there is none, and where it may not be seen. */
  readonly parentId: GlobalId | null;
}

/** Parts that are read by a question of their own, and can be read again after a failure. */
export type SidebarPart = 'epic' | 'color' | 'ancestors' | 'participants' | 'labels';

export interface SidebarState {
  /** A view of it is there. */
  readonly open: boolean;
  readonly collapsed: boolean;
  /** The epic that is shown; null before it is known. */
  readonly id: GlobalId | null;
  /** How far reading `epicSidebar` has come. What the page knows is shown before. */
  readonly status: Load;
  /** EP-07.35: what the children said when the inherited dates were read. */
  readonly children: ChildDates;
  /** A typed date that was refused, with the reason. */
  readonly dateErrors: Readonly<Record<DateField, string | null>>;
  readonly ancestors: {
    readonly status: Load;
    readonly hasParent: boolean;
    readonly parentId: GlobalId | null;
    /** From the root down. */
    readonly list: readonly Ancestor[];
  };
  readonly participants: { readonly status: Load; readonly list: readonly Person[]; readonly expanded: boolean };
  readonly colorEditor: {
    readonly status: Load;
    readonly open: boolean;
    /** As it is typed or picked. */
    readonly color: string;
  };
  readonly picker: {
    readonly open: boolean;
    readonly status: Load;
    readonly search: string;
    readonly options: readonly Label[];
    /** There are more labels than were read. */
    readonly more?: true;
    /** What was ticked and unticked since it was opened. */
    readonly change: LabelChange;
  };
  readonly newLabel: {
    readonly open: boolean;
    readonly title: string;
    readonly color: string;
    readonly status: Sending;
    readonly error: string | null;
    /** Idempotency key of a creation whose answer has not come. */
    readonly key: string | null;
  };
}
