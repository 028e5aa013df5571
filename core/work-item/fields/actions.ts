import type { Label, Milestone, Person, WorkItemType, GlobalId, HealthStatus } from '../types.ts';
import type { WorkItem, ItemReading } from '../entity.ts';
import type { Saved } from '../field-edit.ts';
import type { LabelCreation } from '../new-label.ts';
import type { Iteration, LabelChange, PeopleChange } from '../rules.ts';
import type { CivilDate } from '../../calendar/rules.ts';
import { mutation } from '../../mutation/index.ts';
import { queryName } from '../../query/index.ts';
import { userAction } from '../../store/action.ts';

/** What names an item in every edit of it: its type stands in what is told. */
export interface ItemRef {
  readonly id: GlobalId;
  readonly type: WorkItemType;
}

export type DateFact = 'startDate' | 'dueDate';

/** The dates that are changed. */
export type ItemDatesChange = { readonly [F in DateFact]?: CivilDate | null };

/** A new parent, as the picker found it; null: none. */
export type ParentReading = ItemReading | null;

/** Of which item a gesture is. */
export interface OfItem {
  readonly id: GlobalId;
}

/** The answer: the facts of the field that was edited. */
const edit = <P, G = P>(name: string) => mutation<ItemRef & P, Saved, (ItemRef & P) | (OfItem & G)>(`workItem/${name}`);

export const itemEdits = {
  /** Of the item alone: what is typed. */
  titleChanged: edit<Pick<WorkItem, 'title'>, unknown>('titleChanged'),
  /** Of the item alone: the other way round. */
  confidentialityChanged: edit<Pick<WorkItem, 'confidential'>, unknown>('confidentialityChanged'),
  healthChanged: edit<{ readonly healthStatus: HealthStatus | null }>('healthChanged'),
  /** `value`: a civil day; an empty one is no date. */
  dateChanged: edit<ItemDatesChange, { readonly field: DateFact; readonly value: string }>('dateChanged'),
  weightChanged: edit<{ readonly weight: number | null }>('weightChanged'),
  progressChanged: edit<{ readonly progress: number }>('progressChanged'),
  iterationChanged: edit<{ readonly iteration: Iteration | null }>('iterationChanged'),
  /** Of the item alone: what is ticked in the picker. */
  assigneesChanged: edit<PeopleChange<Person>, PeopleChange<Person> | object>('assigneesChanged'),
  /** The same. */
  labelsChanged: edit<LabelChange, LabelChange | object>('labelsChanged'),
  /** Of the item alone: what is chosen in the picker. */
  milestoneChanged: edit<{ readonly milestone: Milestone | null }, unknown>('milestoneChanged'),
  parentChanged: edit<{ readonly parent: ParentReading }>('parentChanged'),
  /** `type`: what it was. */
  typeChanged: edit<{ readonly to: WorkItemType }>('typeChanged'),
};

/** The fields with a list of what is offered. One is open at a time. */
export type PickerField = 'assignees' | 'iteration' | 'labels' | 'milestone' | 'parent';

/** The fields whose values are typed in their place. */
export type TypedField = DateFact | 'weight' | 'progress';

export const itemFieldActions = {
  /** What is typed stays with the page; that it is being edited is told to others (AP-07.61). */
  valueEntered: userAction<OfItem & { field: TypedField }>('itemFields/valueEntered'),
  valueLeft: userAction<OfItem & { field: TypedField }>('itemFields/valueLeft'),
  /** `opened`: it opens the field, with the title as it is; `restored`: what was typed before the page was left comes back, so the focus stays where it is. */
  titleTyped: userAction<OfItem & { text: string; opened?: true; restored?: true }>('itemFields/titleTyped'),
  titleClosed: userAction<OfItem>('itemFields/titleClosed'),

  pickerOpened: userAction<OfItem & { field: PickerField }>('itemFields/pickerOpened'),
  /** Without saving. */
  pickerClosed: userAction('itemFields/pickerClosed'),
  pickerSearched: userAction<{ search: string }>('itemFields/pickerSearched'),
  /** EP-08.40: what could not be read is read again. */
  pickerRetried: userAction('itemFields/pickerRetried'),
  morePeopleAsked: userAction('itemFields/morePeopleAsked'),
  labelTicked: userAction<{ label: Label; ticked: boolean }>('itemFields/labelTicked'),
  personTicked: userAction<{ person: Person; ticked: boolean }>('itemFields/personTicked'),
  milestoneChosen: userAction<{ milestone: Milestone | null }>('itemFields/milestoneChosen'),

  newLabelOpened: userAction('itemFields/newLabelOpened'),
  newLabelClosed: userAction('itemFields/newLabelClosed'),
  newLabelTitleChanged: userAction<{ title: string }>('itemFields/newLabelTitleChanged'),
  newLabelColorChanged: userAction<{ color: string }>('itemFields/newLabelColorChanged'),
  newLabelSubmitted: mutation<LabelCreation, Label, void>('itemFields/newLabelSubmitted'),
};

/** What a picker asks for. */
export interface PickerSearch {
  readonly projectPath: string;
  /** Trimmed. */
  readonly search: string;
}

export interface ParentSearch extends PickerSearch {
  readonly childType: WorkItemType;
}

/** A further page of labels: its number, counted from 1, and the cursor before it. */
export interface LabelPage {
  readonly after: string;
  readonly page: number;
}

export interface Page<T> {
  readonly found: readonly T[];
  /** The cursor of the next page; null: these are the last. */
  readonly next: string | null;
}

const ofProject = ({ projectPath }: PickerSearch): string => projectPath;

/** The lists of the pickers; the query records (queries.ts) load with the code of the fields. */
export const pickerReads = {
  assignees: queryName<PickerSearch, Page<Person>, string>('itemFields/people', ofProject),
  labels: queryName<PickerSearch, Page<Label>, LabelPage>('itemFields/labels', ofProject),
  milestone: queryName<PickerSearch, Page<Milestone>>('itemFields/milestones', ofProject),
  iteration: queryName<PickerSearch, Page<Iteration>>('itemFields/iterations', ofProject),
  parent: queryName<ParentSearch, Page<ItemReading>>('itemFields/parents', ofProject),
};
