import type { EpicPageQuery, GroupEpicsQuery } from '../api/generated/operations.ts';
import { isCivilDate } from '../calendar/rules.ts';
import type { CivilDate, Label, WorkItemState } from '../work-item/types.ts';
import { NO_PAGES } from '../work-item/list/query.ts';
import type { EpicDate, EpicDetails, EpicListAnswer, EpicListRow, OwningGroup, RealtimeText } from './types.ts';

/** Shapes of the wire to those of the domain. */

type PageGroup = NonNullable<EpicPageQuery['group']>;
type PageEpic = NonNullable<PageGroup['epic']>;
type ListGroup = NonNullable<GroupEpicsQuery['group']>;
type ListEpic = NonNullable<NonNullable<NonNullable<ListGroup['epics']>['nodes']>[number]>;

/** The wire's `Time` of a date has the day in front, with or without midnight behind it. */
export function dayOf(time: string | null | undefined): CivilDate | null {
  const day = time?.slice(0, 10) ?? null;
  return isCivilDate(day) ? day : null;
}

const stateOf = (state: string): WorkItemState => (state === 'closed' ? 'closed' : 'opened');

const labelsOf = (connection: { readonly nodes: ReadonlyArray<Label | null> | null } | null): Label[] =>
  (connection?.nodes ?? []).filter((label): label is Label => label !== null);

const groupOf = ({ id, name, fullName, fullPath }: OwningGroup): OwningGroup => ({ id, name, fullName, fullPath });

export function epicDetails(group: PageGroup, epic: PageEpic, lockVersion: number): EpicDetails {
  const start: EpicDate = {
    date: dayOf(epic.startDate),
    isFixed: epic.startDateIsFixed === true,
    fixed: dayOf(epic.startDateFixed),
    inherited: dayOf(epic.startDateFromInheritedSource),
  };
  const due: EpicDate = {
    date: dayOf(epic.dueDate),
    isFixed: epic.dueDateIsFixed === true,
    fixed: dayOf(epic.dueDateFixed),
    inherited: dayOf(epic.dueDateFromInheritedSource),
  };
  const title = epic.title ?? '';
  const parent =
    epic.parent === null
      ? null
      : {
          id: epic.parent.id,
          iid: epic.parent.iid,
          title: epic.parent.title ?? '',
          webPath: epic.parent.webPath,
          reference: epic.parent.reference,
        };
  return {
    id: epic.id,
    iid: epic.iid,
    title,
    titleHtml: epic.titleHtml ?? '',
    description: epic.description ?? '',
    descriptionHtml: epic.descriptionHtml ?? '',
    state: stateOf(epic.state),
    confidential: epic.confidential === true,
    reference: epic.reference,
    webUrl: epic.webUrl,
    webPath: epic.webPath,
    createdAt: epic.createdAt,
    updatedAt: epic.updatedAt,
    closedAt: epic.closedAt,
    author: epic.author,
    labels: labelsOf(epic.labels),
    start,
    due,
    group: groupOf(group),
    parent,
    lockVersion,
    editedBy: null,
    permissions: epic.userPermissions,
  };
}

export function epicList(group: ListGroup): EpicListAnswer {
  const nodes = (group.epics?.nodes ?? []).filter((epic): epic is ListEpic => epic !== null);
  return {
    group: groupOf(group),
    rows: nodes.map(listRow),
    counts: { opened: group.opened?.count ?? 0, closed: group.closed?.count ?? 0 },
    page: group.epics?.pageInfo ?? NO_PAGES,
  };
}

function listRow(epic: ListEpic): EpicListRow {
  const counts = epic.descendantCounts;
  return {
    id: epic.id,
    iid: epic.iid,
    title: epic.title ?? '',
    state: stateOf(epic.state),
    reference: epic.reference,
    webPath: epic.webPath,
    confidential: epic.confidential === true,
    createdAt: epic.createdAt,
    updatedAt: epic.updatedAt,
    closedAt: epic.closedAt,
    startDate: dayOf(epic.startDate),
    dueDate: dayOf(epic.dueDate),
    labels: labelsOf(epic.labels),
    author: epic.author,
    groupPath: epic.group.fullPath,
    descendantCounts:
      counts === null
        ? null
        : {
            openedEpics: counts.openedEpics ?? 0,
            closedEpics: counts.closedEpics ?? 0,
            openedIssues: counts.openedIssues ?? 0,
            closedIssues: counts.closedIssues ?? 0,
          },
  };
}

/** What GitLab's `realtime_changes` answers; null where it is not of that form. */
export function realtimeText(answer: unknown): RealtimeText | null {
  if (typeof answer !== 'object' || answer === null) return null;
  const fields = answer as Readonly<Record<string, unknown>>;
  const text = (name: string): string => (typeof fields[name] === 'string' ? fields[name] : '');
  const lockVersion = fields['lock_version'];
  if (typeof lockVersion !== 'number') return null;
  const at = text('updated_at');
  return {
    titleHtml: text('title'),
    title: text('title_text'),
    descriptionHtml: text('description'),
    description: text('description_text'),
    lockVersion,
    editedBy: at === '' ? null : { name: text('updated_by_name'), path: text('updated_by_path'), at },
  };
}
