import type { Draft } from '../mutation/index.ts';
import type { Stamped } from '../store/action.ts';
import type { EpicSidebarPartsFragment } from '../api/generated/operations.ts';
import type { WorkItem } from '../work-item/types.ts';
import { nodesOf } from '../api/wire-parts.ts';
import { dayOf } from '../epic/wire.ts';
import type { SidebarConfirmed, SidebarEpic } from './types.ts';
import { merged, withReadings } from '../entities/index.ts';
import { commit, Draft as Changes } from '../mutation/index.ts';
import { dateFacts, epicDate } from '../work-item/dates.ts';
import { ITEM_PARTS } from '../work-item/entity.ts';
import { sidebarAnswers, sidebarReads } from './actions.ts';

const NO_TODO: SidebarEpic['todo'] = { exists: false, deletePath: null };

const made = new WeakMap<WorkItem, SidebarEpic>();

/** The fields of an epic's sidebar as its record has them; the same object for the same record. What was not read is none. */
export function sidebarFields(item: WorkItem): SidebarEpic {
  const known = made.get(item);
  if (known !== undefined) return known;
  const fields: SidebarEpic = {
    id: item.id,
    iid: item.iid,
    groupPath: item.group?.fullPath ?? '',
    start: epicDate(item, 'start'),
    due: epicDate(item, 'due'),
    labels: item.labels ?? [],
    confidential: item.confidential,
    parentConfidential: item.parentConfidential ?? false,
    color: item.color ?? null,
    textColor: item.textColor ?? null,
    subscribed: item.subscribed ?? null,
    todo: item.todo ?? NO_TODO,
  };
  made.set(item, fields);
  return fields;
}

/** What fields of the sidebar are in the record. How the epic is named on the wire is no field. */
export function factsOf({ id, iid, groupPath, start, due, ...rest }: Partial<SidebarEpic>): Partial<WorkItem> {
  return {
    ...rest,
    ...(start === undefined ? {} : dateFacts('start', start)),
    ...(due === undefined ? {} : dateFacts('due', due)),
  };
}

/** An epic with other fields. One that is not known stays unknown; what is so already stays the same reference. */
export function withFields(
  draft: Draft<SidebarConfirmed>,
  id: string,
  change: (epic: SidebarEpic) => Partial<SidebarEpic>,
): void {
  const item = draft.get('items', id);
  if (item === undefined) return;
  const next = merged(item, factsOf(change(sidebarFields(item))), ITEM_PARTS);
  if (next !== item) draft.set('items', id, next);
}

/** The parts that every answer about an epic's fields has. */
export function fieldsOf(
  node: EpicSidebarPartsFragment,
): Pick<SidebarEpic, 'start' | 'due' | 'labels' | 'confidential' | 'subscribed'> {
  return {
    start: {
      date: dayOf(node.startDate),
      isFixed: node.startDateIsFixed === true,
      fixed: dayOf(node.startDateFixed),
      inherited: dayOf(node.startDateFromInheritedSource),
    },
    due: {
      date: dayOf(node.dueDate),
      isFixed: node.dueDateIsFixed === true,
      fixed: dayOf(node.dueDateFixed),
      inherited: dayOf(node.dueDateFromInheritedSource),
    },
    labels: nodesOf(node.labels),
    confidential: node.confidential === true,
    subscribed: node.subscribed,
  };
}

/** What readings do to the confirmed epics. Everything else leaves them as they are. */
export function foldSidebar<C extends SidebarConfirmed>(confirmed: C, action: Stamped): C {
  if (sidebarAnswers.epicSeeded.match(action)) {
    const items = withReadings(confirmed.items, [action.payload.epic], ITEM_PARTS);
    return items === confirmed.items ? confirmed : { ...confirmed, items };
  }
  const read = readBy(action);
  if (read === null) return confirmed;
  const draft = new Changes<SidebarConfirmed>(confirmed);
  withFields(draft, read.id, () => read);
  return commit(draft, confirmed as SidebarConfirmed) as C;
}

function readBy(action: Stamped): ({ readonly id: string } & Partial<SidebarEpic>) | null {
  if (sidebarReads.epic.received.match(action)) return action.payload.data.epic;
  if (!sidebarReads.color.received.match(action)) return null;
  const { params, data } = action.payload;
  return { id: params.id, ...data };
}
