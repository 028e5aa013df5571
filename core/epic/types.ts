import type { DateField } from '../work-item/dates.ts';
import type { Known } from '../work-item/entity.ts';
import type { CivilDate, GlobalId, ItemPermissions, WorkItem } from '../work-item/types.ts';

/** The group of a page, as its heading shows it. */
export interface OwningGroup {
  readonly id: GlobalId;
  readonly name: string;
  readonly fullName: string;
  readonly fullPath: string;
}

/** The record of the page's epic: what its own reading brought is known. */
export type PageEpic = Known<
  | 'description'
  | 'descriptionHtml'
  | 'lockVersion'
  | 'createdAt'
  | 'updatedAt'
  | 'closedAt'
  | 'author'
  | 'labels'
  | 'startDate'
  | 'startDateIsFixed'
  | 'dueDate'
  | 'dueDateIsFixed'
> & { readonly group: OwningGroup };

/** What `realtime_changes` says about a page that is open. */
export type RealtimeText = Pick<PageEpic, 'title' | 'description' | 'descriptionHtml' | 'lockVersion'> &
  Required<Pick<WorkItem, 'editedBy'>>;

/** The milestone or epic that gave an inherited date, and the date that it gave. */
export interface DateSource {
  readonly name: string;
  readonly date: CivilDate | null;
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
  readonly permissions: ItemPermissions;
  readonly allowSubEpics: boolean;
  readonly allowScopedLabels: boolean;
  readonly allowIssuableHealthStatus: boolean;
  readonly allowIterations: boolean;
  readonly issuableRef: string;
  readonly author: EpicAuthor | null;
  readonly sources: Readonly<Record<DateField, DateSource | null>>;
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
