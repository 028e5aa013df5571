import type { Trial } from '@espalier/core/manage/rules';
import type { KeptContact, SalesContact, TrialStore } from '../../command/trial-store.ts';
import type { World } from './world.ts';

export class MemoryTrials implements TrialStore {
  readonly #world: World;

  constructor(world: World) {
    this.#world = world;
  }

  async of(groupId: number): Promise<Trial | null> {
    return this.#world.trials.get(groupId) ?? null;
  }

  async begin(groupId: number, trial: Trial): Promise<boolean> {
    if (this.#world.trials.has(groupId)) return false;
    this.#world.trials.set(groupId, trial);
    return true;
  }

  async put(groupId: number, trial: Trial | null): Promise<void> {
    if (trial === null) this.#world.trials.delete(groupId);
    else this.#world.trials.set(groupId, trial);
  }

  async contact(groupId: number, userId: number, contact: SalesContact, now: string): Promise<void> {
    this.#world.salesContacts.set(`${groupId} ${userId}`, { ...contact, groupId, userId, createdAt: now });
  }

  async contacts(groupId: number): Promise<readonly KeptContact[]> {
    const { salesContacts, users } = this.#world;
    return [...salesContacts.values()]
      .filter((row) => row.groupId === groupId && users.has(row.userId))
      .map(({ groupId: _, ...row }) => ({ ...row, username: this.#world.user(row.userId).username }))
      .sort((a, b) => b.createdAt.localeCompare(a.createdAt) || a.userId - b.userId);
  }
}
