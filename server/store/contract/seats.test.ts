import type { Owner } from '../../command/item.ts';
import { contract } from '../testing/contract.ts';
import { NOW } from '../testing/planted.ts';

contract('limits of members', (on) => {
  const group = (path: string) => on.store.group(on.plan.viewers.root, path) as Promise<Owner>;
  const project = (path: string) => on.store.project(on.plan.viewers.root, path) as Promise<Owner>;
  const seats = async (owner: Owner, userIds: readonly number[] = [], emails: readonly string[] = []) => {
    const told = await on.store.members.seats(on.plan.viewers.plan, owner, { userIds, emails }, NOW);
    return { ...told, seated: [...told.seated].sort() };
  };
  const give = (owner: Owner, userId: number, expiresAt: string | null = null) =>
    on.store.members.put(owner, [{ userId, level: 10, expiresAt }], on.plan.users.root, NOW);

  test('BD-13.1 people of the whole tree are counted once each, with what waits and who comes by a group', async () => {
    const [acme, web, app, hidden] = [
      await group('acme'),
      await group('acme/web'),
      await project('acme/web/app'),
      await group('hidden'),
    ];
    const { out, dev, plan } = on.plan.users;
    const none = { limit: null, taken: 4, onTrial: false, seated: [], groupName: 'Acme' };
    expect([await seats(acme), await seats(app)]).toEqual([none, none]);
    await give(app, dev);
    await give(app, out, '2099-11-22');
    expect(await seats(web, [plan, out, 9999])).toEqual({ ...none, taken: 5, seated: [plan, out].sort() });
    const wait = { level: 10, expiresAt: null, lapsesOn: '2099-12-01' };
    await on.store.invitations.add(web, [{ email: 'a@x.org', token: '1' }], wait, plan, NOW);
    await on.store.invitations.add(app, [{ email: 'a@x.org', token: '2' }], wait, plan, NOW);
    await on.store.invitations.add(hidden, [{ email: 'b@x.org', token: '3' }], wait, plan, NOW);
    expect(await seats(web, [], ['a@x.org', 'b@x.org'])).toEqual({ ...none, taken: 6, seated: ['a@x.org'] });
    const later = await on.store.members.seats(
      on.plan.viewers.plan,
      acme,
      { userIds: [], emails: [] },
      '2099-12-01T00:00:00.000Z',
    );
    expect(later.taken).toBe(4);
    expect(await seats(hidden)).toEqual({ ...none, taken: 1, groupName: null });
    await give(hidden, out);
    await on.store.groupShares.add(app, hidden.group_id, { level: 10, expiresAt: null }, NOW);
    await on.store.members.end(app, out, false);
    expect((await seats(acme)).taken).toBe(6);
  });

  test('BD-13.3 a limit is that of the whole tree, until it is taken off', async () => {
    const [acme, app] = [await group('acme'), await project('acme/web/app')];
    await on.store.members.setLimit(acme, 5);
    expect([(await seats(acme)).limit, (await seats(app)).limit]).toEqual([5, 5]);
    await on.store.members.setLimit(acme, null);
    expect((await seats(app)).limit).toBeNull();
  });
});
