import type { EpicAncestorsQuery, EpicSidebarQuery } from '../api/generated/operations.ts';
import type { EpicPageData, PageEpic } from '../epic/types.ts';
import type { WorkItem } from '../work-item/types.ts';
import type { EpicRef } from '../epic/edits.ts';
import type { Ancestor, SidebarEpic } from './types.ts';
import { fieldsOf } from './fields.ts';
import { nodesOf } from '../api/wire-parts.ts';
import { dayOf } from '../epic/wire.ts';
import { idOfType } from '../work-item/rules.ts';

/** Shapes of the wire and of the page to those of the sidebar. */

type EpicNode = NonNullable<NonNullable<EpicSidebarQuery['group']>['epic']>;

/** The fields that the sidebar's own question reads. The colour has a question of its own. */
export type ReadFields = Omit<SidebarEpic, 'color' | 'textColor'>;

export function sidebarEpic(ref: EpicRef, node: EpicNode): ReadFields {
  const [todo] = nodesOf(node.currentUserTodos);
  return {
    ...ref,
    ...fieldsOf(node),
    parentConfidential: node.parent?.confidential === true,
    todo: { exists: todo !== undefined, deletePath: todo === undefined ? null : todoPathOf(todo.id) },
  };
}

/** EP-06.4: where a to-do is deleted, by its global id; null where that is none. */
export function todoPathOf(id: string): string | null {
  const number = idOfType(id, 'Todo');
  return number === null ? null : `/dashboard/todos/${number}`;
}

/** What the page knows before the sidebar has asked. */
export const seedOf = (epic: PageEpic, data: EpicPageData | null): WorkItem => ({
  ...epic,
  todo: { exists: data?.todoExists ?? false, deletePath: data?.todoDeletePath ?? null },
});

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
