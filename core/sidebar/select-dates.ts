import type { CivilDate, GlobalId } from '../work-item/types.ts';
import type { WorkItem } from '../work-item/entity.ts';
import type { ChildDates } from './actions.ts';
import type { SidebarEpic } from './fields.ts';
import { createSelector as selector } from 'reselect';
import { formatDay } from '../calendar/rules.ts';
import { epicEdits } from '../epic/actions.ts';
import { datesOfChildren, dateWarning, followedDate } from '../epic/rules.ts';
import { isPending, selectVisible } from '../mutation/index.ts';
import { epicDate, type DateField, type EpicDate } from '../work-item/dates.ts';
import { SIDEBAR_TEXTS } from './rules.ts';
import { canUpdate, childrenOf, shownEpic } from './select-root.ts';
import type { SidebarRoot } from './state.ts';
import { get } from '../table/index.ts';

const createSelector = selector.withTypes<SidebarRoot>();

const dayText = (day: CivilDate | null): string => (day === null ? SIDEBAR_TEXTS.none : formatDay(day));

/** The children as they are shown; the same list for the same rows. */
export const selectChildren = createSelector(
  [(root) => root.sidebar.id, (root) => selectVisible(root), (root) => root.tree, (root) => root.queries],
  (id, tables, tree, queries): readonly WorkItem[] | null =>
    id === null ? null : childrenOf({ tree, queries }, tables, id),
);

/** The dates that the shown children give now, each with the title of what it comes from. */
const selectNow = createSelector([selectChildren, (root) => selectVisible(root).milestones], (children, milestones) => {
  if (children === null) return null;
  const dates = datesOfChildren(children, milestones);
  const titleOf = (field: DateField): string | null => {
    const { source } = dates[field];
    if (source === null) return null;
    const found = source.kind === 'epic' ? children.find(({ id }) => id === source.id) : get(milestones, source.id);
    return found?.title ?? null;
  };
  return { dates, titles: { start: titleOf('start'), due: titleOf('due') } };
});

/** EP-07.35: an inherited date, following the latest changes of the shown children. */
function inheritedNow(epic: SidebarEpic, field: DateField, before: ChildDates, now: ChildDates): EpicDate {
  const date = epicDate(epic, field);
  if (before === null || now === null) return date;
  const inherited = followedDate(field, date.inherited, before[field].date, now[field].date);
  return { ...date, inherited, date: date.isFixed ? date.fixed : inherited };
}

const savesDate = (field: DateField) => (root: SidebarRoot) =>
  isPending(root, epicEdits.dateChanged, (change) => change.id === root.sidebar.id && change.field === field);

const selectSaving = createSelector([savesDate('start'), savesDate('due')], (start, due) => ({ start, due }));

/** Both dates, EP-07.30 to EP-07.36; null until the epic is known. */
export const selectSidebarDates = createSelector(
  [
    shownEpic,
    (root) => root.sidebar.children,
    selectNow,
    (root) => root.epic.page.data?.sources,
    (root) => root.sidebar.dateErrors,
    selectSaving,
    canUpdate,
  ],
  (epic, before, now, said, errors, isSaving, mayUpdate) => {
    if (epic === null) return null;
    const start = inheritedNow(epic, 'start', before, now?.dates ?? null);
    const due = inheritedNow(epic, 'due', before, now?.dates ?? null);
    const view = (field: DateField, date: EpicDate) => {
      // The shown children name the source if the date is theirs; else the page does, if the date is the one that it knows.
      const fromChildren = now?.dates[field].date === date.inherited ? now.titles[field] : null;
      const fromPage = said?.[field]?.date === date.inherited ? said[field].name : null;
      const source = date.inherited === null ? null : (fromChildren ?? fromPage);
      const inherited = source === null ? 'Inherited' : `Inherited from ${source}`;
      return {
        epicId: epic.id,
        ...date,
        /** `Mar 1, 2026`, or `None`; of the date in force. */
        text: dayText(date.date),
        inheritedText: dayText(date.inherited),
        /** The milestone or epic that an inherited date comes from; null where it is not known, and where there is none. */
        source,
        /** `Fixed`, `Inherited`, `Inherited from 1.0`. */
        wording: date.isFixed ? 'Fixed' : inherited,
        warning: dateWarning(field, start.date, due.date),
        /** Why a typed date was refused. */
        error: errors[field],
        saving: isSaving[field],
        canUpdate: mayUpdate,
      };
    };
    return { start: view('start', start), due: view('due', due) };
  },
);

export type SidebarDate = NonNullable<ReturnType<typeof selectSidebarDates>>[DateField];

/** EP-07.35: the inherited dates that the children give, as the server last said. */
export function confirmedChildDates(root: SidebarRoot, id: GlobalId): ChildDates {
  const children = childrenOf(root, root.confirmed, id);
  return children === null ? null : datesOfChildren(children, root.confirmed.milestones);
}
