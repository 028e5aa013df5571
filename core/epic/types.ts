import type {
  CivilDate,
  DescendantCounts,
  GlobalId,
  Instant,
  Label,
  Person,
  WorkItemState,
} from '../work-item/types.ts';
import type { ListPageInfo } from '../work-item/list/query.ts';
import type { ListCounts } from '../work-item/list/reading.ts';

/** The group of a page, as its heading shows it. */
export interface OwningGroup {
  readonly id: GlobalId;
  readonly name: string;
  readonly fullName: string;
  readonly fullPath: string;
}

/** A row of a group's list of epics. */
export interface EpicListRow {
  readonly id: GlobalId;
  readonly iid: string;
  readonly title: string;
  readonly state: WorkItemState;
  readonly reference: string;
  readonly webPath: string;
  readonly confidential: boolean;
  readonly createdAt: Instant | null;
  readonly updatedAt: Instant | null;
  readonly closedAt: Instant | null;
  readonly startDate: CivilDate | null;
  readonly dueDate: CivilDate | null;
  readonly labels: readonly Label[];
  readonly author: Person | null;
  readonly groupPath: string;
  readonly descendantCounts: DescendantCounts | null;
}

/** One page of a group's list of epics; `counts` are those of all pages of both states. */
export interface EpicListAnswer {
  readonly group: OwningGroup;
  readonly rows: readonly EpicListRow[];
  readonly counts: ListCounts;
  readonly page: ListPageInfo;
}

/** One of an epic's two dates with everything that is known about where it comes from (EP-07). */
export interface EpicDate {
  readonly date: CivilDate | null;
  readonly isFixed: boolean;
  readonly fixed: CivilDate | null;
  readonly inherited: CivilDate | null;
}

/** The epic of the page, as operation `epicPage` gives it. */
export interface EpicDetails {
  readonly id: GlobalId;
  readonly iid: string;
  readonly title: string;
  readonly titleHtml: string;
  readonly description: string;
  readonly descriptionHtml: string;
  readonly state: WorkItemState;
  readonly confidential: boolean;
  readonly reference: string;
  readonly webUrl: string;
  readonly webPath: string;
  readonly createdAt: Instant | null;
  readonly updatedAt: Instant | null;
  readonly closedAt: Instant | null;
  readonly author: Person | null;
  readonly labels: readonly Label[];
  readonly start: EpicDate;
  readonly due: EpicDate;
  readonly group: OwningGroup;
  readonly parent: {
    readonly id: GlobalId;
    readonly iid: string;
    readonly title: string;
    readonly webPath: string;
    readonly reference: string;
  } | null;
  readonly lockVersion: number;
  /** Null until somebody edited the text. */
  readonly editedBy: { readonly name: string; readonly path: string; readonly at: Instant } | null;
  readonly permissions: {
    readonly adminEpic: boolean;
    readonly createEpic: boolean;
    readonly updateEpic: boolean;
    readonly destroyEpic: boolean;
  };
}

/** What `realtime_changes` says about a page that is open. */
export interface RealtimeText {
  readonly titleHtml: string;
  readonly title: string;
  readonly descriptionHtml: string;
  readonly description: string;
  readonly lockVersion: number;
  readonly editedBy: { readonly name: string; readonly path: string; readonly at: Instant } | null;
}

/** Where the sourcing milestone or epic of an inherited date is named. */
export interface DateSourceNames {
  readonly start: string | null;
  readonly due: string | null;
}

/** The page's `initial` and `meta` (EP-01), typed and with every absent part filled. Paths have no host. */
export interface EpicPageData {
  /** `/groups/a/-/epics/1` */
  readonly endpoint: string;
  readonly updateEndpoint: string;
  readonly epicLinksEndpoint: string;
  readonly issueLinksEndpoint: string;
  readonly projectsEndpoint: string;
  readonly epicsWebUrl: string;
  readonly issuesWebUrl: string;
  readonly newEpicWebUrl: string;
  readonly labelsPath: string;
  readonly labelsWebUrl: string;
  readonly markdownPreviewPath: string;
  readonly markdownDocsPath: string;
  readonly todoPath: string;
  readonly todoDeletePath: string | null;
  readonly todoExists: boolean;
  readonly toggleSubscriptionPath: string;
  readonly fullPath: string;
  /** Null where the page did not say; the rights that operation `epicPage` names count then. */
  readonly canUpdate: boolean | null;
  readonly canDestroy: boolean | null;
  readonly canAdmin: boolean | null;
  readonly canAdminRelation: boolean | null;
  readonly canCreate: boolean | null;
  readonly allowSubEpics: boolean;
  readonly allowScopedLabels: boolean;
  readonly allowIssuableHealthStatus: boolean;
  readonly allowIterations: boolean;
  readonly issuableRef: string;
  readonly lockVersion: number;
  readonly author: EpicAuthor | null;
  readonly sources: DateSourceNames;
}

export interface EpicAuthor {
  readonly name: string;
  /** Without the leading @. */
  readonly username: string;
  readonly url: string;
  readonly avatarUrl: string | null;
  /** EP-02.20: works for the provider of the service. */
  readonly isProviderEmployee: boolean;
}
