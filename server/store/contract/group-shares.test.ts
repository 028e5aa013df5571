import type { Owner } from '../../command/item.ts';
import { contract } from '../testing/contract.ts';
import { NOW } from '../testing/planted.ts';

const TOMORROW = '2099-11-22';
const LATER = '2099-11-22T00:00:00.000Z';

contract('invited groups', (on) => {
  const group = (path: string) => on.store.group(on.plan.viewers.root, path) as Promise<Owner>;
  const project = (path: string) => on.store.project(on.plan.viewers.root, path) as Promise<Owner>;
  const give = (owner: Owner, userId: number, level: number, expiresAt: string | null = null) =>
    on.store.members.put(owner, [{ userId, level, expiresAt }], on.plan.users.root, NOW);
  const invite = (owner: Owner, to: Owner, level: number, expiresAt: string | null = null, now = NOW) =>
    on.store.groupShares.add(to, owner.group_id, { level, expiresAt }, now);
  /** The roles of a person in groups, then in projects. */
  const roles = async (userId: number, now = NOW) => {
    const [viewer] = await on.store.personal.viewers({ ids: [userId], usernames: [], membersOf: null }, now);
    return [[...(viewer?.levels ?? [])].sort((a, b) => a[0] - b[0]), [...(viewer?.projectLevels ?? [])]];
  };

  test('BD-05.64 members of an invited group have the lesser of both roles, of a project also those from above it', async () => {
    const [acme, web, hidden, app] = [
      await group('acme'),
      await group('acme/web'),
      await group('hidden'),
      await project('acme/web/app'),
    ];
    const { out, plan, dev } = on.plan.users;
    await give(hidden, out, 40);
    expect(await invite(hidden, acme, 30)).toEqual(expect.any(Number));
    expect(await invite(hidden, acme, 10)).toBeNull();
    expect(await roles(out)).toEqual([
      [
        [acme.group_id, 30],
        [hidden.group_id, 40],
      ],
      [],
    ]);
    await give(acme, out, 10);
    expect((await roles(out))[0]).toContainEqual([acme.group_id, 30]);
    await give(acme, out, 50);
    expect((await roles(out))[0]).toContainEqual([acme.group_id, 50]);
    // To a group come those of the invited one itself, and none that it has by being invited.
    await invite(web, hidden, 20);
    expect((await roles(plan))[0]).toEqual([[acme.group_id, 50]]);
    const project2 = await project('acme/api');
    await invite(web, project2, 20);
    expect((await roles(dev))[1]).toEqual([[project2.project_id, 20]]);
    expect((await roles(plan))[1]).toEqual([[project2.project_id, 20]]);
    await give(web, dev, 50);
    await invite(hidden, app, 50);
    expect((await roles(out))[1]).toContainEqual([app.project_id, 40]);
    const told = await on.store.personal.viewers({ ids: [], usernames: [], membersOf: hidden }, NOW);
    expect(told.map(({ username }) => username)).toEqual(['dev', 'out']);
  });

  test('BD-05.65 it is ended, or ends on its day or with the membership, and begins anew', async () => {
    const [acme, hidden] = [await group('acme'), await group('hidden')];
    const { out, rep } = on.plan.users;
    await give(hidden, out, 40);
    await give(hidden, rep, 40, TOMORROW);
    await invite(hidden, acme, 30, TOMORROW);
    expect((await roles(out))[0]).toHaveLength(2);
    expect((await roles(out, LATER))[0]).toEqual([[hidden.group_id, 40]]);
    expect(await invite(hidden, acme, 20, null, LATER)).toEqual(expect.any(Number));
    expect((await roles(out, LATER))[0]).toContainEqual([acme.group_id, 20]);
    expect((await roles(rep, LATER))[0]).toEqual([[acme.group_id, 20]]);
    expect(await on.store.groupShares.remove(acme, hidden.group_id)).toBe(20);
    expect(await on.store.groupShares.remove(acme, hidden.group_id)).toBeNull();
    expect((await roles(out, LATER))[0]).toEqual([[hidden.group_id, 40]]);
    await invite(hidden, acme, 30, TOMORROW);
    await on.store.members.sweep(LATER);
    expect(await on.store.groupShares.remove(acme, hidden.group_id)).toBeNull();
  });

  test('BD-05.66 it is no membership of the place, and its Owner none who counts', async () => {
    const [acme, hidden] = [await group('acme'), await group('hidden')];
    const { out, plan, root } = on.plan.users;
    await give(hidden, out, 50);
    await invite(hidden, acme, 50);
    const person = (await on.store.members.around(on.plan.viewers.root, acme, [out], NOW)).get(out);
    expect(person).toMatchObject({ own: null, inherited: null });
    expect([...(await on.store.members.ownersAlone(acme, [plan], false, NOW))]).toEqual([plan]);
    expect(root).toBe(1);
  });
});
