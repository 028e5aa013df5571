import type { InheritedDate } from '../epic/rules.ts';
import type { EpicFields, EpicRef, LabelChange } from '../epic/edits.ts';
import type { DateField } from '../work-item/dates.ts';
import type { ConfirmedTree } from '../tree/state.ts';
import type { CivilDate, GlobalId, Label, Person, WorkItemState } from '../work-item/types.ts';

/** What the sidebar shows of an epic's record. */
export interface SidebarEpic extends EpicRef, EpicFields {
  /** Of a parent that the viewer may see. */
  readonly parentConfidential: boolean;
}

/** The confirmed tables that the sidebar reads and writes. */
export type SidebarConfirmed = ConfirmedTree;

export type { DateField } from '../work-item/dates.ts';

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

export interface AncestorLine {
  readonly hasParent: boolean;
  readonly parentId: GlobalId | null;
  /** From the root down. */
  readonly list: readonly Ancestor[];
}

export interface SidebarState {
  /** A view of it is there. */
  readonly open: boolean;
  readonly collapsed: boolean;
  /** The epic that is shown; null before it is known. */
  readonly id: GlobalId | null;
  /** EP-07.35: what the children said when the inherited dates were read. */
  readonly children: ChildDates;
  /** A typed date that was refused, with the reason. */
  readonly dateErrors: Readonly<Record<DateField, string | null>>;
  readonly ancestors: AncestorLine;
  readonly participants: { readonly list: readonly Person[]; readonly expanded: boolean };
  readonly colorEditor: {
    readonly open: boolean;
    /** As it is typed or picked. */
    readonly color: string;
  };
  readonly picker: {
    readonly open: boolean;
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
    readonly error: string | null;
    /** The mutation that sends it; null: none is on its way. */
    readonly sentAs: string | null;
  };
}
