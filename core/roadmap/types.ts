import type { Filters } from '../filter/rules.ts';
import type { Table } from '../table/index.ts';
import type {
  CivilDate,
  DescendantCounts,
  DescendantWeightSum,
  GlobalId,
  Person,
  WorkItemState,
} from '../work-item/types.ts';
import type { RoadmapView } from './rules/view.ts';

/** An epic as the roadmap reads it. The two day numbers are those of the dates, for arithmetic (core/calendar). */
export interface RoadmapEpic {
  readonly id: GlobalId;
  readonly iid: string;
  readonly title: string;
  readonly state: WorkItemState;
  /** Path of its page, without a host. */
  readonly webPath: string;
  /** `group/sub&12` */
  readonly reference: string;
  readonly confidential: boolean;
  readonly hasChildren: boolean;
  readonly hasParent: boolean;
  /** Null where there is no parent, and where the viewer may not see it. */
  readonly parentId: GlobalId | null;
  readonly blocked: boolean;
  readonly blockedByCount: number;
  /** The epics that block it, as far as the viewer may see them. */
  readonly blockedBy: readonly GlobalId[];
  readonly startDate: CivilDate | null;
  readonly startDay: number | null;
  readonly startDateIsFixed: boolean;
  readonly startDateFixed: CivilDate | null;
  readonly dueDate: CivilDate | null;
  readonly dueDay: number | null;
  readonly dueDateIsFixed: boolean;
  readonly dueDateFixed: CivilDate | null;
  readonly group: EpicGroup;
  readonly canUpdate: boolean;
  readonly descendantCounts: DescendantCounts;
  readonly descendantWeightSum: DescendantWeightSum;
  /** Null where the colours are off. */
  readonly color: string | null;
  readonly textColor: string | null;
}

export interface EpicGroup {
  readonly id: GlobalId;
  readonly name: string;
  readonly fullName: string;
  readonly fullPath: string;
}

export interface RoadmapMilestone {
  readonly id: GlobalId;
  readonly title: string;
  readonly webPath: string;
  readonly startDate: CivilDate | null;
  readonly dueDate: CivilDate | null;
  readonly groupMilestone: boolean;
  readonly subgroupMilestone: boolean;
  readonly projectMilestone: boolean;
}

/** What the server said of epics, by id. Written by its answers only. */
export interface RoadmapConfirmed {
  readonly roadmapEpics: Table<RoadmapEpic>;
  /** Children by parent, as far as they were read; absent where they were not. */
  readonly roadmapChildren: Table<readonly GlobalId[]>;
}

/** What the page says of itself (RM-01), and what the session adds. */
export interface RoadmapConfig {
  /** Full path of the group. */
  readonly fullPath: string;
  /** One epic's children instead of the group's epics (RM-17). */
  readonly epicIid: string | null;
  readonly canCreateEpic: boolean;
  readonly allowSubEpics: boolean;
  /** The feature of colours is on. */
  readonly colours: boolean;
  readonly newEpicPath: string;
  readonly listEpicsPath: string;
  readonly docsPath: string;
  /** Null for a visitor. */
  readonly user: Person | null;
  /** Of the settings; 0 is Sunday. */
  readonly firstDayOfWeek: number;
  /** More loaded epics than this raise the warning (RM-18). */
  readonly epicsLimit: number;
}

/** `missing` stands for a group that does not exist and for one that may not be seen. */
export type RoadmapStatus = 'idle' | 'loading' | 'ready' | 'missing' | 'failed';

export interface EpicFlags {
  readonly expanded: boolean;
  readonly loading: boolean;
  /** RM-11.8: its children could not be read. */
  readonly failed?: true;
}

export interface PageMark {
  readonly cursor: string | null;
  readonly more: boolean;
}

/** The filters whose values are looked for on the server. */
export type SuggestionKey = 'author' | 'label' | 'milestone' | 'epic' | 'reaction';

export interface Suggestion {
  /** What the token takes: a username, a title, an iid. */
  readonly value: string;
  readonly title: string;
  /** Beside the title: `@ada`, `group&12`. */
  readonly detail: string | null;
  readonly avatarUrl: string | null;
  readonly color: string | null;
}

export interface Suggestions {
  readonly search: string;
  readonly status: 'idle' | 'loading' | 'ready' | 'failed';
  readonly options: readonly Suggestion[];
}

/** Dates that a person gave to an epic. What is undefined stays as it is; null is a fixed date that is empty. */
export interface DatesChange {
  readonly id: GlobalId;
  readonly startDate?: CivilDate | null;
  readonly dueDate?: CivilDate | null;
  /** RM-09.40: the given start date is the inherited one, and this fixed one is kept beside it. */
  readonly keptStart?: CivilDate | null;
  readonly keptDue?: CivilDate | null;
  /** RM-16.1: the epic stood in the tray. */
  readonly fromTray?: true;
}

export interface RoadmapState {
  /** Null while no roadmap is open. */
  readonly config: RoadmapConfig | null;
  readonly view: RoadmapView;
  /** The viewer's day; null until the watcher has said it. */
  readonly today: CivilDate | null;
  /** Of the readings of epics: an answer to another one is not taken in. */
  readonly serial: number;
  readonly status: RoadmapStatus;
  /** In the order of the server, each once. */
  readonly ids: readonly GlobalId[];
  readonly page: PageMark;
  readonly loadingMore: boolean;
  /** By parent, in the order of the server; absent where they were not read. */
  readonly children: Table<readonly GlobalId[]>;
  /** By epic; absent: collapsed. */
  readonly flags: Table<EpicFlags>;
  readonly milestones: {
    readonly serial: number;
    readonly status: 'idle' | 'loading' | 'ready' | 'failed';
    readonly list: readonly RoadmapMilestone[];
    readonly expanded: boolean;
  };
  readonly drawerOpen: boolean;
  readonly tray: {
    readonly open: boolean;
    readonly status: 'idle' | 'loading' | 'ready' | 'failed';
    /** Epics without dates. */
    readonly ids: readonly GlobalId[];
    readonly page: PageMark;
  };
  /** RM-16 */
  readonly fresh: readonly GlobalId[];
  readonly limitDismissed: boolean;
  readonly suggestions: Readonly<Record<SuggestionKey, Suggestions>>;
  /** The last ones first. */
  readonly recent: readonly Filters[];
}
