import { TreeAdapter } from '../api/adapter.ts';
import type { WorkItemPageFragment } from '../api/generated/operations.ts';
import { pathOf } from '../api/wire-parts.ts';
import type { GlobalId, Person, TreeItem } from './types.ts';

/** Parts that an item of a type has, whether or not anything is in them. */
export type WidgetName = 'assignees' | 'dates' | 'health' | 'hierarchy' | 'labels' | 'milestone' | 'weight';

/** The item of a page: what a tree row of it would say, and what only its page says. Its reference is the full one. */
export interface WorkItemDetails extends TreeItem {
  /** Rendered and sanitised by the server; empty where there is none. */
  readonly descriptionHtml: string;
  readonly author: Person | null;
  readonly parent: {
    readonly id: GlobalId;
    readonly title: string;
    readonly reference: string;
    readonly webPath: string;
  } | null;
  readonly widgets: readonly WidgetName[];
}

const WIDGETS: Readonly<Record<string, WidgetName>> = {
  ASSIGNEES: 'assignees',
  HEALTH_STATUS: 'health',
  HIERARCHY: 'hierarchy',
  LABELS: 'labels',
  MILESTONE: 'milestone',
  START_AND_DUE_DATE: 'dates',
  WEIGHT: 'weight',
};

/** From the wire; no place is the item's own, so that references are full. */
export function workItemDetails(node: WorkItemPageFragment): WorkItemDetails {
  const item: TreeItem = new TreeAdapter().workItem(node, '', null);
  const hierarchy = node.widgets?.find((widget) => 'parent' in widget);
  const parent = hierarchy !== undefined && 'parent' in hierarchy ? hierarchy.parent : null;
  return {
    ...item,
    descriptionHtml: node.descriptionHtml ?? '',
    author: node.author,
    parent:
      parent === null
        ? null
        : { id: parent.id, title: parent.title, reference: parent.reference, webPath: pathOf(parent.webUrl) },
    widgets: (node.widgets ?? []).flatMap(({ type }) => (type === null ? [] : (WIDGETS[type] ?? []))),
  };
}
