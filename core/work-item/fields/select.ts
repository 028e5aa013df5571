import type { GlobalId, Label, Milestone, Person } from '../types.ts';
import type { QueryRoot } from '../../query/index.ts';
import { createSelector as selector } from 'reselect';
import { selectCurrentUser } from '../../access/select.ts';
import { recordsOf } from '../../entities/index.ts';
import { selectVisible, type Pending } from '../../mutation/index.ts';
import { shownLabelForm } from '../shown-label-form.ts';
import { isSameEpic } from '../page-data.ts';
import {
  assigneesAfter,
  changedLabels,
  confidentialityFault,
  confidentialTooltip,
  labelsMatching,
  validateTitle,
} from '../rules.ts';
import type { Iteration } from '../rules.ts';
import { itemEdits, type PickerField } from './actions.ts';
import { typesOffered } from './convert.ts';
import { fieldsItem, mayEdit, parentNamed, parentOf, type FieldsRoot } from './edit.ts';
import { pickerState } from './queries.ts';
import { isMakingLabel } from './slice.ts';
import { get } from '../../table/index.ts';
import { FIELD_TEXTS, iterationChoices } from './texts.ts';

type Root = FieldsRoot & QueryRoot;

const createSelector = selector.withTypes<Root>();

export type ItemEdit = keyof typeof itemEdits;

const ofItem = (_: Root, id: GlobalId): GlobalId => id;

const mayEditMetadata = (root: Root, id: GlobalId): boolean => mayEdit(root, id);

const EDITS = Object.entries(itemEdits) as readonly (readonly [ItemEdit, { readonly type: string }])[];

/** WI-15.1: the edits of the item that wait for their answers. */
export const selectSavingFields = createSelector(
  [({ pending }) => pending, ofItem],
  (pending: readonly Pending[], id): ReadonlySet<ItemEdit> => {
    const own = pending.filter(({ payload }) => (payload as { readonly id?: GlobalId }).id === id);
    return new Set(EDITS.flatMap(([name, { type }]) => (own.some((each) => each.type === type) ? [name] : [])));
  },
);

/** WI-13.10: whether this viewer may give the item another type. */
export const selectMayChangeType = (root: Root, id: GlobalId): boolean => typesOffered(root, id).length > 0;

/** WI-15.2: which fields this viewer may change. */
export const selectFieldRights = createSelector(
  [
    (root, id: GlobalId) => mayEdit(root, id, 'canUpdate'),
    (root, id: GlobalId) => mayEdit(root, id),
    (root, id: GlobalId) => mayEdit(root, id, 'canAdminRelation'),
  ],
  (title, metadata, parent) => ({ title, metadata, parent }),
);

/** WI-02.11: the title being typed, and why it cannot be saved; null: it is not being edited. */
export const selectTitleForm = createSelector([({ itemFields }, id: GlobalId) => itemFields.titles[id]], (title) => {
  if (title === undefined) return null;
  const verdict = validateTitle(title.text);
  return { text: title.text, error: verdict.ok ? null : verdict.error, restored: title.restored === true };
});

/** WI-02.13: who can see the item, and why that cannot be changed now. Null until it is known. */
export const selectItemConfidentiality = createSelector(
  [
    (root, id: GlobalId) => fieldsItem(root, id)?.type,
    (root, id: GlobalId) => fieldsItem(root, id)?.confidential,
    (root, id: GlobalId) => {
      const item = fieldsItem(root, id);
      return item === null ? null : confidentialityFault(parentOf(root, item));
    },
  ],
  (type, confidential, fault) =>
    type === undefined || confidential === undefined
      ? null
      : {
          confidential,
          text: confidential ? FIELD_TEXTS.confidential : FIELD_TEXTS.notConfidential,
          tooltip: confidentialTooltip(type),
          fault,
        },
);

/** The facts of the item that fields are opened with. */
export const selectFieldValues = createSelector([fieldsItem], (item) =>
  item === null
    ? null
    : {
        startDate: item.startDate,
        dueDate: item.dueDate,
        healthStatus: item.healthStatus,
        severalAssignees: item.severalAssignees,
      },
);

/** WI-03.4: the viewer, where they may be assigned and are not yet; else null. */
export const selectSelf = createSelector(
  [selectCurrentUser, (root, id: GlobalId) => fieldsItem(root, id)?.assignees, mayEditMetadata],
  (user, assignees, may): Person | null => {
    if (user === null || assignees === undefined || !may) return null;
    const { id, name, username, avatarUrl, webUrl } = user;
    return assignees.some((person) => person.id === id) ? null : { id, name, username, avatarUrl, webUrl };
  },
);

const readingOf = createSelector(
  [
    (root) => pickerState(root)?.status,
    (root) => pickerState(root)?.error ?? null,
    (root) => pickerState(root)?.next ?? null,
  ],
  (status, error, next) => ({
    loading: status === 'loading',
    isRead: status === 'ready',
    error,
    hasNext: next !== null,
  }),
);

const NO_ITEM = {
  assignees: [] as readonly Person[],
  labels: [] as readonly Label[],
  milestone: null as Milestone | null,
  iteration: null as Iteration | null,
};

/** The item's own things, and the ones that were found. */
const things = createSelector(
  [
    (root) => fieldsItem(root, root.itemFields.picker.id),
    ({ itemFields }) => itemFields.picker,
    (root) => selectVisible(root),
  ],
  (item, picker, tables) => ({
    item: item ?? { ...NO_ITEM, severalAssignees: false, parentId: null },
    picker,
    people: picker.field === 'assignees' ? recordsOf(tables.users, picker.options) : [],
    labels: picker.field === 'labels' ? recordsOf(tables.labels, picker.options) : [],
    milestones: picker.field === 'milestone' ? recordsOf(tables.milestones, picker.options) : [],
    parent: get(tables.items, item?.parentId ?? '') ?? null,
    parents: picker.field === 'parent' ? picker.options.flatMap((id) => parentNamed(tables, id) ?? []) : [],
  }),
);

const without = <T extends { readonly id: GlobalId }>(list: readonly T[], taken: readonly T[]): readonly T[] =>
  list.filter(({ id }) => !taken.some((each) => each.id === id));

/** What the lists say that are not read to their end. */
const MORE: { readonly [F in PickerField]?: string } = {
  labels: FIELD_TEXTS.moreLabels,
  milestone: FIELD_TEXTS.moreMilestones,
  iteration: FIELD_TEXTS.moreIterations,
};

/** The picker that is open, and of which item; null: none. What the item has comes first, and stays there while it is ticked and unticked. */
export const selectItemPicker = createSelector(
  [things, readingOf, ({ itemFields }) => itemFields.newLabel, isMakingLabel],
  (
    { item, picker, people, labels, milestones, parent, parents },
    { loading, isRead, error, hasNext },
    form,
    sending,
  ) => {
    const { id, field, search, more } = picker;
    if (id === null || field === null) return null;
    const isSearching = search.trim() !== '';
    const after = assigneesAfter(item.assignees, picker.people, item.severalAssignees);
    const ownPeople = isSearching ? [] : item.assignees;
    const ownLabels = isSearching ? [] : item.labels;
    const ticked = changedLabels(item.labels, picker.labels);
    const is = (list: readonly { readonly id: GlobalId }[], id: GlobalId): boolean =>
      list.some((each) => each.id === id);
    const shownPeople = [...ownPeople, ...without(people, ownPeople)];
    const shownLabels = [...ownLabels, ...without(labelsMatching(labels, search), ownLabels)];
    const wanted = search.trim();
    return {
      id,
      field,
      search,
      loading,
      error,
      /** Stands where there is no option. */
      empty: isRead ? FIELD_TEXTS.noMatches : null,
      people: shownPeople.map((person) => ({ ...person, ticked: is(after, person.id) })),
      hasMorePeople: field === 'assignees' && hasNext,
      labels: shownLabels.map((label) => ({ ...label, ticked: is(ticked, label.id) })),
      milestones,
      /** The one that is chosen, whether or not it is saved yet. */
      milestoneId: (picker.milestone === undefined ? item.milestone : picker.milestone)?.id ?? null,
      iterations: iterationChoices(picker.iterations),
      iterationId: item.iteration?.id ?? null,
      parents,
      /** The one that it has. */
      parentId: parents.find((each) => each.id === parent?.id || isSameEpic(each, parent))?.id ?? null,
      hint: (more && MORE[field]) || null,
      /** WI-04.3: the title that is typed, where a new label may have it; else null. */
      creatable: wanted === '' || shownLabels.some(({ title }) => title === wanted) ? null : wanted,
      newLabel: shownLabelForm(form, sending),
    };
  },
);

export type ShownPicker = NonNullable<ReturnType<typeof selectItemPicker>>;
