import type { Root as AccessRoot } from '../access/select.ts';
import type { NoticeDraft } from '../store/action.ts';
import type { Place } from '../store/place.ts';
import { createSelector, lruMemoize } from 'reselect';
import { selectQuery, type QueryRoot } from '../query/index.ts';
import {
  sameRoute,
  workItemPage,
  type ItemPlace,
  type OverKind,
  type WorkItemRoute,
  type WorkItemsState,
} from './slice.ts';
import { selectVisible } from '../mutation/index.ts';
import { formatDay } from '../calendar/rules.ts';
import { sameData } from '../entities/index.ts';
import { get } from '../table/index.ts';
import type { ItemRecords, Whole, WidgetName, WorkItem } from './entity.ts';
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
import type { GlobalId } from './types.ts';

/** WI-14.10: an epic can be over the page instead of an item. It has a state of its own (core/epic); this is what matters here. */
export interface Overs {
  readonly workItem: WorkItemsState;
  /** The epic of the page. */
  readonly epic?: { readonly page: { readonly id: GlobalId | null } };
  readonly overEpic?: {
    readonly page: {
      readonly iid: string | null;
      readonly id: GlobalId | null;
      readonly as?: OverKind | undefined;
    };
  };
}

/** Where this epic is shown: over the page, if there, for that is what one looks at; null: nowhere. */
export function placeOfEpic({ epic, overEpic }: Pick<Overs, 'epic' | 'overEpic'>, id: GlobalId): Place | null {
  if (overEpic?.page.id === id) return 'over';
  return epic?.page.id === id ? undefined : null;
}

/** WI-14.11: where is told what concerns an epic: with it, over the page or on it; on the whole page, where it is not shown any more. */
export function toldOf(state: Pick<Overs, 'epic' | 'overEpic'>, id: GlobalId): Pick<NoticeDraft, 'scope' | 'place'> {
  const place = placeOfEpic(state, id);
  if (place === null) return { scope: 'page' };
  return { scope: 'epic', ...(place !== undefined && { place }) };
}

/** The state as the page reads it. */
export interface PageRoot extends RecordsRoot, Overs {}

/** How far reading of the item in this place has come. */
export const selectItemReading = createSelector(
  [
    ({ workItem }: PageRoot, place: ItemPlace) => workItem[place],
    (state: PageRoot & Pick<QueryRoot, 'queries'>, place: ItemPlace) =>
      selectQuery(state, workItemPage, state.workItem[place].route),
  ],
  ({ route, id, epic }, { status, error }) => ({ status, error, route, id, epic }),
);

/** True while the place is about this address. */
export const isOpenIn = ({ workItem }: Pick<PageRoot, 'workItem'>, place: ItemPlace, route: WorkItemRoute): boolean =>
  sameRoute(workItem[place].route, route);

/** WI-14.1: what stands over the page; null: nothing. */
export function selectOverKind(state: Overs): OverKind | null {
  const { over, overAs } = state.workItem;
  if (isEpicOver(state)) return state.overEpic?.page.as ?? 'modal';
  return over.route === null ? null : overAs;
}

/** WI-14.10: what stands over the page is an epic. */
export const isEpicOver = ({ overEpic }: Pick<Overs, 'overEpic'>): boolean =>
  overEpic !== undefined && overEpic.page.iid !== null;

/** WI-14.4: what covers the page, if anything does. */
export const isCovered = (state: Overs): boolean => selectOverKind(state) === 'modal';

/** WI-14.5: the panel is open. */
export const selectIsPeeking = (state: Overs): boolean => selectOverKind(state) === 'panel';

const itemIn = ({ items }: ItemRecords, id: string | null): PageItem | null =>
  (get(items, id ?? '') as PageItem | undefined) ?? null;

/** An item that is open, as the server last said; null until it was read. Default: the page's. */
export const selectWorkItem = (state: PageRoot, id: string | null = state.workItem.page.id): PageItem | null =>
  itemIn(state.confirmed, id);

/** WI-14.4: where the item or epic is that commands and keys are about: over the page, else it is the page's. */
export const selectFrontPlace = (state: Overs): ItemPlace => (selectOverKind(state) === null ? 'page' : 'over');

export const selectFrontItem = (state: PageRoot): PageItem | null =>
  selectWorkItem(state, state.workItem[selectFrontPlace(state)].id);

const selectWhole = (state: PageRoot, id: string | null): Whole<PageItem> | null => {
  const item = itemIn(selectVisible(state), id);
  return item && (shownItem(selectVisible(state), item) as Whole<PageItem>);
};

const selectParent = (state: PageRoot, id: string | null): WorkItem | null =>
  get(selectVisible(state).items, selectWhole(state, id)?.parentId ?? '') ?? null;

/** WI-01.22: what is shown of an item that was read, decided. A part that the item's type does not have is undefined, an empty one null or []. */
export const selectWorkItemModel = createSelector([selectWhole, selectParent], (item, parent) => {
  if (item === null) return null;
  const { type, id, reference, descriptionHtml, createdAt, author } = item;
  const has = (widget: WidgetName) => item.widgets.includes(widget);
  const day = (date: string | null) => (date === null ? null : formatDay(date));
  return {
    ...itemHeading(item),
    id,
    type,
    typeName: TYPE_NAMES[type],
    icon: TYPE_ICONS[type],
    reference,
    /** WI-01.5 */
    pageTitle: [item.title, TYPE_NAMES[type], item.projectPath].filter((part) => part !== null).join(' · '),
    webPath: item.webPath,
    descriptionHtml,
    editedBy: item.editedBy,
    canUpdate: item.permissions.canUpdate,
    createdAt,
    author,
    assignees: has('assignees') ? item.assignees : undefined,
    labels: has('labels') ? item.labels : undefined,
    milestone: has('milestone') ? item.milestone : undefined,
    weight: has('weight') ? item.weight : undefined,
    iteration: has('iteration') ? item.iteration && iterationTitle(item.iteration) : undefined,
    iterationPath: item.iteration?.webPath,
    progress: has('progress') ? item.progress : undefined,
    health: has('health') ? (item.healthStatus === null ? null : HEALTH[item.healthStatus]) : undefined,
    dates: has('dates') ? { start: day(item.startDate), due: day(item.dueDate) } : undefined,
    parent: has('hierarchy') ? parent : undefined,
    /** WI-09.10 */
    hasParents: parentTypes(type).length > 0,
    /** WI-02.20 */
    deletable: item.permissions.canDestroy,
    /** The path whose form deletes the issue (TR-24), for those who may. */
    deletePath:
      item.permissions.canDestroy && hasDeleteForm(type) && item.projectPath !== null
        ? `/${item.projectPath}/-/issues/${item.iid}`
        : null,
  };
});

export type WorkItemModel = NonNullable<ReturnType<typeof selectWorkItemModel>>;

/** WI-01.26: what the top of the page shows; the same object while none of that changes, whatever else the item has. */
export const selectItemTop = createSelector(
  [selectWorkItemModel],
  (item) => {
    if (item === null) return null;
    const { id, type, title, noun, badge, confidential, typeName, icon, reference, createdAt, author } = item;
    const { deletable, deletePath } = item;
    const said = { id, type, title, noun, badge, confidential, typeName, icon, reference, createdAt, author };
    return { ...said, deletable, deletePath };
  },
  { memoize: lruMemoize, memoizeOptions: { maxSize: 2, resultEqualityCheck: sameData } },
);

export type ItemTop = NonNullable<ReturnType<typeof selectItemTop>>;

/** EP-16.3: until the features are known, everything is there. */
export const workItemsMvc = ({ access: { session } }: AccessRoot): boolean =>
  session.status !== 'ready' || session.features['workItemsMvc'] === true;

/**
 * EP-16.3: without work items MVC there are no lists of children, and no pages but those of issues and incidents. `page` false: there
 * is no page of items of this type; `children` null: no list of children.
 */
export const selectItemPageParts = createSelector([workItemsMvc, selectWhole], (isOn, item) => ({
  page: item === null || isOn || hasOwnPage(item.type),
  children: item !== null && isOn && item.widgets.includes('hierarchy') ? childrenTexts(item.type) : null,
}));
