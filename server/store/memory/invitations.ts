import type { Invitation, InvitationStore, NewInvitation } from '../../command/invitation-store.ts';
import type { Owner } from '../../command/item.ts';
import type { Membership } from '../../command/member-store.ts';
import { ownerOf } from './items.ts';
import { isIn } from './members.ts';
import type { InvitationRow } from './rows.ts';
import { isWaiting } from './roles.ts';
import type { World } from './world.ts';

export class MemoryInvitations implements InvitationStore {
  readonly #world: World;

  constructor(world: World) {
    this.#world = world;
  }

  async known(owner: Owner, emails: readonly string[], now: string) {
    const users = [...this.#world.users.values()].flatMap(({ id, email }) =>
      emails.includes(email ?? '') ? [[email ?? '', id] as const] : [],
    );
    const invited = this.#present(now).filter((row) => isIn(owner)(row) && emails.includes(row.email));
    return { users: new Map(users), invited: new Set(invited.map(({ email }) => email)) };
  }

  async add(
    owner: Owner,
    invitations: readonly NewInvitation[],
    membership: Membership & { readonly lapsesOn: string },
    by: number,
  ): Promise<readonly number[]> {
    const { group_id, project_id } = owner;
    return invitations.map((invitation) => {
      const known = [...this.#world.invitations.values()].find(
        (row) => isIn(owner)(row) && row.email === invitation.email,
      );
      const id = known?.id ?? this.#world.nextId('invitations');
      const place = { groupId: project_id === null ? group_id : null, projectId: project_id };
      this.#world.invitations.set(id, { id, createdBy: by, ...place, ...invitation, ...membership });
      return id;
    });
  }

  async find(owner: Owner, email: string, now: string): Promise<Invitation | undefined> {
    return told(this.#present(now).find((row) => isIn(owner)(row) && row.email === email));
  }

  async byToken(token: string, now: string) {
    const row = this.#present(now).find((each) => each.token === token);
    const invitation = told(row);
    if (row === undefined || invitation === undefined) return undefined;
    const project = row.projectId === null ? null : this.#world.project(row.projectId);
    const group = this.#world.group(project?.groupId ?? row.groupId ?? 0);
    return { invitation, owner: ownerOf(group, project) };
  }

  async change(id: number, membership: Membership, by: number): Promise<void> {
    const row = this.#world.invitations.get(id);
    if (row) this.#world.invitations.set(id, { ...row, ...membership, createdBy: by });
  }

  async remove(id: number): Promise<void> {
    this.#world.invitations.delete(id);
  }

  #present(now: string): InvitationRow[] {
    return [...this.#world.invitations.values()].filter((row) => isWaiting(row, now));
  }
}

const told = (row: InvitationRow | undefined): Invitation | undefined =>
  row && { id: row.id, email: row.email, createdBy: row.createdBy, level: row.level, expiresAt: row.expiresAt };
