import { TreeAdapter } from '../api/adapter.ts';
import type { WorkItemPageFragment } from '../api/generated/operations.ts';
import { dayOf, itemId, pathOf, stateOf, typeOf } from '../api/wire-parts.ts';
import type { EpicOver } from '../frame/index.ts';
import { entries } from '../table/index.ts';
import type { ItemReading, ItemRecords, Known, WidgetName, Whole, WorkItem } from './entity.ts';
import { WORK_ITEM_TYPES } from './rules/kinds.ts';
import { TYPE_WIDGETS } from './rules/type-change.ts';
import type { Instant, WorkItemType } from './types.ts';

/** The record of the page's item: everything that the page reads is known. */
export type PageItem = Known<
  | 'assignees'
  | 'author'
  | 'closedAt'
  | 'description'
  | 'descriptionHtml'
  | 'dueDate'
  | 'editedBy'
  | 'healthStatus'
  | 'iteration'
  | 'labels'
  | 'lockVersion'
  | 'milestone'
  | 'parentId'
  | 'permissions'
  | 'progress'
  | 'projectPath'
  | 'severalAssignees'
  | 'startDate'
  | 'updatedAt'
  | 'weight'
  | 'widgets'
> & { readonly createdAt: Instant };

/** An answer of the page: the item, and its parent where the viewer may see it. */
export interface ItemAnswer {
  readonly item: Whole<PageItem>;
  readonly parent: ItemReading | null;
}

/** WI-14.14: the number that was asked for is an epic's. */
export interface EpicInstead {
  readonly epic: EpicOver;
}

export const readingsOf = ({ item, parent }: ItemAnswer): readonly ItemReading[] =>
  parent === null ? [item] : [item, parent];

type Named = Pick<WorkItem, 'id' | 'type' | 'reference'>;

/** RP-02.275: an epic, and the same one under the number of its work item. */
export const isSameEpic = (a: Named | null, b: Named | null): boolean =>
  a?.type === 'epic' && b?.type === 'epic' && a.reference === b.reference;

/**
 * RP-02.275: the epic above an item comes as a work item with a number of its own, and nothing in the answer names it as an epic but its reference: where an epic of that
 * reference is known, it is that one.
 */
export function withKnownParent({ items }: ItemRecords, answer: ItemAnswer): ItemAnswer {
  const { item, parent } = answer;
  if (parent?.type !== 'epic') return answer;
  const [parentId] = [...entries(items)].find(([id, known]) => id !== parent.id && isSameEpic(known, parent)) ?? [];
  return parentId === undefined ? answer : { item: { ...item, parentId }, parent: { ...parent, id: parentId } };
}

/** The parts of items by their names on the wire; an item has others that no fact stands for. */
const WIDGETS: Readonly<Record<string, WidgetName>> = {
  ASSIGNEES: 'assignees',
  HEALTH_STATUS: 'health',
  HIERARCHY: 'hierarchy',
  ITERATION: 'iteration',
  LABELS: 'labels',
  MILESTONE: 'milestone',
  PROGRESS: 'progress',
  START_AND_DUE_DATE: 'dates',
  WEIGHT: 'weight',
};

const widgetsNamed = (names: readonly (string | null)[]): readonly WidgetName[] =>
  names.flatMap((name) => WIDGETS[name ?? ''] ?? []);

const OF_TYPE = new Map(WORK_ITEM_TYPES.map((type) => [type, widgetsNamed(TYPE_WIDGETS[type])]));

export const widgetsOfType = (type: WorkItemType): readonly WidgetName[] => OF_TYPE.get(type) ?? [];

/** From the wire. The page says nothing of the item's place among its parent's children. */
export function itemAnswer(node: WorkItemPageFragment): ItemAnswer {
  type Widget = NonNullable<WorkItemPageFragment['widgets']>[number];
  const find = <K extends string>(key: K) =>
    node.widgets?.find((one): one is Extract<Widget, { readonly [name in K]: unknown }> => key in one);
  const parent = find('parent')?.parent ?? null;
  const iteration = find('iteration')?.iteration ?? null;
  const { lastEditedAt = null, lastEditedBy = null } = find('lastEditedAt') ?? {};
  return {
    item: {
      ...new TreeAdapter().workItem(node, null),
      description: node.description ?? '',
      descriptionHtml: node.descriptionHtml ?? '',
      lockVersion: node.lockVersion,
      editedBy:
        lastEditedAt === null
          ? null
          : { name: lastEditedBy?.name ?? '', path: pathOf(lastEditedBy?.webUrl ?? null), at: lastEditedAt },
      author: node.author,
      iteration: iteration && {
        ...iteration,
        startDate: dayOf(iteration.startDate),
        dueDate: dayOf(iteration.dueDate),
      },
      progress: find('progress')?.progress ?? null,
      severalAssignees: find('allowsMultipleAssignees')?.allowsMultipleAssignees === true,
      parentId: parent && itemId(parent.id, parent.workItemType.name),
      widgets: widgetsNamed((node.widgets ?? []).map(({ type }) => type)),
    },
    parent: parent && {
      id: itemId(parent.id, parent.workItemType.name),
      iid: parent.iid,
      type: parent.workItemType.name === 'Epic' ? 'epic' : typeOf(parent.workItemType.name),
      state: stateOf(parent.state),
      title: parent.title,
      reference: parent.reference,
      webPath: pathOf(parent.webUrl),
      confidential: parent.confidential,
    },
  };
}
