import type { EpicPageQuery, EpicSidebarPartsFragment } from '../api/generated/operations.ts';
import { dayOf, jsonOf, nodesOf, stateOf, textOf } from '../api/wire-parts.ts';
import type { Known, Whole, WorkItem } from '../work-item/entity.ts';
import { dateFacts, type DateField } from '../work-item/dates.ts';

type PageGroup = NonNullable<EpicPageQuery['group']>;
type PageNode = NonNullable<PageGroup['epic']>;

/** The record of the page's epic: everything that the page reads is known, but for the version where two answers contradict each other (EP-01.26). */
export type PageEpic = Known<
  | 'description'
  | 'descriptionHtml'
  | 'createdAt'
  | 'updatedAt'
  | 'closedAt'
  | 'author'
  | 'labels'
  | 'startDate'
  | 'startDateIsFixed'
  | 'dueDate'
  | 'dueDateIsFixed'
> & { readonly group: Omit<PageGroup, 'epic'> };

/** What `realtime_changes` says of an open page. */
export type RealtimeText = Pick<PageEpic, 'title' | 'description' | 'descriptionHtml'> &
  Required<Pick<WorkItem, 'editedBy' | 'lockVersion'>>;

type DatedNode = Pick<
  EpicSidebarPartsFragment,
  `${DateField}Date` | `${DateField}DateIsFixed` | `${DateField}DateFixed` | `${DateField}DateFromInheritedSource`
>;

const dateIn = <F extends DateField>(node: DatedNode, field: F) =>
  dateFacts(field, {
    date: dayOf(node[`${field}Date`]),
    isFixed: node[`${field}DateIsFixed`] === true,
    fixed: dayOf(node[`${field}DateFixed`]),
    inherited: dayOf(node[`${field}DateFromInheritedSource`]),
  });

/** Both dates of an epic, with where they come from. */
export const epicDates = (node: DatedNode) => ({ ...dateIn(node, 'start'), ...dateIn(node, 'due') });

type EpicCore = Pick<PageNode, 'id' | 'iid' | 'title' | 'state' | 'reference' | 'webPath' | 'confidential'>;

/** What every answer says of an epic. */
export const epicCore = ({ id, iid, title, state, reference, webPath, confidential }: EpicCore) => ({
  id,
  iid,
  type: 'epic' as const,
  title: title ?? '',
  state: stateOf(state),
  reference,
  webPath,
  confidential: confidential === true,
});

/** The epic as the page's own query returns it. */
export function pageEpic(
  { epic: _, ...group }: PageGroup,
  node: PageNode,
  said: Pick<PageEpic, 'editedBy'>,
): Whole<PageEpic> {
  return {
    ...epicCore(node),
    ...epicDates(node),
    description: node.description ?? '',
    descriptionHtml: node.descriptionHtml ?? '',
    ...said,
    createdAt: node.createdAt,
    updatedAt: node.updatedAt,
    closedAt: node.closedAt,
    author: node.author,
    labels: nodesOf(node.labels),
    group,
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
