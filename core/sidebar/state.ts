import type { EpicRoot } from '../epic/state.ts';
import type { ConfirmedTree, TreeState } from '../tree/state.ts';
import type { DateField } from '../work-item/dates.ts';
import { NO_LABEL_FORM, type NewLabelForm } from '../work-item/new-label.ts';
import { NO_LABEL_CHANGE, type LabelChange } from '../work-item/rules.ts';
import type { GlobalId } from '../work-item/types.ts';
import type { AncestorLine, ChildDates } from './actions.ts';

export interface SidebarState {
  /** It is that of the epic over the page (WI-14.10). */
  readonly place?: 'over';
  /** It is shown. */
  readonly open: boolean;
  /** The epic that is shown; null before it is known. */
  readonly id: GlobalId | null;
  /** EP-07.35: the dates that the children gave when the inherited dates were read. */
  readonly children: ChildDates;
  /** A typed date that was refused, with the reason. */
  readonly dateErrors: Readonly<Record<DateField, string | null>>;
  /** Which date is being typed or picked; absent: none. */
  readonly dateEntered?: DateField;
  readonly ancestors: AncestorLine;
  readonly participants: { readonly ids: readonly GlobalId[]; readonly expanded: boolean };
  readonly colorEditor: {
    readonly open: boolean;
    /** As it is typed or picked. */
    readonly color: string;
  };
  readonly picker: {
    readonly open: boolean;
    readonly search: string;
    /** The labels that were found. */
    readonly options: readonly GlobalId[];
    /** There are more labels than were read. */
    readonly more?: true;
    /** What was ticked and unticked since it was opened. */
    readonly change: LabelChange;
  };
  readonly newLabel: NewLabelForm;
}

const NO_ERRORS: SidebarState['dateErrors'] = { start: null, due: null };

export const initialSidebarState: SidebarState = {
  open: false,
  id: null,
  children: null,
  dateErrors: NO_ERRORS,
  ancestors: { hasParent: false, parentId: null, list: [] },
  participants: { ids: [], expanded: false },
  colorEditor: { open: false, color: '' },
  picker: { open: false, search: '', options: [], change: NO_LABEL_CHANGE },
  newLabel: NO_LABEL_FORM,
};

/** EP-15: whether the sidebar is collapsed: one setting for the page and for what is over it. */
export interface GutterState {
  readonly collapsed: boolean;
}

/** WI-14.10: the sidebar of the page, that of the epic over it, and what is one setting for both. */
export interface Sidebars {
  readonly gutter: GutterState;
  readonly sidebar: SidebarState;
  readonly overSidebar?: SidebarState;
}

/** The state as the sidebar reads it. */
export interface SidebarRoot extends EpicRoot, Sidebars {
  readonly tree: TreeState;
  readonly overTree?: TreeState;
  readonly confirmed: ConfirmedTree;
}
