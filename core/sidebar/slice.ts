import type { GlobalId } from '../work-item/types.ts';
import { isPending } from '../mutation/index.ts';
import { reducerOf, withPart, type AnyAction, type Stamped } from '../store/action.ts';
import type { Place } from '../store/place.ts';
import { epicActions, epicEdits } from '../epic/actions.ts';
import { failureText } from '../access/failures.ts';
import { sidebarActions, sidebarAnswers, sidebarReads } from './actions.ts';
import { closedLabelForm, labelToMake, openedLabelForm } from '../work-item/new-label.ts';
import { withTick } from '../work-item/rules.ts';
import { dateEntry, SIDEBAR_ERRORS } from './rules/entries.ts';
import { type SidebarRoot, initialSidebarState, type SidebarState } from './state.ts';

/** Everything about an epic is reset; whether the sidebar is shown stays. */
export const left = (state: SidebarState): SidebarState => ({
  ...initialSidebarState,
  ...(state.place !== undefined && { place: state.place }),
  open: state.open,
  newLabel: closedLabelForm(state.newLabel),
});

const isShown = (state: SidebarState, { id }: { readonly id: string }): boolean => state.id === id;

const withNewLabel = (state: SidebarState, change: Partial<SidebarState['newLabel']>): SidebarState =>
  withPart(state, 'newLabel', { ...change, error: null });

/** The form for a new label that is open is on its way. */
export const isMakingLabel = (root: Pick<SidebarRoot, 'pending' | 'sidebar'>): boolean =>
  isPending(root, sidebarActions.newLabelSubmitted, ({ serial }) => serial === root.sidebar.newLabel.serial);

const closedPicker = (state: SidebarState): SidebarState => ({
  ...withPart(state, 'picker', { open: false, search: '' }),
  newLabel: closedLabelForm(state.newLabel),
});

const closedEditor = (state: SidebarState): SidebarState => withPart(state, 'colorEditor', { open: false });

const idsOf = (things: readonly { readonly id: GlobalId }[]): readonly GlobalId[] => things.map(({ id }) => id);

/** Answers, which are told apart by what was asked. */
const EITHER: ReadonlySet<string> = new Set([
  sidebarReads.epic.received.type,
  sidebarReads.ancestors.received.type,
  sidebarReads.participants.received.type,
  sidebarActions.newLabelSubmitted.refused.type,
  sidebarActions.newLabelSubmitted.committed.type,
]);

/** The place whose sidebar an action is about: a person's says so, an answer by what was asked. */
export function placeOf({ meta, payload }: AnyAction): Place {
  return meta?.place ?? (payload as { readonly params?: { readonly place?: Place } } | null)?.params?.place;
}

const reduceSidebar = reducerOf(initialSidebarState, (on) => {
  on(sidebarActions.sidebarOpened, (state) => ({ ...state, open: true }));
  on(sidebarActions.sidebarClosed, (state) => ({ ...left(state), open: false }));
  // Over a page the same one may be opened again; another one makes the page forget what was there (mutations.ts).
  on(epicActions.epicPageOpened, (state, { as }) => (as === undefined ? left(state) : state));
  on(epicActions.epicPageClosed, left);

  on(sidebarAnswers.epicSeeded, (state, { epic }) => ({ ...left(state), id: epic.id }));
  on(sidebarReads.epic.received, (state, { params, data: { children } }) =>
    isShown(state, params) ? { ...state, children } : state,
  );
  on(sidebarAnswers.childrenSeen, (state, { id, children }) =>
    isShown(state, { id }) ? { ...state, children } : state,
  );
  on(sidebarReads.ancestors.received, (state, { params, data }) =>
    isShown(state, params) ? { ...state, ancestors: data } : state,
  );
  on(sidebarReads.participants.received, (state, { params, data: { people } }) =>
    isShown(state, params) ? withPart(state, 'participants', { ids: idsOf(people) }) : state,
  );
  on(sidebarActions.participantsToggled, (state) =>
    withPart(state, 'participants', { expanded: !state.participants.expanded }),
  );

  on(epicEdits.dateChanged, (state, given) => {
    const { field, id = state.id } = given;
    if (id === null || id !== state.id) return state;
    const entry = 'value' in given ? dateEntry(given.value) : null;
    const error = entry?.ok === false ? entry.error : null;
    return state.dateErrors[field] === error ? state : withPart(state, 'dateErrors', { [field]: error });
  });

  on(sidebarActions.dateEntered, (state, { field }) => ({ ...state, dateEntered: field }));
  // The other one may have been entered before this one was left.
  on(sidebarActions.dateLeft, (state, { field }) => {
    const { dateEntered, ...others } = state;
    return dateEntered === field ? others : state;
  });

  on(sidebarActions.colorEditorOpened, (state) => withPart(state, 'colorEditor', { open: true, color: '' }));
  on(sidebarActions.colorPicked, (state, { color }) => withPart(state, 'colorEditor', { color }));
  on(sidebarActions.colorEditorClosed, closedEditor);
  on(epicEdits.colorChanged, (state, given) => (given !== undefined && 'color' in given ? state : closedEditor(state)));

  on(sidebarActions.labelPickerOpened, (state) => ({
    ...state,
    picker: { ...initialSidebarState.picker, open: true, options: state.picker.options },
    newLabel: closedLabelForm(state.newLabel),
  }));
  on(sidebarActions.labelPickerClosed, closedPicker);
  on(epicEdits.labelsChanged, (state, given) => (given !== undefined && 'add' in given ? state : closedPicker(state)));
  on(sidebarActions.labelsSearched, (state, { search }) =>
    state.picker.open ? withPart(state, 'picker', { search }) : state,
  );
  on(sidebarActions.labelTicked, (state, { label, ticked }) =>
    state.picker.open ? withPart(state, 'picker', { change: withTick(state.picker.change, label, ticked) }) : state,
  );
  on(sidebarReads.labels.received, (state, { params, data: { labels, next }, cursor }) => {
    const { more: _, ...picker } = state.picker;
    if (!picker.open || picker.search.trim() !== params.search) return state;
    const options = cursor === null ? idsOf(labels) : [...new Set([...picker.options, ...idsOf(labels)])];
    return { ...state, picker: { ...picker, options, ...(next === null ? {} : { more: true as const }) } };
  });

  on(sidebarActions.newLabelOpened, (state) =>
    state.picker.open
      ? { ...state, newLabel: openedLabelForm(state.newLabel, state.picker.search, state.place) }
      : state,
  );
  on(sidebarActions.newLabelClosed, (state) => ({ ...state, newLabel: closedLabelForm(state.newLabel) }));
  on(sidebarActions.newLabelTitleChanged, withNewLabel);
  on(sidebarActions.newLabelColorChanged, withNewLabel);
  on(sidebarActions.newLabelSubmitted, (state) => {
    const made = state.id === null ? null : labelToMake(state.newLabel);
    if (made === null) return state;
    return withPart(state, 'newLabel', { error: 'error' in made ? made.error : null });
  });
  on(sidebarActions.newLabelSubmitted.refused, (state, { asked, failure }) =>
    state.newLabel.open && state.newLabel.serial === asked.serial
      ? withPart(state, 'newLabel', { error: failureText(failure, SIDEBAR_ERRORS.createLabel) })
      : state,
  );
  on(sidebarActions.newLabelSubmitted.committed, (state, { asked, answer: label }) => {
    const { picker } = state;
    if (!picker.open) return state;
    const options = [label.id, ...picker.options.filter((id) => id !== label.id)];
    if (!state.newLabel.open || state.newLabel.serial !== asked.serial) return withPart(state, 'picker', { options });
    const next = { ...state, newLabel: closedLabelForm(state.newLabel) };
    return withPart(next, 'picker', { options, change: withTick(picker.change, label, true) });
  });
});

const reducerIn = (place: Place) => {
  const initial = place === undefined ? initialSidebarState : { ...initialSidebarState, place };
  return (state: SidebarState = initial, action: Stamped): SidebarState => {
    // mutant: over-sidebar-like-the-page
    const isOwn = EITHER.has(action.type) || placeOf(action) === place;
    return isOwn ? reduceSidebar(state, action) : state;
  };
};

export const sidebarReducer = reducerIn(undefined);
export const overSidebarReducer = reducerIn('over');
