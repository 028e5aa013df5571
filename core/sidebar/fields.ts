import type { EpicSidebarPartsFragment } from '../api/generated/operations.ts';
import type { Stamped } from '../store/action.ts';
import type { GlobalId } from '../work-item/types.ts';
import { nodesOf } from '../api/wire-parts.ts';
import { epicDates } from '../epic/wire.ts';
import { get } from '../table/index.ts';
import { withReadings } from '../entities/index.ts';
import { type WorkItem, LABELS, USERS, withItems, type ItemReading, type ItemRecords } from '../work-item/entity.ts';
import { shownWith } from '../work-item/shown.ts';
import { sidebarAnswers, sidebarReads } from './actions.ts';

const UNREAD = {
  labels: [],
  parentConfidential: false,
  color: null,
  textColor: null,
  subscribed: null,
  todo: { exists: false, deletePath: null },
} as const satisfies Partial<WorkItem>;

/** The record of an epic as its sidebar shows it; fields that were not read have empty values. */
export const sidebarFields = shownWith(UNREAD);
export type SidebarEpic = ReturnType<typeof sidebarFields>;

/** The same of an epic of these tables; null where it is not known. */
export function fieldsIn(tables: ItemRecords, id: GlobalId | null): SidebarEpic | null {
  const item = get(tables.items, id ?? '');
  return item === undefined ? null : sidebarFields(tables, item);
}

/** The same of a record whose labels are at hand; made anew. */
export const fieldsOf = (item: ItemReading): SidebarEpic => ({ ...UNREAD, ...item }) as SidebarEpic;

type Answered = EpicSidebarPartsFragment & { readonly color?: string | null; readonly textColor?: string | null };

/** The facts in an answer about an epic's fields. Answers to edits bring the colour; otherwise it is read by a query of its own. */
export const epicFacts = (node: Answered) => ({
  ...epicDates(node),
  labels: nodesOf(node.labels),
  // mutant: sidebar-confidential-for-ever
  confidential: node.confidential === true,
  subscribed: node.subscribed,
  // mutant: sidebar-colour-of-the-text
  ...(node.color === undefined ? {} : { color: node.color, textColor: node.textColor ?? null }),
});

/** What reads do to the confirmed records. */
export function reduceSidebar<C extends ItemRecords>(confirmed: C, action: Stamped): C {
  if (sidebarReads.labels.received.match(action)) return withReadings(confirmed, LABELS, action.payload.data.labels);
  if (sidebarReads.participants.received.match(action)) {
    return withReadings(confirmed, USERS, action.payload.data.people);
  }
  if (sidebarAnswers.epicSeeded.match(action)) return withItems(confirmed, [action.payload.epic as ItemReading]);
  const isRead = sidebarReads.epic.received.match(action) || sidebarReads.color.received.match(action);
  if (!isRead) return confirmed;
  const { params, data } = action.payload;
  const item = get(confirmed.items, params.id);
  const reading = { ...('epic' in data ? data.epic : data), id: params.id } as ItemReading;
  return item === undefined ? confirmed : withItems(confirmed, [reading]);
}
