import type { Action } from '../store/action.ts';
import type { ItemReading, WidgetName, WorkItem } from '../work-item/entity.ts';
import type { Person } from '../work-item/types.ts';
import type { BulkChange, BulkField, OptionPlace } from './slice.ts';
import { ownerOf } from '../api/wire-parts.ts';
import { epicActions, epicEdits } from '../epic/actions.ts';
import { updateEndpoint } from '../epic/mutations.ts';
import { mayUpdateEpic, type PageRoot as EpicPageRoot } from '../epic/select.ts';
import { itemStateActions } from '../work-item/edits.ts';
import { itemEdits } from '../work-item/fields/actions.ts';
import { mayEditItem, type FieldsRoot } from '../work-item/fields/edit.ts';
import { changedPeople, datesToSave, isEpicType, labelsToSave, peopleBetween, stateAfter } from '../work-item/rules.ts';
import { dateFields, epicDate, hasSetting } from '../work-item/dates.ts';
import { widgetsOfType } from '../work-item/page-data.ts';
import type { ShownItem } from '../work-item/shown.ts';

/** Which items a change fits, and the edit that it is for each of them (WI-15.20 to WI-15.22). */

export type EditRoot = FieldsRoot & EpicPageRoot;

const FACTS: Readonly<Record<BulkField, keyof WorkItem>> = {
  state: 'state',
  labels: 'labels',
  confidential: 'confidential',
  assignees: 'assignees',
  milestone: 'milestone',
  health: 'healthStatus',
  weight: 'weight',
  startDate: 'startDate',
  dueDate: 'dueDate',
};

/** In the order in which they are offered. */
export const BULK_FIELDS = Object.keys(FACTS) as readonly BulkField[];

/** The part of an item in which the field stands; absent: every type has it. */
const WIDGETS: { readonly [F in BulkField]?: WidgetName } = {
  labels: 'labels',
  assignees: 'assignees',
  milestone: 'milestone',
  health: 'health',
  weight: 'weight',
  startDate: 'dates',
  dueDate: 'dates',
};

const EPIC_DATES = { startDate: 'start', dueDate: 'due' } as const;

/** WI-15.20, WI-15.27: the facts that an edit of the field changes. Whether a date of an epic is fixed must be known, for the undo. */
function factsOf({ type }: WorkItem, field: BulkField): readonly (keyof WorkItem)[] {
  if (field !== 'startDate' && field !== 'dueDate') return [FACTS[field]];
  if (isEpicType(type)) return dateFields(EPIC_DATES[field]);
  return field === 'startDate' ? ['startDate', 'dueDate'] : ['dueDate'];
}

/** WI-15.20: whether items of the type have the field, and it is known of this one: of what was not read nothing can be added or taken away. */
export function hasField(item: WorkItem, field: BulkField): boolean {
  const widget = WIDGETS[field];
  const isOfType = widget === undefined || widgetsOfType(item.type).includes(widget);
  return isOfType && factsOf(item, field).every((fact) => item[fact] !== undefined);
}

/** WI-15.21: by the same rights as on the pages. */
export function mayChange(root: EditRoot, item: WorkItem, field: BulkField): boolean {
  if (root.access.session.user === null) return false;
  if (isEpicType(item.type)) return mayUpdateEpic(root, item.id) === true;
  return mayEditItem(root, item.id, field === 'state' ? 'canUpdate' : undefined) === true;
}

type Whole = ShownItem & ItemReading;

/** The complete edit; null where it would change nothing. */
export function editOf(item: Whole, change: BulkChange): Action | null {
  return isEpicType(item.type) ? epicEdit(item, change) : itemEdit(item, change);
}

function epicEdit(item: Whole, change: BulkChange): Action | null {
  const { id, iid } = item;
  const ref = { id, iid, groupPath: item.group?.fullPath ?? ownerOf(item.reference) };
  switch (change.field) {
    case 'state': {
      const { event } = change;
      return item.state === stateAfter(event)
        ? null
        : epicActions.epicStateToggled({ id, event, endpoint: updateEndpoint(item) });
    }
    case 'labels': {
      const saved = labelsToSave(item.labels, change);
      return saved && epicEdits.labelsChanged({ ...ref, ...saved });
    }
    case 'confidential':
      return item.confidential === change.confidential
        ? null
        : epicEdits.confidentialityChanged({ ...ref, confidential: change.confidential });
    case 'startDate':
    case 'dueDate': {
      const setting = { isFixed: true, fixed: change.day };
      const field = EPIC_DATES[change.field];
      return hasSetting(epicDate(item, field), setting) ? null : epicEdits.dateChanged({ ...ref, field, ...setting });
    }
    default:
      return null;
  }
}

function itemEdit(item: Whole, change: BulkChange): Action | null {
  const ref = { id: item.id, type: item.type };
  switch (change.field) {
    case 'state':
      return item.state === stateAfter(change.event)
        ? null
        : itemStateActions.changeAsked({ ...ref, event: change.event });
    case 'labels': {
      const saved = labelsToSave(item.labels, change);
      return saved && itemEdits.labelsChanged({ ...ref, ...saved });
    }
    case 'assignees': {
      const saved = peopleBetween(item.assignees, assigneesOf(item, change));
      return saved && itemEdits.assigneesChanged({ ...ref, ...saved });
    }
    case 'milestone':
      return (item.milestone?.id ?? null) === (change.milestone?.id ?? null)
        ? null
        : itemEdits.milestoneChanged({ ...ref, milestone: change.milestone });
    case 'health':
      return item.healthStatus === change.healthStatus
        ? null
        : itemEdits.healthChanged({ ...ref, healthStatus: change.healthStatus });
    case 'weight':
      return item.weight === change.weight ? null : itemEdits.weightChanged({ ...ref, weight: change.weight });
    case 'confidential':
      return item.confidential === change.confidential
        ? null
        : itemEdits.confidentialityChanged({ ...ref, confidential: change.confidential });
    case 'startDate':
    case 'dueDate': {
      const saved = datesToSave(item, change.field, change.day);
      return saved && itemEdits.dateChanged({ ...ref, ...saved });
    }
  }
}

/** Where one person alone can be assigned, the last one who was chosen is; where that is not known, several can. */
function assigneesOf(item: Whole, change: Extract<BulkChange, { readonly field: 'assignees' }>): readonly Person[] {
  const after = changedPeople(item.assignees, change);
  return item.severalAssignees === false ? after.slice(-1) : after;
}

/** WI-15.23: labels, people and milestones are offered that all the items can have: those of the project that owns them all, or of the group in which all of them are. Null: there is none. */
export function placeOf(items: readonly WorkItem[]): OptionPlace | null {
  const owners = new Set(
    items.map((item) =>
      isEpicType(item.type)
        ? `group ${item.group?.fullPath ?? ownerOf(item.reference)}`
        : `project ${item.projectPath ?? ownerOf(item.reference)}`,
    ),
  );
  const [only = ''] = owners;
  if (owners.size === 1 && only.startsWith('project ')) return { kind: 'project', fullPath: only.slice(8) };
  const groups = [...owners].map((owner) =>
    owner.startsWith('group ') ? owner.slice(6) : owner.slice(8, Math.max(owner.lastIndexOf('/'), 8)),
  );
  const [first = '', ...others] = groups.map((path) => path.split('/'));
  const shared = [...first].filter((_, index) =>
    others.every((path) => path.slice(0, index + 1).join('/') === [...first].slice(0, index + 1).join('/')),
  );
  return shared.length === 0 || shared[0] === '' ? null : { kind: 'group', fullPath: shared.join('/') };
}
