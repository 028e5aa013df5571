import type { FieldValue, Filters, SearchedKey } from '../filter/rules.ts';
import type { Pending } from '../mutation/index.ts';
import type { Queries } from '../query/index.ts';
import type { Table } from '../table/index.ts';
import type { ItemGroup, ItemRecords, Known, Things } from '../work-item/entity.ts';
import type { CivilDate, DescendantCounts, DescendantWeightSum, GlobalId, Milestone } from '../work-item/types.ts';
import type { RoadmapConfig } from './config.ts';
import type { Preset } from './rules/timeframe.ts';
import type { epicsScope, RoadmapView } from './rules/view.ts';

/** An epic as the roadmap reads it. Its labels and people are no matter of the roadmap. */
export type RoadmapEpic = Omit<
  Known<
    | 'hasChildren'
    | 'hasParent'
    | 'parentId'
    | 'blocked'
    | 'blockedByCount'
    | 'blockedBy'
    | 'startDate'
    | 'startDateIsFixed'
    | 'dueDate'
    | 'dueDateIsFixed'
    | 'permissions'
  >,
  keyof Things
> & {
  readonly group: Required<ItemGroup>;
  readonly descendantCounts: DescendantCounts;
  readonly descendantWeightSum: DescendantWeightSum;
};

/** A milestone as the roadmap reads it. */
export type RoadmapMilestone = Required<Milestone>;

/** Whose epics are listed, which of them, and in which order. */
export interface Scope extends ReturnType<typeof epicsScope> {
  readonly fullPath: string;
  readonly epicIid: string | null;
}

/** A list and the scope in which it was read; in another scope it does not count (RM-13.5). */
export interface ListRead {
  readonly scope: object;
  /** Of the epics, or the milestones, in the order of the server, each once. */
  readonly ids: readonly GlobalId[];
}

/** The lists of the roadmap among the confirmed tables, each under the key of its query. What they name stands among the records. */
export interface RoadmapTables {
  readonly roadmapLists: Table<ListRead>;
}

/** The confirmed tables that the roadmap reads and writes. */
export type RoadmapConfirmed = RoadmapTables & ItemRecords;

/** The cells of the timeframe: their preset, and the start of the first one; null until the day is known. */
export interface Period {
  readonly preset: Preset;
  readonly start: number | null;
}

/** An epic that was expanded at some time. */
export interface Branch {
  /** The period in which it was collapsed; null: it is expanded, or will be once its children are read. */
  readonly folded: Period | null;
  /** Incremented by a retry after a failure (RM-11.8). */
  readonly attempt: number;
}

/** A page of a list, and the cursor of the next one; null: it is the last. */
export interface Page<T> {
  readonly items: readonly T[];
  readonly next: string | null;
}

/** The last search for the values of a token, and the values that were found last. */
export interface SuggestionsFound {
  /** Null: there was none yet. */
  readonly search: string | null;
  readonly options: readonly FieldValue[];
}

/** A change of an epic's dates. Undefined: the date stays as it is; null: a fixed date that is empty. */
export interface DatesChange {
  readonly id: GlobalId;
  readonly startDate?: CivilDate | null;
  readonly dueDate?: CivilDate | null;
  /** RM-09.40: the start date becomes inherited, with this fixed date kept beside it. */
  readonly keptStart?: CivilDate | null;
  readonly keptDue?: CivilDate | null;
  /** RM-16.1: the epic was in the tray. */
  readonly fromTray?: true;
}

export interface RoadmapState {
  /** Null while no roadmap is open. */
  readonly config: RoadmapConfig | null;
  readonly view: RoadmapView;
  /** The viewer's civil day; null until the watcher has set it. */
  readonly today: CivilDate | null;
  /** RM-11: by epic. */
  readonly branches: Table<Branch>;
  readonly milestonesExpanded: boolean;
  readonly drawerOpen: boolean;
  readonly trayOpen: boolean;
  /** RM-16 */
  readonly fresh: readonly GlobalId[];
  readonly limitDismissed: boolean;
  readonly suggestions: Readonly<Record<SearchedKey, SuggestionsFound>>;
  /** Latest first. */
  readonly recent: readonly Filters[];
}

/** The state as the roadmap's selectors and sagas read it. */
export interface RoadmapRoot {
  readonly roadmap: RoadmapState;
  readonly confirmed: RoadmapConfirmed;
  readonly pending: readonly Pending[];
  readonly queries: Queries;
}
