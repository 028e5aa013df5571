import type { Draft } from '../mutation/index.ts';
import type {
  CivilDate,
  DescendantCounts,
  DescendantWeightSum,
  GlobalId,
  HealthCounts,
  HealthStatus,
  Instant,
  ItemPermissions,
  Label,
  Milestone,
  Person,
  Iteration,
  TaskCounts,
  WorkItemState,
  WorkItemType,
} from './types.ts';
import { onlyHeld, takeReading, withReadings, type Parts, type Schema } from '../entities/index.ts';
import { emptyTable, entries, type Table } from '../table/index.ts';

/** WI-03.5: a reading brings so many assignees of an item; where it brings as many there may be others. */
export const ASSIGNEES_READ = 100;

/** What every reading of a work item brings. */
interface Core {
  readonly id: GlobalId;
  readonly iid: string;
  readonly type: WorkItemType;
  readonly state: WorkItemState;
  readonly title: string;
  /** With the full path of its owner: `group/sub&12`, `group/project#7`. */
  readonly reference: string;
  /** Path of its page, without a host. */
  readonly webPath: string;
  readonly confidential: boolean;
}

/**
 * The two dates of an item that has them; of an epic also where each comes from (EP-07). The date in force is `startDate` or `dueDate`; of the fixed and the inherited one
 * that which is not in force stands beside it, and the other is null, so that no date is said twice.
 */
interface DateFacts {
  readonly startDate: CivilDate | null;
  readonly dueDate: CivilDate | null;
  /** False: it is inherited. */
  readonly startDateIsFixed: boolean;
  readonly dueDateIsFixed: boolean;
  readonly startDateFixed: CivilDate | null;
  readonly dueDateFixed: CivilDate | null;
  readonly startDateInherited: CivilDate | null;
  readonly dueDateInherited: CivilDate | null;
}

/** Sums over everything below an epic, whatever the viewer may see of it (TR-02). Null on anything else. */
interface RollupFacts {
  readonly descendantCounts: DescendantCounts | null;
  readonly descendantWeightSum: DescendantWeightSum | null;
  readonly healthCounts: HealthCounts | null;
  readonly hasChildren: boolean;
  readonly hasIssues: boolean;
}

/** An item has one parent: what belongs to its place among that one's children stands with the child. */
interface PlaceFacts {
  /** Where DELETE releases the child from its parent; null without the right to. */
  readonly relationPath: string | null;
  /** Issues under an epic: the id of the link (`gid://gitlab/EpicIssue/5`), which `epicTreeReorder` wants; null on epics. */
  readonly epicIssueId: GlobalId | null;
  readonly relativePosition: number | null;
  readonly hasParent: boolean;
  /** Null where there is no parent, and where the viewer may not see it. */
  readonly parentId: GlobalId | null;
  /** Of a parent that the viewer may see. */
  readonly parentConfidential: boolean;
}

interface BlockedFacts {
  readonly blocked: boolean;
  readonly blockedByCount: number;
  /** The epics that block it, as far as the viewer may see them. */
  readonly blockedBy: readonly GlobalId[];
}

/** The text of an item as its page shows it, and its version. The title is every reading's. */
interface TextFacts {
  readonly description: string;
  readonly descriptionHtml: string;
  /** Counts the edits of the item, whoever makes them. */
  readonly lockVersion: number;
  readonly editedBy: { readonly name: string; readonly path: string; readonly at: Instant } | null;
}

/** The group that owns an epic; its names are known where a reading asked for them. */
export interface ItemGroup {
  /** Absent where an answer of REST names the group by its path. */
  readonly id?: GlobalId;
  readonly fullPath: string;
  readonly name?: string;
  /** Names from the top group down. */
  readonly fullName?: string;
}

/** A reaction: an emoji by its name, and who gave it. */
export interface Award {
  readonly emoji: string;
  readonly userId: GlobalId;
}

/** What is estimated and what was spent, in seconds; zero is none. */
export interface TimeTracking {
  readonly estimate: number;
  readonly spent: number;
}

/** Parts that an item of a type has, whether or not anything is in them. */
export type WidgetName =
  'assignees' | 'dates' | 'health' | 'hierarchy' | 'iteration' | 'labels' | 'milestone' | 'progress' | 'weight';

export interface Facts extends DateFacts, RollupFacts, PlaceFacts, BlockedFacts, TextFacts {
  readonly createdAt: Instant | null;
  readonly updatedAt: Instant | null;
  readonly closedAt: Instant | null;
  /** People, labels and the milestone by their ids; `Things` are what they name. */
  readonly author: GlobalId | null;
  readonly assignees: readonly GlobalId[];
  readonly labels: readonly GlobalId[];
  readonly milestone: GlobalId | null;
  readonly weight: number | null;
  readonly iteration: Iteration | null;
  /** Percent. */
  readonly progress: number | null;
  /** More than one person can be assigned. */
  readonly severalAssignees: boolean;
  /** Issues and below; null on epics. */
  readonly healthStatus: HealthStatus | null;
  /** Of an issue's checklist; null where it has none. */
  readonly tasks: TaskCounts | null;
  /** Epics: the owning group. */
  readonly group: ItemGroup | null;
  /** Items of a project: its full path. */
  readonly projectPath: string | null;
  readonly permissions: ItemPermissions;
  /** Items of a project. */
  readonly widgets: readonly WidgetName[];
  /** Null where the colours are off. */
  readonly color: string | null;
  readonly textColor: string | null;
  /** Whether the viewer is told of what happens to it. */
  readonly subscribed: boolean | null;
  /** The oldest first. */
  readonly awards: readonly Award[];
  readonly time: TimeTracking;
  /** The address of the Zoom meeting about it. */
  readonly zoomLink: string | null;
  /** Its author is banned: administrators alone see it. */
  readonly hidden: boolean;
  /** Who takes part in it. */
  readonly participants: readonly GlobalId[];
  readonly todo: {
    readonly exists: boolean;
    /** `/dashboard/todos/5`; null where there is none, or where it is not known yet. */
    readonly deletePath: string | null;
  };
}

/**
 * The one entity behind epic, issue, task and the others, as far as it was read: whichever readings brought it, it stands once. What no reading has brought is
 * absent; null is what the server said.
 */
export type WorkItem = Core & Partial<Facts>;

type FactName = keyof Facts;

/** A work item of which these facts are known. */
export type Known<K extends FactName> = Core & Pick<Facts, K> & Partial<Facts>;

/** What an item names by its id, and a reading of it brings whole. */
export interface Things {
  readonly author: Person | null;
  readonly assignees: readonly Person[];
  readonly labels: readonly Label[];
  readonly milestone: Milestone | null;
}

/** A record, or some of its facts, with the things themselves that it names: as a reading brings it, and as it is shown. */
export type Whole<R> = { [K in keyof R]: K extends keyof Things ? Things[K] : R[K] };

/** What a reading says of an item. */
export type ItemReading = Whole<WorkItem>;

/** Records within the record, of which a reading may bring a part. */
export const ITEM_PARTS = { group: 'fullPath', permissions: null } as const satisfies Parts &
  Partial<Record<FactName, string | null>>;

/** How items are taken in. */
export const ITEM = {
  table: 'items',
  parts: ITEM_PARTS,
  references: { author: 'users', assignees: 'users', labels: 'labels', milestone: 'milestones' },
  limits: { assignees: ASSIGNEES_READ },
} as const satisfies Schema & { readonly references: Record<keyof Things, keyof ItemRecords> };

/** How what is known to be all of an item's lists is taken in. */
export const ITEM_WHOLE: Schema = { ...ITEM, limits: {} };

/** The records of everything that some place shows, by their ids. */
export interface ItemRecords {
  readonly items: Table<WorkItem>;
  readonly labels: Table<Label>;
  readonly users: Table<Person>;
  readonly milestones: Table<Milestone>;
}

export const noRecords = (): ItemRecords => ({
  items: emptyTable(),
  labels: emptyTable(),
  users: emptyTable(),
  milestones: emptyTable(),
});

/** The ids of everything that these items name. */
function* namedIn(items: Table<WorkItem>): Generator<GlobalId> {
  for (const [, { author, assignees, labels, milestone, awards, participants }] of entries(items)) {
    for (const id of [author, milestone, ...(assignees ?? []), ...(labels ?? [])]) if (id != null) yield id;
    if (participants !== undefined) yield* participants;
    for (const { userId } of awards ?? []) yield userId;
  }
}

/** RP-02.265: only the items that are held, then only what either is held or named by one of them; the same tables if that is all. */
export function heldRecords<C extends ItemRecords>(confirmed: C, held: readonly GlobalId[]): C {
  const items = onlyHeld(confirmed.items, held);
  const named = new Set([...held, ...namedIn(items)]);
  const kept = {
    items,
    labels: onlyHeld(confirmed.labels, named),
    users: onlyHeld(confirmed.users, named),
    milestones: onlyHeld(confirmed.milestones, named),
  };
  const isSame = Object.entries(kept).every(([name, table]) => table === confirmed[name as keyof ItemRecords]);
  return isSame ? confirmed : { ...confirmed, ...kept };
}

const alone = (table: Exclude<keyof ItemRecords, 'items'>): Schema => ({ table, parts: {}, references: {} });

/** How things are taken in that are read by themselves. */
export const [LABELS, USERS, MILESTONES] = [alone('labels'), alone('users'), alone('milestones')];

/** The confirmed tables with what readings say of items, and of what these name. */
export const withItems = <C extends ItemRecords>(confirmed: C, readings: Iterable<ItemReading>): C =>
  withReadings(confirmed, ITEM, readings);

/** The item has these facts. One that is not known stays unknown; what is so already stays the same reference. */
export function withFacts(draft: Draft<ItemRecords>, id: GlobalId, facts: Partial<ItemReading>): void {
  if (draft.get('items', id) !== undefined) takeReading(draft, ITEM_WHOLE, { ...facts, id });
}

/** The version in an answer, if it is the next one: where others have saved in between, the text that it belongs to is not known yet (EP-03.27, IE-06.49). */
export const nextVersion = (draft: Draft<ItemRecords>, id: string, lockVersion: number | null): Partial<ItemReading> =>
  lockVersion === (draft.get('items', id)?.lockVersion ?? 0) + 1 ? { lockVersion } : {};

/** What an answer to a mutation says of items. */
export function takeIn(draft: Draft<ItemRecords>, readings: readonly ItemReading[]): void {
  for (const reading of readings) takeReading(draft, ITEM, reading);
}

/** Whether readings have brought these facts. */
export const knows = <K extends FactName>(item: WorkItem | undefined, ...names: readonly K[]): item is Known<K> =>
  item !== undefined && names.every((name) => item[name] !== undefined);

/** Whether a reading of some parent's children brought it, so that it has a place among them (TR-01). */
export const hasPlace = (item: WorkItem | undefined): item is Known<'relativePosition'> =>
  item?.relativePosition !== undefined;
