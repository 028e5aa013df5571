import type { Owner } from '../../command/item.ts';
import { contract } from '../testing/contract.ts';
import { NOW } from '../testing/planted.ts';

contract('trials', (on) => {
  const group = async (path: string) => ((await on.store.group(on.plan.viewers.root, path)) as Owner).group_id;
  const gold = { planName: 'Gold', startsOn: '2099-11-21', duration: 2, contactSales: true };

  test('BD-06.3, BD-06.4 a group has one trial: it is begun once, put in place of another and taken away', async () => {
    const { trials } = on.store;
    const [acme, hidden] = [await group('acme'), await group('hidden')];
    expect(await trials.of(acme)).toBeNull();
    expect(await trials.begin(acme, gold)).toBe(true);
    expect(await trials.begin(acme, { ...gold, planName: 'Silver' })).toBe(false);
    expect([await trials.of(acme), await trials.of(hidden)]).toEqual([gold, null]);
    const silver = { planName: 'Silver', startsOn: '2099-12-01', duration: 30, contactSales: false };
    for (const each of [silver, null]) {
      await trials.put(acme, each);
      expect(await trials.of(acme)).toEqual(each);
    }
    await trials.put(acme, silver);
    expect(await trials.of(acme)).toEqual(silver);
  });

  test('BD-13.6 a trial runs from its first day to the day before it is over, in the whole tree', async () => {
    const runs = async (path: string, now: string) => {
      const owner = (await on.store.group(on.plan.viewers.root, path)) as Owner;
      return (await on.store.members.seats(on.plan.viewers.root, owner, { userIds: [], emails: [] }, now)).onTrial;
    };
    await on.store.trials.put(await group('acme'), gold);
    const instants = ['2099-11-20T23:59:59.000Z', NOW, '2099-11-22T23:59:59.000Z', '2099-11-23T00:00:00.000Z'];
    expect(await Promise.all(instants.map((now) => runs('acme', now)))).toEqual([false, true, true, false]);
    expect([await runs('acme/web', NOW), await runs('hidden', NOW)]).toEqual([true, false]);
  });

  test('BD-06.5 of each person the last is kept, the latest first', async () => {
    const { trials } = on.store;
    const [acme, hidden] = [await group('acme'), await group('hidden')];
    const { plan, dev } = on.plan.users;
    const ask = (groupId: number, userId: number, comment: string, now: string) =>
      trials.contact(groupId, userId, { firstName: 'A', lastName: 'B', companyName: 'C', comment }, now);
    await ask(acme, plan, 'first', NOW);
    await ask(acme, dev, 'other', '2099-11-22T00:00:00.000Z');
    await ask(hidden, dev, 'elsewhere', NOW);
    await ask(acme, plan, 'second', '2099-11-23T00:00:00.000Z');
    const told = (await trials.contacts(acme)).map(({ userId, username, comment }) => [userId, username, comment]);
    expect(told).toEqual([
      [plan, 'plan', 'second'],
      [dev, 'dev', 'other'],
    ]);
  });
});
