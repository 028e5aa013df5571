import { isHexColor, withLabel } from '../../work-item/rules.ts';
import type { Change } from './change.ts';
import { changing } from './change.ts';
import type { Node } from './execute.ts';
import { denied, hidden, refuse } from './refusal.ts';
import type { Rights } from './rights.ts';
import type { ItemRow, LabelRow, TodoRow, World } from './world.ts';

/** What an epic's sidebar reads and changes beside the epic's own fields: to-dos, subscriptions, participants, labels of the group. */

const pending = ({ world, viewer }: Rights, itemId: number): TodoRow | undefined =>
  [...world.todos.values()].find(
    (row) => row.itemId === itemId && row.userId === viewer?.id && row.state === 'pending',
  );

const todoPath = ({ id }: TodoRow): string => `/dashboard/todos/${id}`;

/** What the page's `meta` says of the viewer's to-do. */
export function todoMeta(rights: Rights, epic: ItemRow) {
  const todo = pending(rights, epic.id);
  return { todo_exists: todo !== undefined, ...(todo === undefined ? {} : { todo_delete_path: todoPath(todo) }) };
}

/** Of items that can be seen. */
const count = (rights: Rights, state: TodoRow['state']): number =>
  [...rights.world.todos.values()].filter(
    (row) => row.userId === rights.viewer?.id && row.state === state && rights.see(row.itemId) !== null,
  ).length;

/** One pending to-do for each person and epic; adding it twice answers the same. */
export function addTodo(
  rights: Rights,
  epic: ItemRow,
  issuable: { readonly id: number | undefined; readonly type: string | undefined },
) {
  return changing(rights, ({ world, viewerId }) => {
    if (issuable.id !== epic.id || issuable.type !== 'epic') hidden();
    if (!rights.may('createTodo', epic)) denied();
    let todo = pending(rights, epic.id);
    if (todo === undefined) {
      todo = { id: world.nextId('todos'), itemId: epic.id, userId: viewerId, state: 'pending', createdAt: world.now() };
      world.todos.set(todo.id, todo);
    }
    return { count: count(rights, 'pending'), delete_path: todoPath(todo) };
  });
}

/** Marks a to-do of the viewer's as done; somebody else's is not found, nor is one of an item that cannot be seen. */
export function endTodo(rights: Rights, id: number) {
  return changing(rights, ({ world, viewerId }) => {
    const todo = world.todos.get(id);
    if (todo === undefined || todo.userId !== viewerId || rights.see(todo.itemId) === null) return hidden();
    world.todos.set(id, { ...todo, state: 'done' });
    return { count: count(rights, 'pending'), done_count: count(rights, 'done') };
  });
}

const followKey = (itemId: number, userId: number): string => `${itemId} ${userId}`;

/** By decision; without one, whoever takes part. */
export function isSubscribed({ world, viewer }: Rights, item: ItemRow): boolean {
  if (viewer === null) return false;
  return world.subscriptions.get(followKey(item.id, viewer.id)) ?? participantsOf(item).includes(viewer.id);
}

export const participantsOf = ({ authorId, assigneeIds }: ItemRow): readonly number[] => [
  ...new Set([authorId, ...assigneeIds]),
];

export function subscribe(rights: Rights, epic: ItemRow | null, subscribed: boolean): ItemRow {
  return changing(rights, ({ world, viewerId }) => {
    const row = epic ?? hidden();
    if (!rights.may('subscribe', row)) denied();
    world.subscriptions.set(followKey(row.id, viewerId), subscribed);
    return row;
  });
}

/** The viewer's to-dos of an item, the newest first; `state`: `pending` or `done`, nothing for both. */
export function todosOf({ world, viewer }: Rights, item: ItemRow, state: unknown): Node[] {
  return [...world.todos.values()]
    .filter((row) => row.itemId === item.id && row.userId === viewer?.id)
    .filter((row) => state === undefined || state === null || row.state === state)
    .reverse()
    .map(({ id, state: now, createdAt }) => ({ id: `gid://gitlab/Todo/${id}`, state: now, createdAt }));
}

const TITLE_MAX = 255;

/** Makes a label in a group; every fault at once. */
export function createLabel(
  rights: Rights,
  groupPath: string,
  asked: { readonly title: string; readonly color: string },
): LabelRow {
  return changing(rights, ({ world }) => {
    const group = rights.seeGroup(groupPath) ?? hidden();
    if (!rights.mayInGroup('adminLabel', group)) denied();
    const title = asked.title.trim();
    const faults = [
      ...(title === '' ? ["Title can't be blank"] : []),
      ...([...title].length > TITLE_MAX ? [`Title is too long (maximum is ${TITLE_MAX} characters)`] : []),
      ...(title.includes(',') ? ['Title is invalid'] : []),
      ...(isHexColor(asked.color) ? [] : ['Color must be a valid color code']),
    ];
    if (faults.length > 0) refuse(422, ...faults);
    const isTaken = ({ title: other, groupId }: LabelRow): boolean =>
      other === title && (groupId === null || groupId === group.id);
    if ([...world.labels.values()].some(isTaken)) refuse(422, 'Title has already been taken');
    return world.labels.get(world.addLabel(title, asked.color, group.id)) ?? hidden();
  });
}

/** Labels after an edit: those that come take the place of those of their scope. Those that the item's group does not offer cannot come. */
export function labelIdsAfter(
  world: World,
  item: ItemRow,
  { add = [], remove = [] }: { readonly add?: readonly number[]; readonly remove?: readonly number[] },
): readonly number[] {
  const rows = (ids: readonly number[]): readonly LabelRow[] => ids.flatMap((id) => world.labels.get(id) ?? []);
  const isOffered = (id: number): boolean => {
    const row = world.labels.get(id);
    return row !== undefined && world.offersLabel(world.group(item.groupId), row);
  };
  if (!add.every(isOffered)) refuse(422, 'Label does not exist');
  const kept = rows(item.labelIds).filter(({ id }) => !remove.includes(id));
  const fresh = rows(add).filter(({ id }) => !remove.includes(id) && !kept.some((row) => row.id === id));
  return fresh.reduce<readonly LabelRow[]>(withLabel, kept).map(({ id }) => id);
}

export function checkColor({ world }: Change, item: ItemRow, color: string): string {
  if (!isHexColor(color)) refuse(422, 'Color must be a valid color code');
  return world.item(item.id).color.toLowerCase() === color.toLowerCase() ? item.color : color;
}
