import type { Fact, Item, Lines, Tables } from './item-page.ts';
import { ownEdits } from '@espalier/core/work-item/extras';
import { itemEdits } from '@espalier/core/work-item/fields';
import { get } from '@espalier/core/table';
import { linesOf, numberIn, shownBy, sorted, TYPE_NUMBERS, widgetsOf } from './item-page.ts';

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
  /** Another type. */
  readonly to: string;
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

/** Edits of one line are made one after the other. */
export const lineOf = ({ type, payload }: Pick<ItemMutation, 'type' | 'payload'>): string => `${payload.id} ${type}`;

/** `size::small` and `size::large` exclude each other. */
const scopeOf = (title: string): string => title.slice(0, Math.max(0, title.lastIndexOf('::')));

/** The ids of labels after a change: of a scope the last one that comes stays. */
function labelled(before: readonly Titled[], { add, remove }: ItemPayload): readonly string[] {
  const gone = remove.map(numberIn);
  let labels = before.map(byNumber).filter(({ id }) => !gone.includes(id));
  for (const label of add.map(byNumber)) {
    const scope = scopeOf(label.title);
    if (labels.some(({ id }) => id === label.id)) continue;
    labels = [...labels.filter(({ title }) => scope === '' || scopeOf(title) !== scope), label];
  }
  return labels.map(({ id }) => id);
}

const byNumber = ({ id, title }: Titled): Titled => ({ id: numberIn(id), title });

/** The ids of people after a change, those who come behind those who were there. */
export const peopled = (before: readonly string[], { add, remove }: ItemPayload): readonly string[] => {
  const kept = before.filter((id) => !remove.includes(id));
  return [...kept, ...add.map(({ id }) => id).filter((id) => !kept.includes(id))];
};

/** Whom and what an item has before an edit that adds to them. */
export interface Before {
  readonly people: readonly string[];
  readonly labels: readonly Titled[];
}

const NOTHING: Before = { people: [], labels: [] };

const named = (thing: Named | null | undefined): string => sorted([thing?.id ?? 'null']);

type Made = (payload: ItemPayload, before: Before) => Lines;

const same =
  (...facts: readonly (Fact & keyof ItemPayload)[]): Made =>
  (payload) =>
    Object.fromEntries(facts.flatMap((fact) => (payload[fact] === undefined ? [] : [[fact, String(payload[fact])]])));

/** What becomes of an item by each edit: the facts that it is about, and what they are then. */
const MADE: Readonly<Record<EditName, Made>> = {
  titleChanged: same('title'),
  confidentialityChanged: same('confidential'),
  healthChanged: same('healthStatus'),
  dateChanged: same('startDate', 'dueDate'),
  weightChanged: same('weight'),
  progressChanged: same('progress'),
  subscriptionChanged: same('subscribed'),
  todoChanged: ({ exists }) => ({ todo: String(exists) }),
  iterationChanged: ({ iteration }) => ({ iteration: named(iteration) }),
  milestoneChanged: ({ milestone }) => ({ milestone: named(milestone) }),
  parentChanged: ({ parent }) => ({ parentId: named(parent) }),
  assigneesChanged: (payload, { people }) => ({ assignees: sorted(peopled(people, payload)) }),
  labelsChanged: (payload, { labels }) => ({ labels: sorted(labelled(labels, payload)) }),
  typeChanged: ({ to }) => ({ type: to, widgets: widgetsOf(to) }),
};

type Edit = Pick<ItemMutation, 'type' | 'payload'>;

export const madeLines = ({ type, payload }: Edit, before: Before): Lines =>
  MADE[ITEM_EDITS.get(type) as EditName](payload, before);

export const factsOf = (edit: Edit): readonly Fact[] => Object.keys(madeLines(edit, NOTHING)) as Fact[];

/** What the answer tells of an edit: its facts, and of a new type those that the one before did not show. */
export function answeredFacts(edit: Edit): readonly Fact[] {
  const { to, type } = edit.payload;
  const own = factsOf(edit);
  return own.includes('type') ? [...own, ...shownBy(to).filter((fact) => !shownBy(type).includes(fact))] : own;
}

/** An item after an edit. What was not read cannot be changed. */
export function editedLines(item: Item, edit: Edit, tables: Tables): Lines {
  const lines = linesOf(item);
  if (answeredFacts(edit).some((fact) => lines[fact] === undefined)) return lines;
  const labels = (item.labels ?? []).map((id) => ({ id, title: get(tables.labels, id)?.title ?? '' }));
  return { ...lines, ...madeLines(edit, { people: item.assignees ?? [], labels }) };
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
    case 'typeChanged':
      return input({ workItemTypeId: `gid://gitlab/WorkItems::Type/${TYPE_NUMBERS[payload.to]}` });
    default: {
      const adds = add.length > 0 ? { addLabelIds: add.map((label) => label.id) } : {};
      return input({ labelsWidget: { ...adds, ...(remove.length > 0 ? { removeLabelIds: remove } : {}) } });
    }
  }
}
