import type { Viewer } from '../../access/viewer.ts';
import type { PersonalStore, TodoCounts, WantedPeople } from '../../command/personal-store.ts';
import type { Rights } from './rights.ts';
import { rolesOn } from './roles.ts';
import type { ItemRow, TodoRow } from './rows.ts';
import type { World } from './world.ts';

const followKey = (itemId: number, userId: number): string => `${itemId} ${userId}`;

export const participantsOf = ({ authorId, assigneeIds }: ItemRow): readonly number[] => [
  ...new Set([authorId, ...assigneeIds]),
];

/** EP-13.40: as decided; without a decision, those who take part, also with a comment. */
export function isSubscribed(world: World, { userId }: Viewer, item: ItemRow): boolean {
  if (userId === null) return false;
  const wrote = () => [...world.comments.values()].some((row) => row.itemId === item.id && row.authorId === userId);
  return world.subscriptions.get(followKey(item.id, userId)) ?? (participantsOf(item).includes(userId) || wrote());
}

export function pendingTodo(world: World, userId: number | null, itemId: number): TodoRow | undefined {
  for (const row of world.todos.values()) {
    if (row.itemId === itemId && row.userId === userId && row.state === 'pending') return row;
  }
  return undefined;
}

export class MemoryPersonal implements PersonalStore {
  readonly #world: World;
  readonly #rightsOf: (viewer: Viewer) => Rights;

  constructor(world: World, rightsOf: (viewer: Viewer) => Rights) {
    this.#world = world;
    this.#rightsOf = rightsOf;
  }

  async addTodo(itemId: number, userId: number, now: string): Promise<number> {
    const known = pendingTodo(this.#world, userId, itemId);
    if (known !== undefined) return known.id;
    const id = this.#world.nextId('todos');
    this.#world.todos.set(id, { id, itemId, userId, state: 'pending', createdAt: now });
    return id;
  }

  async viewers({ ids, usernames, membersOf }: WantedPeople, now: string): Promise<readonly Viewer[]> {
    const { users } = this.#world;
    const members = rolesOn(this.#world, now);
    const isMember = (id: number): boolean =>
      membersOf !== null &&
      members.some(
        ({ userId, groupId, projectId }) =>
          userId === id &&
          (membersOf.traversal_ids.includes(groupId ?? 0) ||
            (projectId !== null && projectId === membersOf.project_id)),
      );
    return [...users.values()]
      .filter(({ state }) => state === 'active')
      .filter(({ id, username }) => ids.includes(id) || usernames.includes(username.toLowerCase()) || isMember(id))
      .map(({ id }) => this.#world.viewer(id, now));
  }

  async addTodos(itemId: number, userIds: readonly number[], now: string): Promise<void> {
    for (const userId of userIds) await this.addTodo(itemId, userId, now);
  }

  async follow(itemId: number, userIds: readonly number[]): Promise<void> {
    const { subscriptions } = this.#world;
    for (const key of userIds.map((userId) => followKey(itemId, userId)))
      if (!subscriptions.has(key)) subscriptions.set(key, true);
  }

  async finishTodo(viewer: Viewer, todoId: number): Promise<boolean> {
    const todo = this.#world.todos.get(todoId);
    if (todo === undefined || !this.#isOwn(viewer, todo)) return false;
    this.#world.todos.set(todoId, { ...todo, state: 'done' });
    return true;
  }

  async finishAllTodos(viewer: Viewer): Promise<void> {
    for (const todo of [...this.#world.todos.values()]) await this.finishTodo(viewer, todo.id);
  }

  async countTodos(viewer: Viewer): Promise<TodoCounts> {
    const own = [...this.#world.todos.values()].filter((todo) => this.#isOwn(viewer, todo));
    const pending = own.filter(({ state }) => state === 'pending').length;
    return { pending, done: own.length - pending };
  }

  async finishTodosOn(itemId: number, userId: number, _now: string, todoId?: number): Promise<void> {
    const todo = pendingTodo(this.#world, userId, itemId);
    if (todo === undefined || (todoId !== undefined && todoId !== todo.id)) return;
    this.#world.todos.set(todo.id, { ...todo, state: 'done' });
  }

  async subscribe(itemId: number, userId: number, subscribed: boolean): Promise<void> {
    this.#world.subscriptions.set(followKey(itemId, userId), subscribed);
  }

  async toggleSubscription(viewer: Viewer, itemId: number): Promise<boolean> {
    const subscribed = !isSubscribed(this.#world, viewer, this.#world.item(itemId));
    if (viewer.userId !== null) await this.subscribe(itemId, viewer.userId, subscribed);
    return subscribed;
  }

  #isOwn(viewer: Viewer, { userId, itemId }: TodoRow): boolean {
    return userId === viewer.userId && this.#rightsOf(viewer).see(itemId) !== null;
  }
}
