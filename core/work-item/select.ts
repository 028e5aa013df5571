import type { AccessState } from '../access/slice.ts';
import { createSelector } from 'reselect';
import { selectQuery, type Queries } from '../query/index.ts';
import { sameRoute, workItemPage, type WorkItemPageState, type WorkItemRoute } from './slice.ts';
import { selectVisible, type Pending } from '../mutation/index.ts';
import { formatDay } from '../calendar/rules.ts';
import { get } from '../table/index.ts';
import type { ItemRecords, Whole, WidgetName } from './entity.ts';
import { shownItem } from './shown.ts';
import type { PageItem } from './page-data.ts';
import { childrenTexts, HEALTH, hasDeleteForm, hasOwnPage, itemHeading, TYPE_ICONS, TYPE_NAMES } from './rules.ts';
import type { WorkItem } from './types.ts';

type PageRoot = { readonly workItem: WorkItemPageState };
type Root = PageRoot & { readonly confirmed: ItemRecords };
/** With the changes that are not answered yet. */
type ShownRoot = Root & { readonly pending: readonly Pending[] };

export const selectWorkItemPage = createSelector(
  [
    ({ workItem }: PageRoot) => workItem.route,
    (state: PageRoot & { readonly queries: Queries }) => selectQuery(state, workItemPage, state.workItem.route),
  ],
  (route, { status, error }) => ({ status, error, route }),
);

/** True while the state is about this address. */
export const isWorkItemPage = ({ workItem }: PageRoot, route: WorkItemRoute): boolean =>
  sameRoute(workItem.route, route);

/** The page's item; null until it was read. */
export const selectWorkItem = ({ workItem: { id }, confirmed: { items } }: Root): PageItem | null =>
  (get(items, id ?? '') as PageItem | undefined) ?? null;

const selectParent = (state: Root): WorkItem | null =>
  get(state.confirmed.items, selectWorkItem(state)?.parentId ?? '') ?? null;

const selectShown = (state: ShownRoot): Whole<PageItem> | null => {
  const confirmed = selectVisible(state);
  const item = selectWorkItem({ workItem: state.workItem, confirmed });
  return item === null ? null : (shownItem(confirmed, item) as Whole<PageItem>);
};

/** WI-01.22: what the page shows, decided. A part that the item's type does not have is undefined, an empty one null or []. */
export const selectWorkItemModel = createSelector([selectShown, selectParent], (item, parent) => {
  if (item === null) return null;
  const { type, id, reference, descriptionHtml, createdAt, author } = item;
  const has = (widget: WidgetName) => item.widgets.includes(widget);
  const day = (date: string | null) => (date === null ? null : formatDay(date));
  return {
    ...itemHeading(item),
    id,
    typeName: TYPE_NAMES[type],
    icon: TYPE_ICONS[type],
    reference,
    descriptionHtml,
    createdAt,
    author,
    assignees: has('assignees') ? item.assignees : undefined,
    labels: has('labels') ? item.labels : undefined,
    milestone: has('milestone') ? item.milestone : undefined,
    weight: has('weight') ? item.weight : undefined,
    health: has('health') ? (item.healthStatus === null ? null : HEALTH[item.healthStatus]) : undefined,
    dates: has('dates') ? { start: day(item.startDate), due: day(item.dueDate) } : undefined,
    parent: has('hierarchy') ? parent : undefined,
    /** The path whose form deletes the issue (TR-24), for those who may. */
    deletePath:
      item.permissions.canDestroy && hasDeleteForm(type) && item.projectPath !== null
        ? `/${item.projectPath}/-/issues/${item.iid}`
        : null,
  };
});

export type WorkItemModel = NonNullable<ReturnType<typeof selectWorkItemModel>>;

type PartsRoot = Root & { readonly access: AccessState };

/** EP-16.3: until the features are known, everything is there. */
const workItemsMvc = ({ access: { session } }: PartsRoot): boolean =>
  session.status !== 'ready' || session.features['workItemsMvc'] === true;

/**
 * EP-16.3: without work items MVC there are no lists of children, and no pages but those of issues and incidents. `page` false: there
 * is no page of items of this type; `children` null: no list of children.
 */
export const selectItemPageParts = createSelector([workItemsMvc, selectWorkItem], (isOn, item) => ({
  page: item === null || isOn || hasOwnPage(item.type),
  children: item !== null && isOn && item.widgets.includes('hierarchy') ? childrenTexts(item.type) : null,
}));
