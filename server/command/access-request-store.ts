import type { Owner } from './item.ts';

/** Who has asked for a role in a group or project and has no answer yet. Whoever gets one by `MemberStore.put` has been answered. */
export interface AccessRequestStore {
  /** False where the person has asked already. */
  add(owner: Owner, userId: number, now: string): Promise<boolean>;
  /** False where the person has not asked. */
  remove(owner: Owner, userId: number): Promise<boolean>;
}
