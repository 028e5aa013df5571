import type { EpicPageQuery, EpicSidebarPartsFragment } from '../api/generated/operations.ts';
import { isCivilDate } from '../calendar/rules.ts';
import { jsonOf, nodesOf, textOf } from '../api/wire-parts.ts';
import type { Known, Whole } from '../work-item/entity.ts';
import type { CivilDate, GlobalId, Label, WorkItem, WorkItemState } from '../work-item/types.ts';
import { dateFacts, type DateField } from '../work-item/dates.ts';

/** The group of a page, as its heading shows it. */
export interface OwningGroup {
  readonly id: GlobalId;
  readonly name: string;
  readonly fullName: string;
  readonly fullPath: string;
}

/** The record of the page's epic: everything that the page reads is known. */
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

/** What `realtime_changes` says of an open page. */
export type RealtimeText = Pick<PageEpic, 'title' | 'description' | 'descriptionHtml' | 'lockVersion'> &
  Required<Pick<WorkItem, 'editedBy'>>;

type PageGroup = NonNullable<EpicPageQuery['group']>;
type PageNode = NonNullable<PageGroup['epic']>;

/** The day of the wire's `Time`, which begins with the day and may go on with midnight. */
export function dayOf(time: string | null | undefined): CivilDate | null {
  const day = time?.slice(0, 10) ?? null;
  return isCivilDate(day) ? day : null;
}

const stateOf = (state: string): WorkItemState => (state === 'closed' ? 'closed' : 'opened');

const groupOf = ({ id, name, fullName, fullPath }: OwningGroup): OwningGroup => ({ id, name, fullName, fullPath });

type DatedNode = Pick<
  EpicSidebarPartsFragment,
  `${DateField}Date` | `${DateField}DateIsFixed` | `${DateField}DateFixed` | `${DateField}DateFromInheritedSource`
>;

/** Both dates of an epic, with where they come from. */
export const epicDates = (node: DatedNode) => ({
  ...dateFacts('start', {
    date: dayOf(node.startDate),
    isFixed: node.startDateIsFixed === true,
    fixed: dayOf(node.startDateFixed),
    inherited: dayOf(node.startDateFromInheritedSource),
  }),
  ...dateFacts('due', {
    date: dayOf(node.dueDate),
    isFixed: node.dueDateIsFixed === true,
    fixed: dayOf(node.dueDateFixed),
    inherited: dayOf(node.dueDateFromInheritedSource),
  }),
});

/** The epic as the page's own query returns it. */
export function pageEpic(group: PageGroup, epic: PageNode, lockVersion: number): Whole<PageEpic> {
  return {
    id: epic.id,
    iid: epic.iid,
    type: 'epic',
    title: epic.title ?? '',
    description: epic.description ?? '',
    descriptionHtml: epic.descriptionHtml ?? '',
    lockVersion,
    state: stateOf(epic.state),
    confidential: epic.confidential === true,
    reference: epic.reference,
    webPath: epic.webPath,
    createdAt: epic.createdAt,
    updatedAt: epic.updatedAt,
    closedAt: epic.closedAt,
    author: epic.author,
    labels: nodesOf<Label>(epic.labels),
    ...epicDates(epic),
    group: groupOf(group),
  };
}

/** GitLab's answer to `realtime_changes`; null where it has another form. */
export function realtimeText(answer: unknown): RealtimeText | null {
  const fields = jsonOf(answer);
  const text = (name: string): string => textOf(fields[name], '');
  const lockVersion = fields['lock_version'];
  if (typeof lockVersion !== 'number') return null;
  const at = text('updated_at');
  return {
    title: text('title_text'),
    descriptionHtml: text('description'),
    description: text('description_text'),
    lockVersion,
    editedBy: at === '' ? null : { name: text('updated_by_name'), path: text('updated_by_path'), at },
  };
}
