import { sql } from 'kysely';
import type { Outcome } from '../command/outcome.ts';
import { makeMember } from '../db/testing-data.ts';
import { NOW, openWorld, resetWorld, type World } from '../tree/testing.ts';
import { approveAccess, requestAccess } from './access-requests.ts';
import { addMember, changeMembers, removeMember } from './change.ts';
import { acceptInvitation, inviteMembers } from './invitations.ts';

/** With TEST_DATABASE_URL these run on several connections at once; the embedded database has one, where they queue. */
let world: World;
beforeAll(async () => {
  world = await openWorld();
});
beforeEach(async () => {
  world = await resetWorld(world.database);
});
afterAll(async () => {
  await world.database.close();
});

const place = { kind: 'group', pathOrId: 'acme' } as const;
const rolesIn = async (): Promise<string[]> => {
  const { rows } = await sql<{ role: string }>`
    SELECT u.username || ' ' || m.access_level || coalesce(' ' || m.expires_at, '') AS role
    FROM memberships m JOIN users u ON u.id = m.user_id WHERE m.group_id = ${world.groups.acme}::bigint ORDER BY m.id
  `.execute(world.db);
  return rows.map(({ role }) => role);
};

test('BD-05.49 two people who change one member leave one row, all of it by one of them', async () => {
  const { store, viewers, users } = world;
  await makeMember(world.db, { userId: users.rep, groupId: world.groups.web, accessLevel: 50 });
  const give = (level: number, expiresAt: string | null) =>
    changeMembers(store, viewers.plan, { place, userIds: [users.dev], level, expiresAt }, NOW);
  const add = (level: number) => addMember(store, viewers.root, { place, userId: users.out, level }, NOW);
  for (let round = 0; round < 5; round += 1) {
    const outcomes = await Promise.all([give(20, '2100-01-01'), give(40, null), give(10, '2100-02-02')]);
    expect(outcomes.every(({ ok }) => ok)).toBe(true);
    const [dev, ...others] = (await rolesIn()).filter((role) => role.startsWith('dev'));
    expect([['dev 20 2100-01-01', 'dev 40', 'dev 10 2100-02-02'].includes(dev ?? ''), others]).toEqual([true, []]);
  }
  const added = await Promise.all([add(20), add(30)]);
  expect(added.map((outcome) => (outcome.ok ? 0 : outcome.status)).sort()).toEqual([0, 409]);
  expect((await rolesIn()).filter((role) => role.startsWith('out'))).toHaveLength(1);
});

test('BD-05.49 of two Owners who remove each other, or leave together, one stays', async () => {
  const { store, viewers, users } = world;
  for (let round = 0; round < 4; round += 1) {
    await changeMembers(store, viewers.root, { place, userIds: [users.dev], level: 50 }, NOW);
    const leaving = round % 2 === 0 ? (['dev', 'plan'] as const) : (['plan', 'dev'] as const);
    const outcomes = await Promise.all([
      removeMember(store, { ...viewers.root }, { place, userId: users[leaving[0]] }, NOW),
      removeMember(store, { ...viewers.root }, { place, userId: users[leaving[1]] }, NOW),
    ]);
    expect(outcomes.map((outcome) => (outcome.ok ? 0 : outcome.status)).sort()).toEqual([0, 403]);
    expect((await rolesIn()).filter((role) => role.endsWith(' 50'))).toHaveLength(1);
    for (const who of ['dev', 'plan'] as const)
      await addMember(store, viewers.root, { place, userId: users[who], level: 50 }, NOW);
  }
});

const statuses = (outcomes: readonly Outcome<unknown>[]): number[] =>
  outcomes.map((outcome) => (outcome.ok ? 0 : outcome.status)).sort();

test('BD-05.49 of two who answer one request, or hold one link, one is first', async () => {
  const { store, viewers, users } = world;
  await requestAccess(store, viewers.out, place, NOW);
  const approve = (level: number) => approveAccess(store, viewers.plan, { place, userId: users.out, level }, NOW);
  expect(statuses(await Promise.all([approve(20), approve(30)]))).toEqual([0, 404]);
  expect((await rolesIn()).filter((role) => role.startsWith('out'))).toHaveLength(1);
  await removeMember(store, viewers.out, { place, userId: users.out }, NOW);

  const web = { kind: 'group', pathOrId: 'acme/web' } as const;
  let count = 0;
  const newToken = (): string => `t${(count += 1)}`;
  const asked = { place: web, emails: ['new@x.org'], userIds: [], level: 50, newToken, mailsFrom: null };
  const invited = await Promise.all([
    inviteMembers(store, viewers.plan, asked, NOW),
    inviteMembers(store, viewers.root, asked, NOW),
  ]);
  const tokens = invited.flatMap((outcome) => (outcome.ok ? Object.values(outcome.value.tokens) : []));
  expect(tokens).toHaveLength(1);
  const accept = (who: 'out' | 'rep') => acceptInvitation(store, viewers[who], tokens[0] ?? '', NOW);
  expect(statuses(await Promise.all([accept('out'), accept('rep')]))).toEqual([0, 404]);
  const { rows } = await sql`SELECT FROM memberships WHERE group_id = ${world.groups.web}::bigint`.execute(world.db);
  expect(rows).toHaveLength(1);
});

test('BD-05.44 the function is a part of the statement that asks, with the index of people', async () => {
  const plan = await world.db.transaction().execute(async (tx) => {
    await sql`SET LOCAL enable_seqscan = off`.execute(tx);
    return sql<{ 'QUERY PLAN': string }>`
      EXPLAIN SELECT m.access_level FROM memberships_on('2026-01-01T00:00:00Z'::timestamptz) m WHERE m.user_id = 1 AND m.group_id = 1
    `.execute(tx);
  });
  const text = plan.rows.map((row) => row['QUERY PLAN']).join('\n');
  expect(text).toMatch(/memberships_group/);
  expect(text).not.toMatch(/Function Scan/);
});
