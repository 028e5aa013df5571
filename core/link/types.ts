import type { ReferenceField } from '../tree/rules.ts';
import type { ReferenceKind } from '../work-item/rules.ts';
import type { ItemReading, ItemRecords, Whole, WorkItem } from '../work-item/entity.ts';
import type { ItemPlace } from '../work-item/slice.ts';
import type { CivilDate, GlobalId, Instant, WorkItemState } from '../work-item/types.ts';
import type { Table } from '../table/index.ts';
import type { LinkType } from './rules.ts';

/** The item whose links are shown, as the place where it is shown hands it over. */
export interface LinkSubject {
  readonly id: GlobalId;
  readonly kind: ReferenceKind;
  /** What it is called within a sentence: `task`. */
  readonly noun?: string;
  readonly iid: string;
  readonly state: WorkItemState;
  /** Full path of the group of an epic, of the project of everything else. */
  readonly ownerPath: string;
  readonly groupPath: string;
  /** Where its links are read, added and removed. */
  readonly endpoint: string;
  readonly webPath: string;
  /** Adding is offered. Removing is, where the link says so. */
  readonly canRelate: boolean;
}

/** A link in the list of one item: what is its own. What is linked stands among the records. */
export interface Link {
  /** Of the epic or item of a project that is linked. */
  readonly id: GlobalId;
  readonly linkType: LinkType;
  /** As seen from the item whose list it is: short within the same place. */
  readonly reference: string;
  /** Where DELETE removes the link; null without the right to. */
  readonly relationPath: string | null;
  readonly inCycle: boolean;
}

/** A link with what it links (RL-03). */
export interface LinkedItem extends Link {
  readonly item: WorkItem;
}

/** The same, as a reading brings it. */
export interface LinkReading extends Link {
  readonly item: ItemReading;
}

/** `merged`: of merge requests only. */
export type LinkedState = WorkItemState | 'merged';

/** A merge request, to be read only. */
export interface LinkedMergeRequest {
  readonly id: GlobalId;
  readonly title: string;
  readonly state: LinkedState;
  readonly reference: string;
  /** With its host; null: nothing to follow. */
  readonly url: string | null;
  readonly pipeline: string | null;
  readonly milestone: GlobalId | null;
  readonly assignees: readonly GlobalId[];
  readonly createdAt: Instant;
  readonly mergedAt: Instant | null;
  readonly closedAt: Instant | null;
}

/** The same, as a reading brings it. */
export type MergeRequestReading = Whole<LinkedMergeRequest>;

export interface LinkForm extends ReferenceField {
  readonly serial: number;
  readonly linkType: LinkType;
  /** It came back by itself, and leaves the focus where it is. */
  readonly restored?: true;
}

export interface Blocker {
  readonly id: GlobalId;
  readonly title: string;
  readonly reference: string;
  readonly webPath: string;
}

/** What somebody wants to close: its blockers are read first. */
export interface ClosingItem {
  readonly id: GlobalId;
  readonly kind: ReferenceKind;
  readonly iid: string;
  /** Of an epic, its group. */
  readonly groupPath: string | null;
}

/** What the blockers of are asked for. */
export interface BlockedItem extends ClosingItem {
  /** How many the row says that there are: with another number it is asked again (RL-05.6). */
  readonly count: number;
}

/** What blocks an item, as far as it was asked for. */
export interface Blockers {
  readonly asked: BlockedItem;
  readonly list: readonly Blocker[];
}

/** What a section shows that stands in no record. */
export interface OpenSection {
  /** Null: it is not there. */
  readonly subject: LinkSubject | null;
  readonly form: LinkForm | null;
  readonly mergeRequests: readonly LinkedMergeRequest[];
  /** What a screen reader is told. */
  readonly announcement: string;
}

/** RL-01.43: the section of the page, and that of the item over it. */
export interface LinkState extends Readonly<Record<ItemPlace, OpenSection>> {
  readonly today: CivilDate | null;
  /** Of the form that was opened last. */
  readonly serial: number;
  readonly blockers: Table<Blockers>;
  /** `list` null: what blocks it is not read yet. */
  readonly closing: { readonly asked: ClosingItem; readonly list: readonly Blocker[] | null } | null;
}

/** The links of each item, by its id; absent until they were read. */
export interface LinkConfirmed extends ItemRecords {
  readonly links: Table<readonly Link[]>;
}
