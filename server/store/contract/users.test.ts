import { contract } from '../testing/contract.ts';
import { NOW } from '../testing/planted.ts';

contract('users', (on) => {
  const find = async (id: number) => (await on.store.users.find([id])).get(id);

  test('AP-09.21 accounts are found by their ids, whoever they are', async () => {
    const { root, dev } = on.plan.users;
    const found = await on.store.users.find([root, dev, 9999]);
    expect([...found.keys()].sort()).toEqual([root, dev].sort());
    expect(found.get(root)).toMatchObject({ username: 'root', admin: true, state: 'active', isGhost: false });
    expect(found.get(dev)).toMatchObject({ name: 'dev', admin: false, activeOn: null });
  });

  test('AP-09.23 an account is made with what is given', async () => {
    const { users } = on.store;
    const id = await users.insert({ username: 'new', name: 'New', email: 'a@b' }, on.plan.users.root, NOW);
    expect(await find(id)).toEqual({
      ...{ id, username: 'new', name: 'New', email: 'a@b', admin: false, state: 'active', isGhost: false },
      activeOn: null,
    });
  });

  test('AP-09.24 what is absent stays', async () => {
    const { dev } = on.plan.users;
    const before = await find(dev);
    await on.store.users.update(dev, { email: 'd@e', admin: true });
    expect(await find(dev)).toEqual({ ...before, email: 'd@e', admin: true });
    await on.store.users.update(dev, { state: 'banned', name: 'D', email: null });
    expect(await find(dev)).toEqual({ ...before, email: null, name: 'D', admin: true, state: 'banned' });
    expect(await on.store.items.people([dev])).toEqual([{ id: dev, username: 'dev', active: false }]);
  });

  test('AP-09.30 the items of a banned person’s projects are there for administrators alone; their epics stay', async () => {
    const { dev, guest } = on.plan.users;
    const [epic, secret, plain] = [await on.epic(), await on.issue({ confidential: true }), await on.issue()];
    const other = await on.issue({ author_id: guest });
    expect(await on.seenBy([secret])).toEqual(['root', 'plan', 'rep']);
    await on.store.items.assign(plain, [guest]);
    await on.store.users.update(dev, { state: 'banned' });
    expect(await on.seenBy([secret])).toEqual(['root']);
    expect(await on.seenBy([plain])).toEqual(['root']);
    expect(await on.seenBy([epic])).toContain('nobody');
    expect(await on.seenBy([other])).toContain('nobody');
    expect(await on.store.users.authored(dev, 10)).toHaveLength(2);
    expect(await on.store.users.authored(dev, 1)).toHaveLength(1);
    await on.store.users.update(dev, { state: 'active' });
    expect(await on.seenBy([plain])).toContain('nobody');
  });

  test('AP-09.25 usernames and addresses are somebody else’s in any case', async () => {
    const { dev, rep } = on.plan.users;
    await on.store.users.update(dev, { email: 'Dev@example.com' });
    const { users } = on.store;
    expect(await users.taken({ username: 'DEV', email: 'dev@EXAMPLE.com' }, rep)).toEqual({
      username: true,
      email: true,
    });
    expect(await users.taken({ username: 'dev', email: 'dev@example.com' }, dev)).toEqual({
      username: false,
      email: false,
    });
    expect(await users.taken({ username: 'nobody' }, 0)).toEqual({ username: false, email: false });
    expect(await users.taken({ email: null }, 0)).toEqual({ username: false, email: false });
  });
});
