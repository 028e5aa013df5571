import type { Owner } from '../../command/item.ts';
import { contract } from '../testing/contract.ts';
import { NOW } from '../testing/planted.ts';

const TOMORROW = '2099-11-22';
const LATER = '2099-11-22T00:00:00.000Z';

contract('members', (on) => {
  const group = (path: string) => on.store.group(on.plan.viewers.root, path) as Promise<Owner>;
  const project = (path: string) => on.store.project(on.plan.viewers.root, path) as Promise<Owner>;
  const roles = async (owner: Owner, now = NOW, viewer = on.plan.viewers.plan) => {
    const { users } = on.plan;
    const people = await on.store.members.around(viewer, owner, [...Object.values(users), 9999], now);
    return [...people.values()].flatMap(({ username, own, inherited }) => {
      const mine = own === null ? '' : ` ${own.level}${own.expiresAt === null ? '' : ` until ${own.expiresAt}`}`;
      const above = inherited === null ? '' : ` (${inherited.level} from ${inherited.groupName ?? 'above'})`;
      return mine + above === '' ? [] : [`${username}${mine}${above}`];
    });
  };
  const give = async (owner: Owner, userId: number, level: number, expiresAt: string | null = null, now = NOW) =>
    on.store.members.put(owner, [{ userId, level, expiresAt }], on.plan.users.root, now);

  test('BD-05.42 roles are told with the highest above, whose group only to who may see it', async () => {
    const [acme, web, app] = [await group('acme'), await group('acme/web'), await project('acme/web/app')];
    const { dev, out } = on.plan.users;
    expect(await roles(acme)).toEqual(['plan 50', 'dev 30', 'rep 20', 'guest 10']);
    await give(web, dev, 40);
    await give(app, out, 10);
    expect(await roles(web)).toEqual([
      'plan (50 from Acme)',
      'dev 40 (30 from Acme)',
      'rep (20 from Acme)',
      'guest (10 from Acme)',
    ]);
    expect(await roles(app)).toEqual([
      'plan (50 from Acme)',
      'dev (40 from Web)',
      'rep (20 from Acme)',
      'guest (10 from Acme)',
      'out 10',
    ]);
    const hidden = await group('hidden');
    await give(hidden, out, 50);
    expect(await roles(hidden)).toEqual(['out 50']);
  });

  test('BD-05.44 on its day a membership is none for anybody who asks, and one that begins anew has its row', async () => {
    const acme = await group('acme');
    const { dev, rep } = on.plan.users;
    await on.store.members.put(
      acme,
      [dev, rep].map((userId) => ({ userId, level: 20, expiresAt: TOMORROW })),
      on.plan.users.root,
      NOW,
    );
    expect(await roles(acme)).toEqual(['plan 50', `dev 20 until ${TOMORROW}`, `rep 20 until ${TOMORROW}`, 'guest 10']);
    expect(await roles(acme, LATER)).toEqual(['plan 50', 'guest 10']);
    const levels = async (now: string) => {
      const [viewer] = await on.store.personal.viewers({ ids: [dev], usernames: [], membersOf: null }, now);
      return [...(viewer?.levels ?? [])];
    };
    expect(await levels(NOW)).toEqual([[acme.group_id, 20]]);
    expect(await levels(LATER)).toEqual([]);
    const named = async (now: string) =>
      (await on.store.personal.viewers({ ids: [], usernames: [], membersOf: acme }, now)).map((each) => each.username);
    expect([await named(NOW), await named(LATER)]).toEqual([
      ['plan', 'dev', 'rep', 'guest'],
      ['plan', 'guest'],
    ]);
    await give(acme, dev, 30, null, LATER);
    await on.store.members.sweep(LATER);
    expect(await roles(acme)).toEqual(['plan 50', 'dev 30', 'guest 10']);
  });

  test('BD-05.43 a person is told without whom a group, or one below, would have no Owner who stays', async () => {
    const [acme, web, app] = [await group('acme'), await group('acme/web'), await project('acme/web/app')];
    const { plan, dev, out } = on.plan.users;
    const alone = async (owner: Owner, ids: readonly number[], below = false) => [
      ...(await on.store.members.ownersAlone(owner, ids, below, NOW)),
    ];
    expect([await alone(acme, [plan]), await alone(acme, [dev]), await alone(app, [plan])]).toEqual([[plan], [], []]);
    await give(web, out, 50);
    expect([await alone(web, [out]), await alone(acme, [plan])]).toEqual([[], [plan]]);
    await give(acme, dev, 50, TOMORROW);
    expect([await alone(acme, [plan]), await alone(acme, [dev])]).toEqual([[plan], []]);
    await give(acme, dev, 50);
    expect([await alone(acme, [plan]), (await alone(acme, [plan, dev])).sort()]).toEqual([[], [plan, dev].sort()]);
    await on.store.members.end(acme, plan, false);
    await give(web, dev, 50);
    await on.store.members.end(acme, dev, false);
    await on.store.members.end(web, out, false);
    await give(acme, dev, 30);
    expect([await alone(acme, [dev]), await alone(acme, [dev], true)]).toEqual([[], [dev]]);
  });

  test('BD-05.48 EP-18.14 a role is taken away alone or with those below; items of the place lose the person, archived ones do not', async () => {
    const [acme, web, app, api] = [
      await group('acme'),
      await group('acme/web'),
      await project('acme/web/app'),
      await project('acme/api'),
    ];
    const { dev, rep } = on.plan.users;
    for (const owner of [web, app, api]) await give(owner, dev, 40);
    await on.store.members.end(app, dev, true);
    expect(await roles(app)).toContain('dev (40 from Web)');
    await on.store.members.end(acme, dev, false);
    expect(await roles(web)).toContain('dev 40');
    await give(acme, dev, 30);
    await on.store.members.end(acme, dev, true);
    for (const owner of [acme, web, app, api]) expect((await roles(owner)).join()).not.toContain('dev');

    const issues = [await on.issue(), await on.issue()];
    const other = await on.issue({ project_id: on.plan.projects.api, group_id: on.plan.groups.acme });
    for (const id of [...issues, other]) await on.store.items.assign(id, [rep, dev]);
    const assignees = async (id: number) => (await on.get(id)).assignee_ids;
    for (const archived of [true, false]) {
      await on.store.places.archive(on.plan.projects.app, archived);
      expect(await on.store.members.unassign(app, dev)).toEqual(archived ? [] : issues);
    }
    expect(await assignees(issues[0] ?? 0)).toEqual([rep]);
    expect(await on.store.members.unassign(acme, dev)).toEqual([other]);
    expect(await on.store.members.unassign(acme, dev)).toEqual([]);
  });
});
