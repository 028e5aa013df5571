import type { NewUser, StoredUser, UserFields, UserStore } from '../../command/user-store.ts';
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

  /** There are no sessions here. */
  signOut(): Promise<void> {
    return Promise.resolve();
  }
}

const isSame = (one: string | null, other: string | null | undefined): boolean =>
  one !== null && one.toLowerCase() === other?.toLowerCase();

const storedOf = ({ id, username, name, email, admin, state, isGhost }: UserRow): StoredUser => ({
  ...{ id, username, name, email, admin, state, isGhost },
  // Nobody signs in here.
  activeOn: null,
});
