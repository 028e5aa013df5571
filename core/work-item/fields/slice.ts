import type { GlobalId, Label, Milestone, Person } from '../types.ts';
import type { Pending } from '../../mutation/index.ts';
import { failureText } from '../../access/failures.ts';
import { isPending } from '../../mutation/index.ts';
import { reducerOf, withPart } from '../../store/action.ts';
import { closedLabelForm, labelToMake, NO_LABEL_FORM, openedLabelForm, type NewLabelForm } from '../new-label.ts';
import {
  NO_LABEL_CHANGE,
  validateTitle,
  withPerson,
  withTick,
  type Iteration,
  type LabelChange,
  type PeopleChange,
} from '../rules.ts';
import { workItemActions } from '../slice.ts';
import { itemEdits, itemFieldActions, pickerReads, type OfItem, type PickerField, type TypedField } from './actions.ts';

export interface ItemPicker {
  /** Of which item; null: none is open. */
  readonly id: GlobalId | null;
  /** Whose list is open; null: none. */
  readonly field: PickerField | null;
  readonly search: string;
  /** What was found. */
  readonly options: readonly GlobalId[];
  /** The iterations that were found, which no table holds: an item holds its own whole. */
  readonly iterations: readonly Iteration[];
  /** There is more than was read. */
  readonly more: boolean;
  readonly labels: LabelChange;
  readonly people: PeopleChange<Person>;
  /** What was chosen in a list with one choice; absent: nothing was. */
  readonly milestone?: Milestone | null;
}

/** A title as it is typed, and as it was when the field was opened. */
export interface TitleForm {
  readonly text: string;
  readonly before?: string;
  /** It was typed before the item was left: it stands there without taking the focus. */
  readonly restored?: true;
}

/** What is open for editing of an item. */
export interface ItemFieldsState {
  /** WI-02.15: by the item; those that are not being edited are absent. What is typed stays when the item is left. */
  readonly titles: Readonly<Record<GlobalId, TitleForm>>;
  readonly picker: ItemPicker;
  /** Which value is being typed; absent: none. */
  readonly typed?: OfItem & { readonly field: TypedField };
  readonly newLabel: NewLabelForm;
}

const NO_PEOPLE: PeopleChange<Person> = { add: [], remove: [] };

const CLOSED: ItemPicker = {
  id: null,
  field: null,
  search: '',
  options: [],
  iterations: [],
  more: false,
  labels: NO_LABEL_CHANGE,
  people: NO_PEOPLE,
};

export const initialItemFields: ItemFieldsState = { titles: {}, picker: CLOSED, newLabel: NO_LABEL_FORM };

export interface ItemFieldsRoot {
  readonly itemFields: ItemFieldsState;
  readonly pending: readonly Pending[];
}

/** The form for a new label that is open is on its way. */
export const isMakingLabel = (root: ItemFieldsRoot): boolean =>
  isPending(root, itemFieldActions.newLabelSubmitted, ({ serial }) => serial === root.itemFields.newLabel.serial);

/** An edit that undoes another one leaves alone what is open. */
const isWhole = (given: unknown): boolean => typeof given === 'object' && given !== null && 'type' in given;

/** What is ticked in the picker is saved, which closes it; other gestures say what they change. */
const isSaved = (given: object): boolean => Object.keys(given).length === 1;

/** The picker of this field of the item is open. */
export const isPicked = (picker: ItemPicker, { id }: { readonly id: GlobalId }, field: PickerField): boolean =>
  picker.id === id && picker.field === field;

const closed = (state: ItemFieldsState, given: { readonly id: GlobalId }, field: PickerField): ItemFieldsState =>
  isPicked(state.picker, given, field) ? withoutPicker(state) : state;

const withoutPicker = (state: ItemFieldsState): ItemFieldsState =>
  state.picker.field === null ? state : { ...state, picker: CLOSED, newLabel: closedLabelForm(state.newLabel) };

function withoutTyped({ typed: _left, ...state }: ItemFieldsState): ItemFieldsState {
  return state;
}

const left = (state: ItemFieldsState): ItemFieldsState => ({
  ...withoutPicker(state),
  titles: Object.fromEntries(Object.entries(state.titles).map(([id, title]) => [id, { ...title, restored: true }])),
});

const withTitle = ({ titles, ...state }: ItemFieldsState, id: GlobalId, title: TitleForm): ItemFieldsState => ({
  ...state,
  titles: { ...titles, [id]: title },
});

function withoutTitle({ titles, ...state }: ItemFieldsState, id: GlobalId): ItemFieldsState {
  const { [id]: _closed, ...others } = titles;
  return { ...state, titles: others };
}

const withNewLabel = (state: ItemFieldsState, change: Partial<NewLabelForm>): ItemFieldsState =>
  withPart(state, 'newLabel', { ...change, error: null });

const idsOf = (things: readonly { readonly id: GlobalId }[]): readonly GlobalId[] => things.map(({ id }) => id);

export const itemFieldsReducer = reducerOf(initialItemFields, (on) => {
  on(workItemActions.pageOpened, left);
  on(workItemActions.pageClosed, left);
  on(workItemActions.overOpened, left);
  on(workItemActions.overClosed, left);

  on(itemFieldActions.valueEntered, (state, typed) => ({ ...state, typed }));
  // Another field may have been entered before this one was left.
  on(itemFieldActions.valueLeft, (state, { id, field }) =>
    state.typed?.id === id && state.typed.field === field ? withoutTyped(state) : state,
  );

  on(itemFieldActions.titleTyped, (state, { id, text, opened, restored }) =>
    withTitle(state, id, { ...state.titles[id], text, ...(opened && { before: text }), ...(restored && { restored }) }),
  );
  on(itemFieldActions.titleClosed, (state, { id }) => withoutTitle(state, id));
  on(itemEdits.titleChanged, (state, given) => {
    const title = state.titles[given.id];
    return isWhole(given) || title === undefined || !validateTitle(title.text).ok
      ? state
      : withoutTitle(state, given.id);
  });
  // WI-02.12: what was refused stands in the field again, unless something else is typed there by now.
  // mutant: item-refused-title-lost
  on(itemEdits.titleChanged.refused, (state, { asked: { id, title }, reverses }) =>
    state.titles[id] === undefined && reverses !== true ? withTitle(state, id, { text: title }) : state,
  );

  on(itemFieldActions.pickerOpened, (state, { id, field }) => ({
    ...state,
    picker: { ...CLOSED, id, field },
    newLabel: closedLabelForm(state.newLabel),
  }));
  on(itemFieldActions.pickerClosed, withoutPicker);
  on(itemEdits.assigneesChanged, (state, given) => (isSaved(given) ? closed(state, given, 'assignees') : state));
  on(itemEdits.labelsChanged, (state, given) => (isSaved(given) ? closed(state, given, 'labels') : state));
  on(itemEdits.milestoneChanged, (state, given) => (isSaved(given) ? closed(state, given, 'milestone') : state));
  on(itemEdits.iterationChanged, (state, given) => (isWhole(given) ? state : closed(state, given, 'iteration')));
  on(itemEdits.parentChanged, (state, given) => (isWhole(given) ? state : closed(state, given, 'parent')));
  on(itemFieldActions.pickerSearched, (state, { search }) =>
    state.picker.field === null ? state : withPart(state, 'picker', { search }),
  );
  on(itemFieldActions.labelTicked, (state, { label, ticked }) =>
    withPart(state, 'picker', { labels: withTick(state.picker.labels, label, ticked) }),
  );
  on(itemFieldActions.personTicked, (state, { person, ticked }) =>
    withPart(state, 'picker', { people: withPerson(state.picker.people, person, ticked) }),
  );
  on(itemFieldActions.milestoneChosen, (state, { milestone }) => withPart(state, 'picker', { milestone }));
  on(pickerReads.assignees.received, (state, { params, data, cursor }) => found(state, params, data, cursor !== null));
  on(pickerReads.labels.received, (state, { params, data, cursor }) => found(state, params, data, cursor !== null));
  on(pickerReads.milestone.received, (state, { params, data }) => found(state, params, data, false));
  on(pickerReads.iteration.received, (state, { params, data }) => {
    const { field, search } = state.picker;
    return field === null || search.trim() !== params.search
      ? state
      : withPart(state, 'picker', { iterations: data.found, more: data.next !== null });
  });
  on(pickerReads.parent.received, (state, { params, data }) => found(state, params, data, false));

  on(itemFieldActions.newLabelOpened, (state) =>
    state.picker.field === 'labels'
      ? { ...state, newLabel: openedLabelForm(state.newLabel, state.picker.search) }
      : state,
  );
  on(itemFieldActions.newLabelClosed, (state) => ({ ...state, newLabel: closedLabelForm(state.newLabel) }));
  on(itemFieldActions.newLabelTitleChanged, withNewLabel);
  on(itemFieldActions.newLabelColorChanged, withNewLabel);
  on(itemFieldActions.newLabelSubmitted, (state) => {
    const made = labelToMake(state.newLabel);
    return made === null ? state : withPart(state, 'newLabel', { error: 'error' in made ? made.error : null });
  });
  on(itemFieldActions.newLabelSubmitted.refused, (state, { asked, failure }) =>
    isOpen(state, asked)
      ? withPart(state, 'newLabel', { error: failureText(failure, 'Error creating label.') })
      : state,
  );
  on(itemFieldActions.newLabelSubmitted.committed, (state, { asked, answer: label }) => {
    if (state.picker.field !== 'labels') return state;
    const options = [label.id, ...state.picker.options.filter((id) => id !== label.id)];
    if (!isOpen(state, asked)) return withPart(state, 'picker', { options });
    const labels = withTick(state.picker.labels, label as Label, true);
    return withPart({ ...state, newLabel: closedLabelForm(state.newLabel) }, 'picker', { options, labels });
  });
});

const isOpen = ({ newLabel }: ItemFieldsState, { serial }: { readonly serial: number }): boolean =>
  newLabel.open && newLabel.serial === serial;

interface Found {
  readonly found: readonly { readonly id: GlobalId }[];
  readonly next: unknown;
}

/** WI-03.3: what an outdated search found is ignored; a further page stands behind the others. */
function found(state: ItemFieldsState, params: { readonly search: string }, data: Found, isFurther: boolean) {
  const { field, search, options } = state.picker;
  if (field === null || search.trim() !== params.search) return state;
  const ids = idsOf(data.found);
  const all = [...new Set(isFurther ? [...options, ...ids] : ids)];
  return withPart(state, 'picker', { options: all, more: data.next !== null });
}
