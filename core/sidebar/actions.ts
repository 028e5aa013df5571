import type { InheritedDate } from '../epic/rules.ts';
import type { DateField } from '../work-item/dates.ts';
import type { ItemReading, Known } from '../work-item/entity.ts';
import type { EpicRef } from '../epic/actions.ts';
import type { GlobalId, Label, Person, WorkItem } from '../work-item/types.ts';
import { mutation } from '../mutation/index.ts';
import { queryName } from '../query/index.ts';
import { serverAction, userAction } from '../store/action.ts';

/** Inherited dates as the shown children give them; null where not all of them are loaded. */
export type ChildDates = Readonly<Record<DateField, InheritedDate<GlobalId>>> | null;

/** An ancestor that the viewer may see. */
export type Ancestor = Known<'startDate' | 'dueDate' | 'hasParent' | 'parentId'>;

export interface AncestorLine {
  readonly hasParent: boolean;
  readonly parentId: GlobalId | null;
  /** From the root down. */
  readonly list: readonly Ancestor[];
}

/** What the form for a new label asks for. */
export interface LabelCreation {
  /** Of the form, which may have been left since. */
  readonly serial: number;
  readonly groupPath: string;
  readonly title: string;
  readonly color: string;
}

/** What a person does in the sidebar. */
export const sidebarActions = {
  /** A view of the sidebar of the open epic page is there. `width`: of the window in CSS pixels. */
  sidebarOpened: userAction<{ width: number }>('sidebar/opened'),
  sidebarClosed: userAction('sidebar/closed'),
  gutterToggled: userAction('sidebar/gutterToggled'),
  /** EP-15.4: the page is about to go. */
  pageUnloading: userAction<{ width: number }>('sidebar/pageUnloading'),
  /** Reads again what could not be read. */
  partRetried: userAction<{ part: SidebarPart }>('sidebar/partRetried'),

  colorEditorOpened: userAction('sidebar/colorEditorOpened'),
  /** As it is typed or picked; nothing is saved before the editor is closed. */
  colorPicked: userAction<{ color: string }>('sidebar/colorPicked'),
  /** Without saving; `epicEdits.colorChanged` saves, and closes it (EP-09.4). */
  colorEditorClosed: userAction('sidebar/colorEditorClosed'),

  labelPickerOpened: userAction('sidebar/labelPickerOpened'),
  labelsSearched: userAction<{ search: string }>('sidebar/labelsSearched'),
  labelTicked: userAction<{ label: Label; ticked: boolean }>('sidebar/labelTicked'),
  /** Without saving; `epicEdits.labelsChanged` saves, and closes it (EP-08.3). */
  labelPickerClosed: userAction('sidebar/labelPickerClosed'),
  newLabelOpened: userAction('sidebar/newLabelOpened'),
  newLabelClosed: userAction('sidebar/newLabelClosed'),
  newLabelTitleChanged: userAction<{ title: string }>('sidebar/newLabelTitleChanged'),
  newLabelColorChanged: userAction<{ color: string }>('sidebar/newLabelColorChanged'),
  newLabelSubmitted: mutation<LabelCreation, Label, void>('sidebar/newLabelSubmitted'),

  participantsToggled: userAction('sidebar/participantsToggled'),
};

/** What the server, the cookie or the tree said. */
export const sidebarAnswers = {
  gutterRead: serverAction<{ collapsed: boolean }>('sidebar/gutterRead'),
  /** What the page knows of the epic, until it was asked for. */
  epicSeeded: serverAction<{ epic: Pick<Known<'todo'>, 'id' | 'todo'> }>('sidebar/epicSeeded'),
  childrenSeen: serverAction<{ id: GlobalId; children: ChildDates }>('sidebar/childrenSeen'),
  /** EP-07.36: they give other inherited dates than when the fields were read. */
  childrenDiffered: serverAction<{ id: GlobalId }>('sidebar/childrenDiffered'),
};

/** What is asked of the labels of a group and of those above it. */
export interface LabelSearch {
  readonly groupPath: string;
  /** Without blanks around it. */
  readonly search: string;
}

/** A page of labels, counted from 1, and the cursor after which it begins. */
export interface LabelPage {
  readonly after: string;
  readonly page: number;
}

const ofEpic = ({ id }: EpicRef): string => id;

/** The parts that are read by a question of their own; their records (queries.ts) come with the sidebar's code. */
export const sidebarReads = {
  epic: queryName<EpicRef, { readonly epic: Partial<ItemReading>; readonly children: ChildDates }>(
    'sidebar/epic',
    ofEpic,
  ),
  color: queryName<EpicRef, Pick<WorkItem, 'color' | 'textColor'>>('sidebar/color', ofEpic),
  ancestors: queryName<EpicRef, AncestorLine>('sidebar/ancestors', ofEpic),
  participants: queryName<EpicRef, { readonly people: readonly Person[] }>('sidebar/participants', ofEpic),
  /** `next`: the cursor of the next page; null: these are the last. */
  labels: queryName<LabelSearch, { readonly labels: readonly Label[]; readonly next: string | null }, LabelPage>(
    'sidebar/labels',
    ({ groupPath }) => groupPath,
  ),
};

/** Parts that can be read again after a failure. */
export type SidebarPart = keyof typeof sidebarReads;
