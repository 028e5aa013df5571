import { trialDay } from '@espalier/core/manage/rules';
import type { Viewer } from '../../access/viewer.ts';
import type { Owner } from '../../command/item.ts';
import type { MemberStore, NewMember, PersonAround, Seats } from '../../command/member-store.ts';
import { requestKey } from './access-requests.ts';
import type { Rights } from './rights.ts';
import type { MemberRow } from './rows.ts';
import { isPresent, isWaiting, membersOn, rolesOn } from './roles.ts';
import type { World } from './world.ts';

export class MemoryMembers implements MemberStore {
  readonly #world: World;
  readonly #rightsOf: (viewer: Viewer) => Rights;

  constructor(world: World, rightsOf: (viewer: Viewer) => Rights) {
    this.#world = world;
    this.#rightsOf = rightsOf;
  }

  /** Changes run one after another. */
  lock(): Promise<void> {
    return Promise.resolve();
  }

  async around(viewer: Viewer, owner: Owner, userIds: readonly number[], now: string) {
    const rights = this.#rightsOf(viewer);
    const people = new Map<number, PersonAround>();
    for (const id of userIds) {
      const person = this.#world.users.get(id);
      if (person === undefined) continue;
      const roles = membersOn(this.#world, now).filter(({ userId }) => userId === id);
      const own = roles.find(isIn(owner));
      const [highest] = roles
        .filter(({ groupId }) => above(owner).includes(groupId ?? 0))
        .sort(
          (a, b) => b.level - a.level || above(owner).indexOf(a.groupId ?? 0) - above(owner).indexOf(b.groupId ?? 0),
        );
      const group = highest && this.#world.group(highest.groupId ?? 0);
      people.set(id, {
        id,
        username: person.username,
        own: own ? { level: own.level, expiresAt: own.expiresAt } : null,
        inherited:
          highest && group ? { level: highest.level, groupName: rights.readsGroup(group) ? group.name : null } : null,
      });
    }
    return people;
  }

  async put(owner: Owner, members: readonly NewMember[]): Promise<void> {
    const { group_id, project_id } = owner;
    for (const member of members) {
      const place = { groupId: project_id === null ? group_id : null, projectId: project_id };
      const [known] =
        [...this.#world.members].find(([, row]) => row.userId === member.userId && isIn(owner)(row)) ?? [];
      this.#world.members.set(known ?? this.#world.nextId('members'), { ...member, ...place });
      this.#world.accessRequests.delete(requestKey(owner, member.userId));
    }
  }

  async end(owner: Owner, userId: number, below: boolean): Promise<number> {
    const { members, invitations } = this.#world;
    const before = members.size;
    const isHere = (row: Pick<MemberRow, 'groupId' | 'projectId'>): boolean =>
      isIn(owner)(row) || (below && this.#isBelow(owner, row));
    for (const [id, row] of members) if (row.userId === userId && isHere(row)) members.delete(id);
    for (const [id, row] of invitations) if (row.createdBy === userId && isHere(row)) invitations.delete(id);
    return before - members.size;
  }

  async ownersAlone(
    owner: Owner,
    userIds: readonly number[],
    below: boolean,
    now: string,
  ): Promise<ReadonlySet<number>> {
    if (owner.project_id !== null) return new Set();
    const owners = membersOn(this.#world, now).filter(({ level, groupId }) => level === 50 && groupId !== null);
    const leaves = (row: MemberRow): boolean =>
      userIds.includes(row.userId) && (isIn(owner)(row) || (below && this.#isBelow(owner, row)));
    const stay = owners.filter(
      (row) => row.expiresAt === null && this.#world.user(row.userId).state === 'active' && !leaves(row),
    );
    const isOwned = (groupId: number | null): boolean =>
      stay.some((row) => this.#world.group(groupId ?? 0).traversalIds.includes(row.groupId ?? 0));
    return new Set(owners.filter((row) => leaves(row) && !isOwned(row.groupId)).map(({ userId }) => userId));
  }

  async seats(
    viewer: Viewer,
    { traversal_ids: [root = 0] }: Owner,
    { userIds, emails }: { readonly userIds: readonly number[]; readonly emails: readonly string[] },
    now: string,
  ): Promise<Seats> {
    const isHere = ({ groupId, projectId }: Pick<MemberRow, 'groupId' | 'projectId'>): boolean => {
      const inGroup = projectId === null ? groupId : this.#world.project(projectId).groupId;
      return this.#world.group(inGroup ?? 0).traversalIds.includes(root);
    };
    const roles = rolesOn(this.#world, now).filter(
      (row) => isHere(row) && this.#world.user(row.userId).state === 'active',
    );
    const people = new Set(roles.map(({ userId }) => userId));
    const invitations = [...this.#world.invitations.values()].filter((row) => isHere(row) && isWaiting(row, now));
    const waiting = new Set(invitations.map(({ email }) => email));
    const group = this.#world.group(root);
    const trial = this.#world.trials.get(root);
    return {
      limit: this.#world.memberLimits.get(root) ?? null,
      taken: people.size + waiting.size,
      onTrial: trial !== undefined && trialDay(trial, now.slice(0, 10)) !== null,
      groupName: this.#rightsOf(viewer).readsGroup(group) ? group.name : null,
      seated: new Set([...userIds.filter((id) => people.has(id)), ...emails.filter((email) => waiting.has(email))]),
    };
  }

  async setLimit({ group_id }: Owner, limit: number | null): Promise<void> {
    if (limit === null) this.#world.memberLimits.delete(group_id);
    else this.#world.memberLimits.set(group_id, limit);
  }

  async unassign(owner: Owner, userId: number): Promise<readonly number[]> {
    const { project_id, group_id } = owner;
    const isHere = ({ groupId, projectId }: { groupId: number; projectId: number | null }): boolean =>
      project_id === null ? this.#world.group(groupId).traversalIds.includes(group_id) : projectId === project_id;
    const isLeft = (projectId: number | null): boolean => projectId !== null && this.#world.project(projectId).archived;
    const items = [...this.#world.items.values()].filter(
      (item) => isHere(item) && !isLeft(item.projectId) && item.assigneeIds.includes(userId),
    );
    for (const { id, assigneeIds } of items)
      this.#world.change(id, { assigneeIds: assigneeIds.filter((each) => each !== userId) });
    return items.map(({ id }) => id).sort((a, b) => a - b);
  }

  async sweep(now: string): Promise<void> {
    for (const table of [this.#world.members, this.#world.groupShares])
      for (const [id, row] of table) if (!isPresent(row, now)) table.delete(id);
    for (const [id, row] of this.#world.invitations) if (!isWaiting(row, now)) this.#world.invitations.delete(id);
  }

  #isBelow({ group_id, project_id }: Owner, { groupId, projectId }: Pick<MemberRow, 'groupId' | 'projectId'>): boolean {
    const inGroup = projectId === null ? groupId : this.#world.project(projectId).groupId;
    return project_id === null && this.#world.group(inGroup ?? 0).traversalIds.includes(group_id);
  }
}

export const isIn =
  ({ group_id, project_id }: Owner) =>
  ({ groupId, projectId }: Pick<MemberRow, 'groupId' | 'projectId'>): boolean =>
    project_id === null ? groupId === group_id : projectId === project_id;

/** The groups above a group; of a project its own as well. */
const above = ({ traversal_ids, group_id, project_id }: Owner): number[] =>
  traversal_ids.filter((id) => project_id !== null || id !== group_id);
