import type { NewUser, StoredUser, UserFields, UserStore } from '../../command/user-store.ts';
import { membersOn } from './roles.ts';
import type { UserRow } from './rows.ts';
import type { World } from './world.ts';

export class MemoryUsers implements UserStore {
  readonly #world: World;

  constructor(world: World) {
    this.#world = world;
  }

  /** Changes run one after another. */
  lock(): Promise<void> {
    return Promise.resolve();
  }

  async find(ids: readonly number[]): Promise<ReadonlyMap<number, StoredUser>> {
    const found = new Map<number, StoredUser>();
    for (const id of ids) {
      const row = this.#world.users.get(id);
      if (row !== undefined) found.set(id, storedOf(row));
    }
    return found;
  }

  async taken({ username, email }: Pick<UserFields, 'username' | 'email'>, but: number) {
    const others = [...this.#world.users.values()].filter(({ id }) => id !== but);
    return {
      username: others.some((row) => isSame(row.username, username)),
      email: others.some((row) => isSame(row.email, email)),
    };
  }

  async insert({ username, name, ...fields }: NewUser): Promise<number> {
    const id = this.#world.addUser({ username, name });
    await this.update(id, fields);
    return id;
  }

  async update(id: number, { username, name, email, admin, state }: UserFields): Promise<void> {
    const row = this.#world.user(id);
    this.#world.users.set(id, {
      ...row,
      ...(username !== undefined && { username }),
      ...(name !== undefined && { name }),
      ...(email !== undefined && { email }),
      ...(admin !== undefined && { admin }),
      ...(state !== undefined && { state }),
    });
    // What is known of rights is known by row.
    if (state !== undefined && state !== row.state)
      for (const item of await this.authored(id)) this.#world.change(item, {});
  }

  async authored(id: number, most = Infinity): Promise<readonly number[]> {
    const items = [...this.#world.items.values()].filter(
      ({ authorId, projectId }) => authorId === id && projectId !== null,
    );
    return items.map((item) => item.id).slice(0, most);
  }

  async made(id: number, most: number): Promise<readonly number[]> {
    return [...this.#world.items.values()]
      .filter(({ authorId }) => authorId === id)
      .map((item) => item.id)
      .slice(0, most);
  }

  async soleOwned(id: number, now: string): Promise<readonly number[]> {
    const owners = membersOn(this.#world, now).flatMap(({ groupId, level, ...row }) =>
      level === 50 && groupId !== null ? [{ ...row, groupId }] : [],
    );
    const others = owners.filter(
      ({ userId, expiresAt }) => userId !== id && expiresAt === null && this.#world.user(userId).state === 'active',
    );
    const isOwned = (groupId: number): boolean =>
      others.some((row) => this.#world.group(groupId).traversalIds.includes(row.groupId));
    return owners
      .filter(({ userId, groupId }) => userId === id && !isOwned(groupId))
      .map(({ groupId }) => groupId)
      .sort((a, b) => a - b);
  }

  async delete(id: number, _now: string, hard = false): Promise<readonly number[]> {
    const world = this.#world;
    const ghost = this.#ghost();
    const fallen = (by: number): number => (by === id ? ghost : by);
    const assigned: number[] = [];
    for (const item of [...world.items.values()]) {
      const { authorId, editedBy, assigneeIds } = item;
      if (assigneeIds.includes(id)) assigned.push(item.id);
      if (authorId !== id && editedBy !== id && !assigneeIds.includes(id)) continue;
      const editor = editedBy === null ? null : fallen(editedBy);
      const others = assigneeIds.filter((each) => each !== id);
      world.change(item.id, { authorId: fallen(authorId), editedBy: editor, assigneeIds: others });
    }
    world.notes = world.notes.map((note) => ({ ...note, authorId: fallen(note.authorId) }));
    for (const [key, row] of world.comments) {
      const { authorId, editedBy, resolvedBy } = row;
      const by = { editedBy: editedBy && fallen(editedBy), resolvedBy: resolvedBy && fallen(resolvedBy) };
      world.comments.set(key, { ...row, authorId: fallen(authorId), ...by });
    }
    for (const table of hard ? [world.timelogs, world.awards] : [])
      for (const [key, row] of [...table]) if (row.userId === id) table.delete(key);
    for (const [key, row] of world.timelogs) world.timelogs.set(key, { ...row, userId: fallen(row.userId) });
    for (const [key, row] of [...world.awards]) {
      if (row.userId !== id) continue;
      const isGiven = [...world.awards.values()].some(
        (other) =>
          other.userId === ghost &&
          other.name === row.name &&
          other.itemId === row.itemId &&
          other.noteId === row.noteId,
      );
      if (isGiven) world.awards.delete(key);
      else world.awards.set(key, { ...row, userId: ghost });
    }
    for (const table of [world.members, world.todos, world.tokens])
      for (const [key, row] of [...table]) if (row.userId === id) table.delete(key);
    for (const table of [world.subscriptions, world.labelFollowers])
      for (const key of [...table.keys()]) if (key.split(' ')[1] === String(id)) table.delete(key);
    world.users.delete(id);
    return assigned.sort((a, b) => a - b);
  }

  #ghost(): number {
    const users = [...this.#world.users.values()];
    const known = users.find(({ isGhost }) => isGhost);
    if (known !== undefined) return known.id;
    const isFree = (name: string): boolean => users.every(({ username }) => !isSame(username, name));
    let username = 'ghost';
    for (let number = 1; !isFree(username); number += 1) username = `ghost${number}`;
    const id = this.#world.addUser({ username, name: 'Ghost User', active: false });
    this.#world.users.set(id, { ...this.#world.user(id), isGhost: true });
    return id;
  }

  /** There are no sessions here. */
  signOut(): Promise<void> {
    return Promise.resolve();
  }

  endSessions(): Promise<number> {
    return Promise.resolve(0);
  }
}

const isSame = (one: string | null, other: string | null | undefined): boolean =>
  one !== null && one.toLowerCase() === other?.toLowerCase();

const storedOf = ({ id, username, name, email, admin, state, isGhost }: UserRow): StoredUser => ({
  ...{ id, username, name, email, admin, state, isGhost },
  // Nobody signs in here.
  activeOn: null,
});
