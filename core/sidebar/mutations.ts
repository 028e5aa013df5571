import { type EpicSetSubscriptionMutation, EpicSetSubscriptionOperation } from '../api/generated/operations.ts';
import type { Stamped } from '../store/action.ts';
import type { Step } from '../store/domain.ts';
import { isAnyOf } from '@reduxjs/toolkit';
import { cursorOfNext } from '../api/wire-parts.ts';
import { epicActions, epicEdits, type DateGesture } from '../epic/actions.ts';
import { changedDates, dateFields, datesInput, datesScope, epicDate, hasSetting } from '../work-item/dates.ts';
import { graphql, selectVisible } from '../mutation/index.ts';
import { makesLabel } from '../work-item/new-label.ts';
import {
  changedLabels,
  labelsBetween,
  labelsToSave,
  numericId,
  parseColor,
  textColorFor,
  type LabelChange,
} from '../work-item/rules.ts';
import { sidebarActions } from './actions.ts';
import { edit, type Updated } from './edit.ts';
import { epicFacts, reduceSidebar } from './fields.ts';
import { colorToSave, dateEntry, SIDEBAR_ERRORS } from './rules/entries.ts';
import { childrenOf, confidentialityRefusal, confirmedEpic, openEpic } from './select-root.ts';
import type { SidebarRoot, Sidebars, SidebarState } from './state.ts';
import { inPlace, type Place } from '../store/place.ts';
import { isMakingLabel, left, overSidebarReducer, placeOf, sidebarReducer } from './slice.ts';

const date = edit(epicEdits.dateChanged, {
  facts: ({ field }) => dateFields(field),
  /** EP-18.42, RM-09.21 */
  scope: ({ id }) => datesScope(id),
  asks(epic, given: DateGesture) {
    const { field, id = epic.id } = given;
    const entry = 'value' in given ? dateEntry(given.value) : null;
    // A field reports its text when it is left: another epic may be open by then.
    if (entry?.ok === false || id !== epic.id) return null;
    const setting = 'isFixed' in given ? { isFixed: given.isFixed } : { isFixed: true, fixed: entry?.day ?? null };
    return hasSetting(epicDate(epic, field), setting) ? null : { field, ...setting };
  },
  text: ({ field }) => SIDEBAR_ERRORS[field],
  name: ({ field }) => `the ${field} date of`,
  change: (epic, asked) => changedDates(epic, { [asked.field]: asked }),
  input: (asked) => datesInput({ [asked.field]: asked }),
  /** EP-07.37: undo leaves a fixed date alone that the edit left alone: somebody else may have changed it since. */
  former(epic, { field, fixed }) {
    const before = epicDate(epic, field);
    return { field, isFixed: before.isFixed, ...(fixed === undefined ? {} : { fixed: before.fixed }) };
  },
});

const labels = edit(epicEdits.labelsChanged, {
  facts: () => ['labels'],
  asks(epic, given: LabelChange | object, { sidebar: { picker } }) {
    if ('add' in given) return labelsToSave(epic.labels, given);
    return picker.open ? labelsToSave(epic.labels, picker.change) : null;
  },
  text: () => SIDEBAR_ERRORS.updateLabels,
  name: () => 'the labels of',
  change: (epic, asked) => ({ labels: changedLabels(epic.labels, asked) }),
  input: (asked) => ({
    ...(asked.add.length === 0 ? {} : { addLabelIds: asked.add.map(({ id }) => id) }),
    // mutant: sidebar-unticked-label-stays
    ...(asked.remove.length === 0 ? {} : { removeLabelIds: asked.remove }),
  }),
  /** EP-08.15 */
  decode({ epic }: Updated, asked, root) {
    if (epic === null) return null;
    const known = cursorOfNext(epic.labels) === null ? null : confirmedEpic(root, asked.id);
    return { labels: known === null ? epicFacts(epic).labels : changedLabels(known.labels, asked) };
  },
  former(epic, made) {
    // mutant: undo-forgets-what-was-removed
    return labelsBetween(changedLabels(epic.labels, made), epic.labels);
  },
});

const color = edit(epicEdits.colorChanged, {
  facts: () => ['color', 'textColor'],
  asks(epic, _, { sidebar: { colorEditor } }) {
    const changed = epic.color === null || !colorEditor.open ? null : colorToSave(epic.color, colorEditor.color);
    return changed === null ? null : { color: changed };
  },
  text: () => SIDEBAR_ERRORS.updateColor,
  name: () => 'the colour of',
  change(epic, asked) {
    const parsed = parseColor(asked.color) ?? asked.color;
    return parsed === parseColor(epic.color ?? '') ? {} : { color: parsed, textColor: textColorFor(parsed) };
  },
  former: (epic) => (epic.color === null ? null : { color: epic.color }),
});

const confidentiality = edit(epicEdits.confidentialityChanged, {
  facts: () => ['confidential'],
  // mutant: confidentiality-leaves-the-row
  /** EP-10.31: new children inherit it from the epic's own row in the tree, so that is read again, too. */
  also: ({ id }) => [id],
  /** EP-10.2: a change that the shown parent or children forbid is not sent; the reason is shown beside the switch. */
  asks: (epic, _, root) =>
    confidentialityRefusal(epic, childrenOf(root, selectVisible(root), epic.id)) === null
      ? { confidential: !epic.confidential }
      : null,
  text: () => SIDEBAR_ERRORS.confidentiality,
  name: () => 'the confidentiality of',
});

const subscription = edit(epicEdits.subscriptionChanged, {
  right: 'own',
  // mutant: sidebar-subscription-toggles
  facts: () => ['subscribed'],
  asks: ({ subscribed }) => (subscribed === null ? null : { subscribed: !subscribed }),
  text: () => SIDEBAR_ERRORS.subscription,
  name: () => 'the notifications of',
  request: (_, { groupPath, iid, subscribed }) =>
    graphql(EpicSetSubscriptionOperation, { input: { groupPath, iid, subscribedState: subscribed } }),
  decode: ({ epic }: NonNullable<EpicSetSubscriptionMutation['epicSetSubscription']>) =>
    epic && { subscribed: epic.subscribed },
  former: ({ subscribed }) => (subscribed === null ? null : { subscribed }),
});

type TodoAnswer = { readonly delete_path?: unknown } | null;

/** EP-06.2: the answer to adding a to-do says where it can be deleted. */
const todo = edit(epicEdits.todoChanged, {
  right: 'own',
  facts: () => ['todo'],
  asks({ todo: { exists } }, _, { epic: { page } }) {
    return page.data === null ? null : { exists: !exists, todoPath: page.data.todoPath };
  },
  change: (epic, { exists }) => ({ todo: { exists, deletePath: exists ? epic.todo.deletePath : null } }),
  request(root: SidebarRoot, { id, exists, todoPath }) {
    const body = { issuable_id: numericId(id), issuable_type: 'epic' };
    if (exists) return { rest: { method: 'POST', path: todoPath, body } };
    const path = confirmedEpic(root, id)?.todo.deletePath ?? null;
    return path === null ? null : { rest: { method: 'DELETE', path } };
  },
  decode(answer: TodoAnswer, { exists }) {
    const path = answer?.delete_path;
    // mutant: sidebar-todo-not-folded
    if (!exists) return { todo: { exists, deletePath: null } };
    return typeof path === 'string' ? { todo: { exists, deletePath: path } } : null;
  },
  text({ id, exists }, root) {
    if (exists) return SIDEBAR_ERRORS.addTodo;
    // EP-06.23: if adding it was refused there is nothing to delete, and nothing to report.
    return confirmedEpic(root, id)?.todo.exists === false ? null : SIDEBAR_ERRORS.deleteTodo;
  },
  name: () => 'the to-do of',
  former: ({ todo: { exists } }, { todoPath }) => ({ exists, todoPath }),
});

const newLabel = makesLabel<SidebarRoot>(sidebarActions.newLabelSubmitted, {
  form: ({ sidebar }) => sidebar.newLabel,
  isMaking: isMakingLabel,
  owner(root) {
    const epic = root.sidebar.id === null ? null : openEpic(root);
    return epic && { groupPath: epic.groupPath };
  },
  opened: sidebarActions.newLabelOpened,
});

const { newLabelTitleChanged, newLabelColorChanged, newLabelSubmitted } = sidebarActions;
const changesLabel = isAnyOf(newLabelTitleChanged, newLabelColorChanged, newLabelSubmitted);

const afterwards =
  (place: Place) =>
  (given: SidebarState, action: Stamped, step: Step<SidebarRoot>): SidebarState => {
    const [before, after] = [inPlace(step.before, place), inPlace(step.after, place)];
    // What its page does not show any more it does not either.
    const sidebar = given.id !== null && after.epic.page.id === null ? left(given) : given;
    // EP-08.12: a new label that is on its way does not change.
    const isFixed = changesLabel(action) && placeOf(action) === place && isMakingLabel(before);
    return isFixed ? { ...sidebar, newLabel: before.sidebar.newLabel } : sidebar;
  };

/** What the planner wires. */
export const sidebarDomain = {
  name: 'sidebar',
  reducer: sidebarReducer,
  mutations: [date, labels, color, confidentiality, subscription, todo, newLabel],
  reduceConfirmed: reduceSidebar,
  holds: ({ sidebar, overSidebar }: Sidebars) =>
    [sidebar, ...(overSidebar === undefined ? [] : [overSidebar])].flatMap(({ id, participants, picker }) => [
      ...(id === null ? [] : [id]),
      ...participants.ids,
      ...picker.options,
    ]),
  leaves: [sidebarActions.sidebarClosed.type, epicActions.epicPageOpened.type, epicActions.epicPageClosed.type],
  afterReduce: afterwards(undefined),
} as const;

/** WI-14.10: the sidebar of the epic over the page. Its watchers and records are those of the page's. */
export const overSidebarDomain = {
  name: 'overSidebar',
  reducer: overSidebarReducer,
  afterReduce: afterwards('over'),
} as const;
