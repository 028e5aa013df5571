import { createSelector } from 'reselect';
import type { Load } from '../access/failures.ts';
import { selectQuery, type Queries } from '../query/index.ts';
import type { WorkItemPageState, WorkItemRoute } from './slice.ts';
import { sameRoute, workItemPage } from './slice.ts';
import { formatDay } from '../calendar/rules.ts';
import { get } from '../table/index.ts';
import type { ItemRecords, WidgetName } from './entity.ts';
import type { PageItem } from './page-data.ts';
import { confidentialTooltip, HEALTH, hasDeleteForm, stateBadge, TYPE_ICONS, TYPE_NAMES } from './rules.ts';
import type { BadgeVariant } from './rules.ts';
import type { GlobalId, Label, Milestone, Person, WorkItem, WorkItemState } from './types.ts';

type PageRoot = { readonly workItem: WorkItemPageState };
type Root = PageRoot & { readonly confirmed: ItemRecords };

export interface WorkItemPage {
  readonly status: Load;
  readonly error: string | null;
  readonly route: WorkItemRoute | null;
}

export const selectWorkItemPage = createSelector(
  [
    ({ workItem }: PageRoot) => workItem.route,
    (state: PageRoot & { readonly queries: Queries }) => selectQuery(state, workItemPage, state.workItem.route),
  ],
  (route, { status, error }): WorkItemPage => ({ status, error, route }),
);

/** True while the state is about this address. */
export const isWorkItemPage = ({ workItem }: PageRoot, route: WorkItemRoute): boolean =>
  sameRoute(workItem.route, route);

/** The page's item; null until it was read. */
export const selectWorkItem = ({ workItem: { id }, confirmed: { items } }: Root): PageItem | null =>
  (get(items, id ?? '') as PageItem | undefined) ?? null;

const selectParent = (state: Root): WorkItem | null =>
  get(state.confirmed.items, selectWorkItem(state)?.parentId ?? '') ?? null;

/** What the page shows, decided. A part that the item's type does not have is undefined, an empty one null or []. */
export interface WorkItemModel {
  readonly id: GlobalId;
  readonly typeName: string;
  readonly icon: string;
  readonly title: string;
  readonly reference: string;
  readonly descriptionHtml: string;
  readonly badge: { readonly text: 'Open' | 'Closed'; readonly state: WorkItemState };
  readonly confidential: { readonly text: 'Confidential'; readonly tooltip: string } | null;
  readonly createdAt: string;
  readonly author: Person | null;
  readonly assignees: readonly Person[] | undefined;
  readonly labels: readonly Label[] | undefined;
  readonly milestone: Milestone | null | undefined;
  readonly weight: number | null | undefined;
  readonly health: { readonly label: string; readonly variant: BadgeVariant } | null | undefined;
  readonly dates: { readonly start: string | null; readonly due: string | null } | undefined;
  readonly parent: WorkItem | null | undefined;
  /** The path whose form deletes the issue (TR-24), for those who may. */
  readonly deletePath: string | null;
}

/** WI-01.22 */
export const selectWorkItemModel = createSelector(
  [selectWorkItem, selectParent],
  (item, parent): WorkItemModel | null => {
    if (item === null) return null;
    const { type, state } = item;
    const has = (widget: WidgetName) => item.widgets.includes(widget);
    const day = (date: string | null) => (date === null ? null : formatDay(date));
    return {
      id: item.id,
      typeName: TYPE_NAMES[type],
      icon: TYPE_ICONS[type],
      title: item.title,
      reference: item.reference,
      descriptionHtml: item.descriptionHtml,
      badge: { text: stateBadge(state), state },
      confidential: item.confidential ? { text: 'Confidential', tooltip: confidentialTooltip(type) } : null,
      createdAt: item.createdAt,
      author: item.author,
      assignees: has('assignees') ? item.assignees : undefined,
      labels: has('labels') ? item.labels : undefined,
      milestone: has('milestone') ? item.milestone : undefined,
      weight: has('weight') ? item.weight : undefined,
      health: has('health') ? (item.healthStatus === null ? null : HEALTH[item.healthStatus]) : undefined,
      dates: has('dates') ? { start: day(item.startDate), due: day(item.dueDate) } : undefined,
      parent: has('hierarchy') ? parent : undefined,
      deletePath:
        item.permissions.canDestroy && hasDeleteForm(type) && item.projectPath !== null
          ? `/${item.projectPath}/-/issues/${item.iid}`
          : null,
    };
  },
);
