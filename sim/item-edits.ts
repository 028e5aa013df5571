import type { Fact, Item, Lines, Tables } from './item-page.ts';
import { ownEdits } from '@espalier/core/work-item/extras';
import { itemEdits } from '@espalier/core/work-item/fields';
import { get } from '@espalier/core/table';
import { linesOf, sorted } from './item-page.ts';

/** The edits of an item's page, told a second time: which facts they are about, what they make of them, and what is sent. */

const EDITS = { ...itemEdits, ...ownEdits };

export type EditName = keyof typeof EDITS;

/** Its name by the type of the action that makes it. */
export const ITEM_EDITS: ReadonlyMap<string, EditName> = new Map(
  Object.entries(EDITS).map(([name, { type }]) => [type, name as EditName]),
);

export interface Named {
  readonly id: string;
}
interface Titled extends Named {
  readonly title: string;
}

/** What an edit says, as it waits for its answer. */
export interface ItemPayload {
  readonly id: string;
  /** Of the item. */
  readonly type: string;
  readonly title: string;
  readonly confidential: boolean;
  readonly healthStatus: string | null;
  readonly startDate?: string | null;
  readonly dueDate?: string | null;
  readonly weight: number | null;
  readonly progress: number;
  /** A to-do. */
  readonly exists: boolean;
  readonly subscribed: boolean;
  readonly iteration: Named | null;
  readonly milestone: Named | null;
  readonly parent: Named | null;
  readonly add: readonly Titled[];
  readonly remove: readonly string[];
}

export interface ItemMutation {
  readonly id: string;
  readonly type: string;
  readonly payload: ItemPayload;
  readonly key?: string;
}

/** The mutation, where it is an edit of a field of an item. */
export const asItemEdit = (
  mutation: { readonly id: string; readonly type: string; readonly payload: unknown } | undefined,
): ItemMutation | null => (mutation !== undefined && ITEM_EDITS.has(mutation.type) ? (mutation as ItemMutation) : null);

const ONE_FACT: Readonly<Partial<Record<EditName, Fact>>> = {
  titleChanged: 'title',
  confidentialityChanged: 'confidential',
  healthChanged: 'healthStatus',
  weightChanged: 'weight',
  progressChanged: 'progress',
  iterationChanged: 'iteration',
  assigneesChanged: 'assignees',
  labelsChanged: 'labels',
  milestoneChanged: 'milestone',
  parentChanged: 'parentId',
  todoChanged: 'todo',
  subscriptionChanged: 'subscribed',
};

export function factsOf({ type, payload }: Pick<ItemMutation, 'type' | 'payload'>): readonly Fact[] {
  const fact = ONE_FACT[ITEM_EDITS.get(type) as EditName];
  if (fact !== undefined) return [fact];
  return (['startDate', 'dueDate'] as const).filter((date) => payload[date] !== undefined);
}

/** Edits of one line are made one after the other. */
export const lineOf = ({ type, payload }: Pick<ItemMutation, 'type' | 'payload'>): string => `${payload.id} ${type}`;

/** `size::small` and `size::large` exclude each other. */
const scopeOf = (title: string): string => title.slice(0, Math.max(0, title.lastIndexOf('::')));

/** The ids of labels after a change: of a scope the last one that comes stays. */
export function labelled(
  before: readonly string[],
  { add, remove }: ItemPayload,
  titleOf: (id: string) => string,
): readonly string[] {
  let ids = before.filter((id) => !remove.includes(id));
  for (const { id, title } of add) {
    const scope = scopeOf(title);
    if (before.includes(id) && ids.includes(id)) continue;
    ids = [...ids.filter((other) => other !== id && (scope === '' || scopeOf(titleOf(other)) !== scope)), id];
  }
  return ids;
}

/** The ids of people after a change, those who come behind those who were there. */
export const peopled = (before: readonly string[], { add, remove }: ItemPayload): readonly string[] => {
  const kept = before.filter((id) => !remove.includes(id));
  return [...kept, ...add.map(({ id }) => id).filter((id) => !kept.includes(id))];
};

/** An item after an edit. What was not read cannot be changed. */
export function editedLines(item: Item, edit: Pick<ItemMutation, 'type' | 'payload'>, tables: Tables): Lines {
  const lines = linesOf(item);
  const { payload } = edit;
  if (factsOf(edit).some((fact) => lines[fact] === undefined)) return lines;
  const titleOf = (id: string): string =>
    get(tables.labels, id)?.title ?? payload.add.find((label) => label.id === id)?.title ?? '';
  switch (ITEM_EDITS.get(edit.type)) {
    case 'dateChanged':
      return {
        ...lines,
        ...Object.fromEntries(factsOf(edit).map((fact) => [fact, String(payload[fact as 'dueDate'])])),
      };
    case 'assigneesChanged':
      return { ...lines, assignees: sorted(peopled(item.assignees ?? [], payload)) };
    case 'labelsChanged':
      return { ...lines, labels: sorted(labelled(item.labels ?? [], payload, titleOf)) };
    case 'milestoneChanged':
      return { ...lines, milestone: sorted([payload.milestone?.id ?? 'null']) };
    case 'iterationChanged':
      return { ...lines, iteration: sorted([payload.iteration?.id ?? 'null']) };
    case 'parentChanged':
      return { ...lines, parentId: sorted([payload.parent?.id ?? 'null']) };
    case 'todoChanged':
      return { ...lines, todo: String(payload.exists) };
    default: {
      const [fact] = factsOf(edit) as readonly [
        'title' | 'confidential' | 'subscribed' | 'healthStatus' | 'weight' | 'progress',
      ];
      return { ...lines, [fact]: String(payload[fact]) };
    }
  }
}

const wireId = (id: string): string => id.replace('/Issue/', '/WorkItem/');

/** What goes to the server: one field. Of the people the whole list, made of those whom the server last named. */
export function inputOf({ type, payload }: ItemMutation, known: Item | undefined): object {
  const { id, add, remove } = payload;
  const input = (rest: object): object => ({ id: wireId(id), ...rest });
  switch (ITEM_EDITS.get(type)) {
    case 'titleChanged':
      return input({ title: payload.title });
    case 'confidentialityChanged':
      return input({ confidential: payload.confidential });
    case 'healthChanged':
      return input({ healthStatusWidget: { healthStatus: payload.healthStatus } });
    case 'dateChanged': {
      const { startDate, dueDate } = payload;
      return input({ startAndDueDateWidget: { startDate, dueDate } });
    }
    case 'weightChanged':
      return input({ weightWidget: { weight: payload.weight } });
    case 'progressChanged':
      return input({ progressWidget: { progress: payload.progress } });
    case 'iterationChanged':
      return input({ iterationWidget: { iterationId: payload.iteration?.id ?? null } });
    case 'milestoneChanged':
      return input({ milestoneWidget: { milestoneId: payload.milestone?.id ?? null } });
    case 'parentChanged':
      return input({ hierarchyWidget: { parentId: payload.parent === null ? null : wireId(payload.parent.id) } });
    case 'todoChanged':
      return input({ currentUserTodosWidget: { action: payload.exists ? 'ADD' : 'MARK_AS_DONE' } });
    case 'subscriptionChanged':
      return input({ notificationsWidget: { subscribed: payload.subscribed } });
    case 'assigneesChanged':
      return input({ assigneesWidget: { assigneeIds: peopled(known?.assignees ?? [], payload) } });
    default: {
      const adds = add.length > 0 ? { addLabelIds: add.map((label) => label.id) } : {};
      return input({ labelsWidget: { ...adds, ...(remove.length > 0 ? { removeLabelIds: remove } : {}) } });
    }
  }
}
