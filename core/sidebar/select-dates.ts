import type { EpicDate } from '../work-item/dates.ts';
import type { CivilDate, GlobalId, WorkItem } from '../work-item/types.ts';
import type { SidebarRoot } from './select-root.ts';
import type { ChildDates, DateField, SidebarEpic } from './types.ts';
import { createSelector } from 'reselect';
import { formatDay } from '../calendar/rules.ts';
import { selectEpicPermissions } from '../epic/select.ts';
import { epicEdits } from '../epic/edits.ts';
import { isPending } from '../mutation/index.ts';
import { datesOfChildren, dateWarning, followedDate, SIDEBAR_TEXTS } from './rules.ts';
import { childrenOf, shownEpic, shownTables } from './select-root.ts';

const canUpdate = (root: SidebarRoot): boolean => selectEpicPermissions(root).canUpdate;

export interface SidebarDate {
  readonly epicId: GlobalId;
  /** The effective date. */
  readonly date: CivilDate | null;
  /** `Mar 1, 2026`, or `None`. */
  readonly text: string;
  readonly isFixed: boolean;
  readonly fixed: CivilDate | null;
  readonly fixedText: string;
  readonly inherited: CivilDate | null;
  readonly inheritedText: string;
  /** The milestone or epic that an inherited date comes from; null where it is not known, and where there is none. */
  readonly source: string | null;
  /** `Fixed`, `Inherited`, `Inherited from 1.0`; of the effective date. */
  readonly wording: string;
  /** EP-07.34 */
  readonly warning: string | null;
  /** A typed date that was refused. */
  readonly error: string | null;
  readonly saving: boolean;
  readonly canUpdate: boolean;
}

export type SidebarDates = Readonly<Record<DateField, SidebarDate>>;

const dayText = (day: CivilDate | null): string => (day === null ? SIDEBAR_TEXTS.none : formatDay(day));

/** The children as they are shown; the same list for the same rows. */
export const selectChildren = createSelector(
  [
    (root: SidebarRoot) => root.sidebar.id,
    shownTables,
    (root: SidebarRoot) => root.tree,
    (root: SidebarRoot) => root.queries,
  ],
  (id, tables, tree, queries): readonly WorkItem[] | null =>
    id === null ? null : childrenOf({ tree, queries }, tables, id),
  { memoizeOptions: { resultEqualityCheck: sameList } },
);

function sameList(a: unknown, b: unknown): boolean {
  if (a === b) return true;
  if (!Array.isArray(a) || !Array.isArray(b)) return false;
  return a.length === b.length && a.every((item, index) => item === b[index]);
}

const selectNow = createSelector(
  [selectChildren],
  (children): { readonly dates: ChildDates; readonly titleOf: (field: DateField) => string | null } => {
    if (children === null) return { dates: null, titleOf: () => null };
    const dates = datesOfChildren(children);
    return {
      dates,
      titleOf: (field) => {
        const { source } = dates[field];
        if (source === null) return null;
        if (source.kind === 'epic') return children.find(({ id }) => id === source.id)?.title ?? null;
        return children.find(({ milestone }) => milestone?.id === source.id)?.milestone?.title ?? null;
      },
    };
  },
);

/** EP-07.35: an inherited date with the children's last changes. */
function inheritedNow(epic: SidebarEpic, field: DateField, before: ChildDates, now: ChildDates): EpicDate {
  const date = epic[field];
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
    (root: SidebarRoot) => root.sidebar.children,
    selectNow,
    (root: SidebarRoot) => root.epic.page.data?.sources,
    (root: SidebarRoot) => root.sidebar.dateErrors,
    selectSaving,
    canUpdate,
  ],
  (epic, before, now, said, errors, isSaving, mayUpdate): SidebarDates | null => {
    if (epic === null) return null;
    const start = inheritedNow(epic, 'start', before, now.dates);
    const due = inheritedNow(epic, 'due', before, now.dates);
    const view = (field: DateField, date: EpicDate): SidebarDate => {
      // The children that are shown name the source where they give the date; else the page does, of the date that it knows.
      const fromChildren = now.dates?.[field].date === date.inherited ? now.titleOf(field) : null;
      const fromPage = said?.[field]?.date === date.inherited ? (said[field]?.name ?? null) : null;
      const source = date.inherited === null ? null : (fromChildren ?? fromPage);
      const inherited = source === null ? 'Inherited' : `Inherited from ${source}`;
      return {
        epicId: epic.id,
        date: date.date,
        text: dayText(date.date),
        isFixed: date.isFixed,
        fixed: date.fixed,
        fixedText: dayText(date.fixed),
        inherited: date.inherited,
        inheritedText: dayText(date.inherited),
        source,
        wording: date.isFixed ? 'Fixed' : inherited,
        warning: dateWarning(field, start.date, due.date),
        error: errors[field],
        saving: isSaving[field],
        canUpdate: mayUpdate,
      };
    };
    return { start: view('start', start), due: view('due', due) };
  },
);

/** EP-07.35: the inherited dates that the children give, as the server last said. */
export function confirmedChildDates(root: SidebarRoot, id: GlobalId): ChildDates {
  const children = childrenOf(root, root.confirmed, id);
  return children === null ? null : datesOfChildren(children);
}
