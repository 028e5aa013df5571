import type { World } from './server/index.ts';
import { WorkItemUpdateOperation } from '@espalier/core/api';
import { hashSecret, newSecret } from '../server/auth/secrets.ts';
import { makeEpic, makeGroup, makeIssue, makeMember, makeProject, makeUser } from '../server/db/testing-data.ts';
import type { AccessLevelValue } from '../server/db/place-tables.ts';
import type { Db } from '../server/db/types.ts';
import type { Schedule, WorldPlan } from './schedule.ts';
import type { RealBackend } from './real-backend.ts';

/** The server's own pages; the model's size of them is its own matter. */
const PAGE = 100;

/** The same people, groups, projects and items in the database, with the same ids: tables are empty, and are filled in the same order. */
export async function fillDatabase(db: Db, world: World): Promise<ReadonlyMap<string, string>> {
  await db
    .insertInto('settings')
    .values({ key: 'max_children', value: JSON.stringify(world.maxChildren) })
    .execute();
  const tokens = new Map<string, string>();
  for (const { id, username } of world.users.values()) {
    const made = username === 'root' ? id : await makeUser(db, username);
    if (made !== id) throw new Error(`${username} is ${made} in the database, and ${id} in the model`);
    const secret = newSecret('sim-');
    await db
      .insertInto('access_tokens')
      .values({ user_id: id, name: 'sim', token_hash: hashSecret(secret) })
      .execute();
    tokens.set(username, secret);
  }
  for (const { fullPath, name, parentId, visibility } of world.groups.values()) {
    const path = fullPath.split('/').at(-1) ?? '';
    await makeGroup(db, { path, name, visibility, ...(parentId === null ? {} : { parentId }) });
  }
  for (const { fullPath, name, groupId: owner } of world.projects.values()) {
    await makeProject(db, { groupId: owner, path: fullPath.split('/').at(-1) ?? '', name });
  }
  for (const { userId: member, groupId: group, level } of world.members.values()) {
    await makeMember(db, { userId: member, groupId: group ?? 0, accessLevel: level as AccessLevelValue });
  }
  for (const { type, groupId: group, projectId, state, confidential, weight, createdAt } of world.items.values()) {
    const closed = state === 'closed' ? { closed_at: createdAt } : {};
    const columns = { state, confidential, weight, created_at: createdAt, updated_at: createdAt, ...closed };
    if (type === 'epic') await makeEpic(db, { groupId: group, ...columns });
    else await makeIssue(db, { projectId: projectId ?? 0, type, ...columns });
  }
  return tokens;
}

/** Puts the items of the plan under their parents, on both servers. */
export async function plant(backend: RealBackend, { items }: Schedule['world']): Promise<void> {
  for (const [index, { parent }] of items.entries()) {
    if (parent === null) continue;
    // Items have the numbers 1, 2, 3 … in the order of the plan.
    const input = {
      id: `gid://gitlab/WorkItem/${index + 1}`,
      hierarchyWidget: { parentId: `gid://gitlab/WorkItem/${parent + 1}` },
    };
    const { name: what, text } = WorkItemUpdateOperation;
    await backend.answer('root', { what, text, variables: { input }, request: null, idempotencyKey: undefined });
  }
}

/** Both servers begin without dates, labels and milestones; dates come by edits, as a person gives them. */
export function withoutExtras({ people, maxChildren, items }: WorldPlan): WorldPlan {
  const plain = items.map(({ type, owner, parent, state, confidential, weight }) => {
    return { type, owner, parent, state, confidential, weight };
  });
  return { people, maxChildren, pageMax: PAGE, items: plain };
}
