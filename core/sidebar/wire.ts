import type {
  EpicAncestorsQuery,
  EpicSidebarPartsFragment,
  EpicSidebarQuery,
  LabelPartsFragment,
} from '../api/generated/operations.ts';
import type { EpicDetails, EpicPageData } from '../epic/types.ts';
import type { Label } from '../work-item/types.ts';
import type { Ancestor, EpicRef, SidebarEpic } from './types.ts';
import { nodesOf, type Nodes } from '../api/wire-parts.ts';
import { dayOf } from '../epic/wire.ts';
import { idOfType } from '../work-item/rules.ts';

/** Shapes of the wire and of the page to those of the sidebar. */

export const labelsOf = (connection: Nodes<LabelPartsFragment> | undefined): readonly Label[] => nodesOf(connection);

/** The parts that every answer about an epic's fields has. */
export function fieldsOf(
  node: EpicSidebarPartsFragment,
): Pick<SidebarEpic, 'start' | 'due' | 'labels' | 'confidential' | 'subscribed'> {
  return {
    start: {
      date: dayOf(node.startDate),
      isFixed: node.startDateIsFixed === true,
      fixed: dayOf(node.startDateFixed),
      inherited: dayOf(node.startDateFromInheritedSource),
    },
    due: {
      date: dayOf(node.dueDate),
      isFixed: node.dueDateIsFixed === true,
      fixed: dayOf(node.dueDateFixed),
      inherited: dayOf(node.dueDateFromInheritedSource),
    },
    labels: labelsOf(node.labels),
    confidential: node.confidential === true,
    subscribed: node.subscribed,
  };
}

type EpicNode = NonNullable<NonNullable<EpicSidebarQuery['group']>['epic']>;

/** What the sidebar's own question says. The colour has a question of its own. */
export function sidebarEpic(ref: EpicRef, node: EpicNode): SidebarEpic {
  const [todo] = nodesOf(node.currentUserTodos);
  return {
    ...ref,
    ...fieldsOf(node),
    parentConfidential: node.parent?.confidential === true,
    color: null,
    textColor: null,
    todo: { exists: todo !== undefined, deletePath: todo === undefined ? null : todoPathOf(todo.id) },
  };
}

/** EP-06.4: where a to-do is deleted, by its global id; null where that is none. */
export function todoPathOf(id: string): string | null {
  const number = idOfType(id, 'Todo');
  return number === null ? null : `/dashboard/todos/${number}`;
}

/** What the page knows before the sidebar has asked. */
export function seedOf(ref: EpicRef, epic: EpicDetails, data: EpicPageData | null): SidebarEpic {
  const { start, due, labels, confidential } = epic;
  return {
    ...ref,
    start,
    due,
    labels,
    confidential,
    parentConfidential: false,
    color: null,
    textColor: null,
    subscribed: null,
    todo: { exists: data?.todoExists ?? false, deletePath: data?.todoDeletePath ?? null },
  };
}

type AncestorsEpic = NonNullable<NonNullable<EpicAncestorsQuery['workspace']>['issuable']>;

export const ancestorsOf = ({ ancestors }: AncestorsEpic): readonly Ancestor[] =>
  nodesOf(ancestors).map((node) => ({
    id: node.id,
    iid: node.iid,
    title: node.title ?? '',
    state: node.state === 'closed' ? 'closed' : 'opened',
    confidential: node.confidential === true,
    reference: node.reference,
    webPath: node.webPath,
    startDate: dayOf(node.startDate),
    dueDate: dayOf(node.dueDate),
    hasParent: node.hasParent,
    parentId: node.parent?.id ?? null,
  }));
