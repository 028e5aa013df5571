import type { Outcome } from '../../command/outcome.ts';
import { refuse } from '../../command/outcome.ts';
import { changeMembers, type MemberPlace } from '../../member/change.ts';
import type { PlanStore } from '../../command/plan-store.ts';
import { databaseId, databaseIds } from './ids.ts';
import type { MemberBulkUpdateInput } from './inputs.ts';
import { mutation, type MutationContext } from './mutation.ts';

const MOST = 50;
const TOO_MANY = `Count of members to be updated should be less than ${MOST}.`;

const LEVELS = { MINIMAL_ACCESS: 5, GUEST: 10, REPORTER: 20, DEVELOPER: 30, MAINTAINER: 40, OWNER: 50 } as const;

/** The members of a group or project who were changed: a stub. */
export interface ChangedMembers {
  readonly ownerId: number;
  readonly userIds: readonly number[];
}

async function update(
  store: PlanStore,
  place: MemberPlace & { readonly pathOrId: number },
  { accessLevel, expiresAt, userIds }: MemberBulkUpdateInput,
  { viewer, now }: MutationContext,
): Promise<Outcome<ChangedMembers>> {
  const ids = databaseIds(userIds, 'User') ?? [];
  if (ids.length > MOST) refuse(422, TOO_MANY);
  const end = expiresAt === undefined ? {} : { expiresAt: expiresAt?.slice(0, 10) ?? null };
  const input = { place, userIds: ids, level: LEVELS[accessLevel], ...end };
  const outcome = await changeMembers(store, viewer, input, now);
  return outcome.ok ? { ok: true, value: { ownerId: place.pathOrId, userIds: ids } } : outcome;
}

export const memberMutations = {
  groupMemberBulkUpdate: mutation(
    (store, input: MemberBulkUpdateInput & { readonly groupId: string }, context) =>
      update(store, { kind: 'group', pathOrId: databaseId(input.groupId, 'Group') }, input, context),
    (groupMembers) => ({ groupMembers }),
  ),
  projectMemberBulkUpdate: mutation(
    (store, input: MemberBulkUpdateInput & { readonly projectId: string }, context) =>
      update(store, { kind: 'project', pathOrId: databaseId(input.projectId, 'Project') }, input, context),
    (projectMembers) => ({ projectMembers }),
  ),
};
