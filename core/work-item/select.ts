import type { Root as AccessRoot } from '../access/select.ts';
import { createSelector } from 'reselect';
import { selectQuery, type QueryRoot } from '../query/index.ts';
import { sameRoute, workItemPage, type WorkItemPageState, type WorkItemRoute } from './slice.ts';
import { selectVisible } from '../mutation/index.ts';
import { formatDay } from '../calendar/rules.ts';
import { get } from '../table/index.ts';
import type { ItemRecords, Whole, WidgetName } from './entity.ts';
import { shownItem, type RecordsRoot } from './shown.ts';
import type { PageItem } from './page-data.ts';
import {
  childrenTexts,
  HEALTH,
  hasDeleteForm,
  hasOwnPage,
  itemHeading,
  iterationTitle,
  parentTypes,
  TYPE_ICONS,
  TYPE_NAMES,
} from './rules.ts';
import type { WorkItem } from './types.ts';

/** The state as the page reads it. */
export interface PageRoot extends RecordsRoot {
  readonly workItem: WorkItemPageState;
}

export const selectWorkItemPage = createSelector(
  [
    ({ workItem }: PageRoot) => workItem.route,
    (state: PageRoot & Pick<QueryRoot, 'queries'>) => selectQuery(state, workItemPage, state.workItem.route),
  ],
  (route, { status, error }) => ({ status, error, route }),
);

/** True while the state is about this address. */
export const isWorkItemPage = ({ workItem }: Pick<PageRoot, 'workItem'>, route: WorkItemRoute): boolean =>
  sameRoute(workItem.route, route);

const itemIn = ({ workItem: { id } }: PageRoot, { items }: ItemRecords): PageItem | null =>
  (get(items, id ?? '') as PageItem | undefined) ?? null;

/** The page's item as the server last said; null until it was read. */
export const selectWorkItem = (state: PageRoot): PageItem | null => itemIn(state, state.confirmed);

/** The same with the changes that are not answered yet. */
export const selectShownItem = (state: PageRoot): PageItem | null => itemIn(state, selectVisible(state));

const selectParent = (state: PageRoot): WorkItem | null =>
  get(selectVisible(state).items, selectShownItem(state)?.parentId ?? '') ?? null;

const selectWhole = (state: PageRoot): Whole<PageItem> | null => {
  const item = selectShownItem(state);
  return item && (shownItem(selectVisible(state), item) as Whole<PageItem>);
};

/** WI-01.22: what the page shows, decided. A part that the item's type does not have is undefined, an empty one null or []. */
export const selectWorkItemModel = createSelector([selectWhole, selectParent], (item, parent) => {
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
    iteration: has('iteration') ? item.iteration && iterationTitle(item.iteration) : undefined,
    progress: has('progress') ? item.progress : undefined,
    health: has('health') ? (item.healthStatus === null ? null : HEALTH[item.healthStatus]) : undefined,
    dates: has('dates') ? { start: day(item.startDate), due: day(item.dueDate) } : undefined,
    parent: has('hierarchy') ? parent : undefined,
    /** WI-09.10 */
    hasParents: parentTypes(type).length > 0,
    /** The path whose form deletes the issue (TR-24), for those who may. */
    deletePath:
      item.permissions.canDestroy && hasDeleteForm(type) && item.projectPath !== null
        ? `/${item.projectPath}/-/issues/${item.iid}`
        : null,
  };
});

export type WorkItemModel = NonNullable<ReturnType<typeof selectWorkItemModel>>;

/** EP-16.3: until the features are known, everything is there. */
const workItemsMvc = ({ access: { session } }: AccessRoot): boolean =>
  session.status !== 'ready' || session.features['workItemsMvc'] === true;

/**
 * EP-16.3: without work items MVC there are no lists of children, and no pages but those of issues and incidents. `page` false: there
 * is no page of items of this type; `children` null: no list of children.
 */
export const selectItemPageParts = createSelector([workItemsMvc, selectWorkItem], (isOn, item) => ({
  page: item === null || isOn || hasOwnPage(item.type),
  children: item !== null && isOn && item.widgets.includes('hierarchy') ? childrenTexts(item.type) : null,
}));
