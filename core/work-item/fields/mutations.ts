import { workItemId } from '../../api/wire-parts.ts';
import { isCivilDate } from '../../calendar/rules.ts';
import { selectVisible } from '../../mutation/index.ts';
import { datesScope } from '../dates.ts';
import { LABELS, MILESTONES, USERS, withItems, type ItemRecords } from '../entity.ts';
import { withReadings } from '../../entities/index.ts';
import type { Stamped } from '../../store/action.ts';
import { makesLabel } from '../new-label.ts';
import { isSameEpic } from '../page-data.ts';
import {
  changedLabels,
  confidentialityFault,
  datesToSave,
  joinedErrors,
  labelsBetween,
  labelsToSave,
  titleToSave,
  type LabelChange,
} from '../rules.ts';
import { itemEdits, itemFieldActions, pickerReads, type OfItem } from './actions.ts';
import { assigneesAssist, assigneesEdit } from './assignees.ts';
import { typeAssist, typeChange } from './convert.ts';
import { fieldsItem, itemEdit, parentNamed, parentOf, type FieldsRoot } from './edit.ts';
import { isMakingLabel, isPicked, itemFieldsReducer, type ItemFieldsState } from './slice.ts';

/** The fields of an item's page: each says what differs from the others (fields/edit.ts has what they have in common). */

const title = itemEdit(itemEdits.titleChanged, {
  right: 'canUpdate',
  facts: () => ['title'],
  asks(item, _, { itemFields }) {
    const { text = '', before = item.title } = itemFields.titles[item.id] ?? {};
    const typed = titleToSave(before, text);
    return typed === null || typed === item.title ? null : { title: typed };
  },
  name: () => 'the title of',
});

const confidentiality = itemEdit(itemEdits.confidentialityChanged, {
  facts: () => ['confidential'],
  /** WI-02.13: a change that the shown parent forbids is not sent; the reason is shown beside the switch. */
  asks: (item, _, root) =>
    confidentialityFault(parentOf(root, item)) === null ? { confidential: !item.confidential } : null,
  name: () => 'the confidentiality of',
  also: ({ id }) => [id],
});

const health = itemEdit(itemEdits.healthChanged, {
  facts: () => ['healthStatus'],
  asks: (item, { healthStatus }) => (healthStatus === item.healthStatus ? null : { healthStatus }),
  input: ({ healthStatus }) => ({ healthStatusWidget: { healthStatus } }),
  name: () => 'the health status of',
});

const dates = itemEdit(itemEdits.dateChanged, {
  facts: (asked) => (['startDate', 'dueDate'] as const).filter((fact) => asked[fact] !== undefined),
  // mutant: item-dates-no-line
  scope: ({ id }) => datesScope(id),
  asks(item, given) {
    if (!('value' in given)) return null;
    const day = given.value.trim();
    return day === '' || isCivilDate(day) ? datesToSave(item, given.field, day === '' ? null : day) : null;
  },
  input: ({ id: _id, type: _type, ...changed }) => ({ startAndDueDateWidget: changed }),
  words: joinedErrors,
  name: ({ startDate, dueDate }) =>
    startDate === undefined ? 'the due date of' : dueDate === undefined ? 'the start date of' : 'the dates of',
});

const weight = itemEdit(itemEdits.weightChanged, {
  facts: () => ['weight'],
  asks: (item, { weight: wanted }) => (wanted === item.weight ? null : { weight: wanted }),
  input: ({ weight: wanted }) => ({ weightWidget: { weight: wanted } }),
  name: () => 'the weight of',
});

const progress = itemEdit(itemEdits.progressChanged, {
  facts: () => ['progress'],
  asks: (item, { progress: wanted }) => (wanted === item.progress ? null : { progress: wanted }),
  input: ({ progress: wanted }) => ({ progressWidget: { progress: wanted } }),
  name: () => 'the progress of',
  /** WI-07.31: the wire has no way to take a progress away. */
  former: ({ progress: before }) => (before === null ? null : { progress: before }),
});

const iteration = itemEdit(itemEdits.iterationChanged, {
  facts: () => ['iteration'],
  asks: (item, { iteration: wanted }) => (wanted?.id === item.iteration?.id ? null : { iteration: wanted }),
  input: ({ iteration: wanted }) => ({ iterationWidget: { iterationId: wanted?.id ?? null } }),
  name: () => 'the iteration of',
});

const labels = itemEdit(itemEdits.labelsChanged, {
  facts: () => ['labels'],
  asks(item, given: OfItem & (LabelChange | object), { itemFields: { picker } }) {
    const change = 'add' in given ? given : isPicked(picker, item, 'labels') ? picker.labels : null;
    return change && labelsToSave(item.labels, change);
  },
  change: (item, asked) => ({ labels: changedLabels(item.labels, asked) }),
  input: ({ add, remove }) => ({
    labelsWidget: {
      ...(add.length === 0 ? {} : { addLabelIds: add.map(({ id }) => id) }),
      ...(remove.length === 0 ? {} : { removeLabelIds: remove }),
    },
  }),
  name: () => 'the labels of',
  former: (item, made) => labelsBetween(changedLabels(item.labels, made), item.labels),
});

const milestone = itemEdit(itemEdits.milestoneChanged, {
  facts: () => ['milestone'],
  asks(item, _, { itemFields: { picker } }) {
    const chosen = isPicked(picker, item, 'milestone') ? picker.milestone : undefined;
    return chosen === undefined || chosen?.id === item.milestone?.id ? null : { milestone: chosen };
  },
  input: ({ milestone: chosen }) => ({ milestoneWidget: { milestoneId: chosen?.id ?? null } }),
  words: joinedErrors,
  name: () => 'the milestone of',
});

const parent = itemEdit(itemEdits.parentChanged, {
  right: 'canAdminRelation',
  facts: () => ['parentId'],
  asks(item, { parent: wanted }, root) {
    const isIt = (wanted?.id ?? null) === item.parentId || isSameEpic(parentOf(root, item), wanted);
    return isIt ? null : { parent: wanted };
  },
  change: (_, { parent: wanted }) => ({ parentId: wanted?.id ?? null }),
  input: ({ parent: wanted }) => ({ hierarchyWidget: { parentId: wanted && workItemId(wanted.id) } }),
  brings: ({ parent: wanted }) => (wanted === null ? [] : [wanted]),
  name: () => 'the parent of',
  former(item, _, root) {
    const before = item.parentId === null ? null : parentNamed(selectVisible(root), item.parentId);
    return before === undefined ? null : { parent: before };
  },
});

const newLabel = makesLabel<FieldsRoot>(itemFieldActions.newLabelSubmitted, {
  form: (root) => root.itemFields.newLabel,
  isMaking: isMakingLabel,
  owner(root) {
    const projectPath = fieldsItem(root, root.itemFields.picker.id)?.projectPath ?? null;
    return projectPath === null ? null : { projectPath };
  },
  opened: itemFieldActions.newLabelOpened,
});

/** What the planner wires: what is open for editing of an item. Its lists are read by `itemFieldsSaga`, which comes with the page. */
export const itemFieldsDomain = {
  name: 'itemFields',
  reducer: itemFieldsReducer,
  mutations: [
    title,
    confidentiality,
    health,
    dates,
    weight,
    progress,
    iteration,
    assigneesEdit,
    labels,
    milestone,
    parent,
    typeChange,
    newLabel,
  ],
  assists: { [itemEdits.assigneesChanged.type]: assigneesAssist, [itemEdits.typeChanged.type]: typeAssist },
  reduceConfirmed: <C extends ItemRecords>(confirmed: C, action: Stamped): C => {
    if (pickerReads.assignees.received.match(action)) return withReadings(confirmed, USERS, action.payload.data.found);
    if (pickerReads.labels.received.match(action)) return withReadings(confirmed, LABELS, action.payload.data.found);
    if (pickerReads.milestone.received.match(action)) {
      return withReadings(confirmed, MILESTONES, action.payload.data.found);
    }
    return pickerReads.parent.received.match(action) ? withItems(confirmed, action.payload.data.found) : confirmed;
  },
  holds: ({ itemFields: { picker } }: { readonly itemFields: ItemFieldsState }) => picker.options,
} as const;
