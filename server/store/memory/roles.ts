import { anonymous, type Viewer } from '../../access/viewer.ts';
import type { InvitationRow, MemberRow } from './rows.ts';
import type { WorldTables } from './world-tables.ts';

/** It does not end, or not by this instant. */
export const isPresent = ({ expiresAt }: Pick<MemberRow, 'expiresAt'>, now: string): boolean =>
  expiresAt === null || expiresAt > now.slice(0, 10);

/** Neither it has lapsed, nor would its membership have ended. */
export const isWaiting = (row: Pick<InvitationRow, 'expiresAt' | 'lapsesOn'>, now: string): boolean =>
  isPresent(row, now) && isPresent({ expiresAt: row.lapsesOn }, now);

/** BD-05.44: the memberships that there are at this instant. */
export const membersOn = (world: WorldTables, now: string): MemberRow[] =>
  [...world.members.values()].filter((row) => isPresent(row, now));

/** BD-05.64: with the roles that people have at this instant by groups that are invited. */
export function rolesOn(world: WorldTables, now: string): MemberRow[] {
  const members = membersOn(world, now);
  const shared = [...world.groupShares.values()].filter((row) => isPresent(row, now));
  return [
    ...members,
    ...shared.flatMap(({ withGroupId, groupId, projectId, level }) => {
      const sources = projectId === null ? [withGroupId] : world.group(withGroupId).traversalIds;
      return members
        .filter((member) => sources.includes(member.groupId ?? 0))
        .map((member) => ({ ...member, groupId, projectId, level: Math.min(level, member.level) }));
    }),
  ];
}

/** A person as the access rules know one; null: an anonymous visitor. */
export function viewerOf(world: WorldTables, userId: number | null, now: string): Viewer {
  if (userId === null) return anonymous;
  const { username, name, admin } = world.user(userId);
  const levels = new Map<number, number>();
  const projectLevels = new Map<number, number>();
  const raise = (known: Map<number, number>, id: number | null, level: number): void => {
    if (id !== null) known.set(id, Math.max(level, known.get(id) ?? 0));
  };
  for (const member of rolesOn(world, now)) {
    if (member.userId !== userId) continue;
    raise(levels, member.groupId, member.level);
    raise(projectLevels, member.projectId, member.level);
  }
  return { userId, admin, username, name, avatarUrl: null, levels, projectLevels };
}
