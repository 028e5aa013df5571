import type { InheritedDate } from '../epic/rules.ts';
import type { DateField } from '../work-item/dates.ts';
import type { ItemReading, Known, WorkItem } from '../work-item/entity.ts';
import type { EpicRef } from '../epic/actions.ts';
import type { GlobalId, Label, Person } from '../work-item/types.ts';
import type { LabelCreation } from '../work-item/new-label.ts';
import { mutation } from '../mutation/index.ts';
import { queryName } from '../query/index.ts';
import { serverAction, userAction } from '../store/action.ts';
import { keyIn } from '../store/place.ts';

/** The inherited dates that the shown children give; null unless all of them are loaded. */
export type ChildDates = Readonly<Record<DateField, InheritedDate<GlobalId>>> | null;

/** An ancestor that the viewer may see. */
export type Ancestor = Known<'startDate' | 'dueDate' | 'hasParent' | 'parentId'>;

export interface AncestorLine {
  readonly hasParent: boolean;
  readonly parentId: GlobalId | null;
  /** From the root down. */
  readonly list: readonly Ancestor[];
}

/** What a person does in the sidebar. */
export const sidebarActions = {
  /** The sidebar of the open epic page is shown. `width`: of the window, in CSS pixels. */
  sidebarOpened: userAction<{ width: number }>('sidebar/opened'),
  sidebarClosed: userAction('sidebar/closed'),
  gutterToggled: userAction('sidebar/gutterToggled'),
  /** EP-15.4: the page is about to be unloaded. */
  pageUnloading: userAction<{ width: number }>('sidebar/pageUnloading'),
  /** Retries a part whose reading failed. */
  partRetried: userAction<{ part: SidebarPart }>('sidebar/partRetried'),

  /** AP-07.61: a date is being typed or picked. What is typed stays with the page. */
  dateEntered: userAction<{ field: DateField }>('sidebar/dateEntered'),
  dateLeft: userAction<{ field: DateField }>('sidebar/dateLeft'),

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
  /** What the page already knows of the epic is shown until the sidebar's own reading arrives. */
  epicSeeded: serverAction<{ epic: Pick<Known<'todo'>, 'id' | 'todo'> }>('sidebar/epicSeeded'),
  childrenSeen: serverAction<{ id: GlobalId; children: ChildDates }>('sidebar/childrenSeen'),
  /** EP-07.36: the children now give other inherited dates than when the fields were read. */
  childrenDiffered: serverAction<{ id: GlobalId }>('sidebar/childrenDiffered'),
};

/** A search among the labels of a group and its ancestors. */
export interface LabelSearch {
  readonly groupPath: string;
  /** Trimmed. */
  readonly search: string;
  /** Of the sidebar over the page. */
  readonly place?: 'over';
}

/** A further page of labels: its number, counted from 1, and the cursor before it. */
export interface LabelPage {
  readonly after: string;
  readonly page: number;
}

const ofEpic = ({ id }: EpicRef): string => id;

/** The parts that are read by queries of their own; the query records (queries.ts) load with the sidebar's code. */
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
    ({ groupPath, place }) => keyIn(place, groupPath),
  ),
};

/** The parts that can be retried after a failure. */
export type SidebarPart = keyof typeof sidebarReads;
