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

  test('AP-09.40 what a deleted person has written is the ghost’s, which is made once under a free name', async () => {
    const { root, dev, guest } = on.plan.users;
    const { store } = on;
    await store.users.update(guest, { username: 'Ghost' });
    const [epic, issue] = [await on.epic(), await on.issue({ author_id: root })];
    await store.items.assign(issue, [dev, root]);
    await store.items.update(epic, { last_edited_by: dev, last_edited_at: NOW });
    const comment = { itemId: issue, body: 'Yes', internal: false, discussionId: null };
    const note = await store.notes.add({ ...comment, authorId: dev }, NOW);
    await store.time.add({ itemId: issue, userId: dev, seconds: 60, spentAt: NOW, summary: null }, NOW);
    const on0 = { itemId: issue, noteId: null };
    const award = (userId: number, name: string) => store.awards.add(on0, { userId, name }, NOW);
    const [given] = [await award(dev, 'heart'), await award(guest, 'heart')];
    expect(await store.users.delete(dev, NOW)).toEqual([issue]);
    expect(await find(dev)).toBeUndefined();
    const [ghost] = await store.items.peopleNamed(['ghost1']);
    expect(ghost).toMatchObject({ username: 'ghost1', active: false });
    expect(await find(ghost?.id ?? 0)).toMatchObject({ name: 'Ghost User', state: 'blocked', isGhost: true });
    expect([(await on.get(epic)).author_id, (await on.get(issue)).assignee_ids]).toEqual([ghost?.id, [root]]);
    expect((await store.notes.find(note))?.authorId).toBe(ghost?.id);
    expect(await store.time.total(issue)).toBe(60);
    expect(await store.awards.find(on0, given ?? 0)).toMatchObject({ userId: ghost?.id, name: 'heart' });
    // The second time there is a ghost, and it has given this already.
    const ids = [await award(root, 'heart'), await award(guest, 'tada')];
    expect(await store.users.delete(guest, NOW)).toEqual([]);
    expect(await store.items.peopleNamed(['ghost', 'ghost1', 'ghost2'])).toEqual([ghost]);
    expect(await store.awards.find(on0, ids[1] ?? 0)).toMatchObject({ userId: ghost?.id });
    expect(await store.awards.remove(on0, { userId: ghost?.id ?? 0, name: 'heart' })).toBe(true);
    expect(await store.awards.remove(on0, { userId: ghost?.id ?? 0, name: 'heart' })).toBe(false);
  });

  test('AP-09.103 comments of a person go piece by piece; the next one stands first, resolved as the first was', async () => {
    const { dev, guest } = on.plan.users;
    const { notes } = on.store;
    const itemId = await on.issue();
    const say = (authorId: number, discussionId: number | null = null) =>
      notes.add({ itemId, authorId, body: 'b', internal: false, discussionId }, NOW);
    const first = await say(dev);
    await say(dev, first);
    const answer = await say(guest, first);
    const alone = await say(dev);
    await notes.resolve(first, guest, NOW);
    const what = async () =>
      (await notes.deleteOf(dev, 2)).map(({ discussionId, isLast, system }) => [discussionId, isLast, system]);
    expect(await what()).toEqual([
      [first, false, false],
      [first, false, false],
    ]);
    expect(await what()).toEqual([[alone, true, false]]);
    expect(await what()).toEqual([]);
    expect((await notes.firstOf(first))?.id).toBe(answer);
    expect(await notes.resolve(first, guest, NOW)).toBe(false);
  });

  test('AP-09.103 reactions and time spent go with the account, an edit of another one’s comment falls to the ghost', async () => {
    const { dev, guest } = on.plan.users;
    const { store } = on;
    const itemId = await on.issue({ author_id: guest });
    expect(await store.users.made(guest, 1)).toEqual([itemId]);
    expect(await store.users.made(dev, 1)).toEqual([]);
    const on0 = { itemId, noteId: null };
    const given = await store.awards.add(on0, { userId: dev, name: 'heart' }, NOW);
    await store.time.add({ itemId, userId: dev, seconds: 60, spentAt: NOW, summary: null }, NOW);
    const note = await store.notes.add(
      { itemId, authorId: guest, body: 'b', internal: false, discussionId: null },
      NOW,
    );
    await store.notes.edit(note, 'c', dev, NOW);
    await store.users.delete(dev, NOW, true);
    expect([await store.awards.find(on0, given ?? 0), await store.time.total(itemId)]).toEqual([undefined, 0]);
    expect(await store.notes.find(note)).toMatchObject({ authorId: guest, body: 'c' });
    expect(await find(dev)).toBeUndefined();
  });

  test('AP-09.40 the only Owner of a group is known: others who are blocked, or whose membership ends, do not count', async () => {
    const { root, plan, dev } = on.plan.users;
    const { store } = on;
    const isSole = async (id: number) => (await store.users.soleOwned(id, NOW)).length > 0;
    expect([await isSole(plan), await isSole(dev), await isSole(root)]).toEqual([true, false, false]);
    const acme = await store.group(on.plan.viewers.root, 'acme');
    if (acme === undefined) throw new Error('there is no group');
    const give = (expiresAt: string | null) =>
      store.members.put(acme, [{ userId: dev, level: 50, expiresAt }], root, NOW);
    await give('2100-01-01');
    expect([await isSole(plan), await isSole(dev)]).toEqual([true, false]);
    // Nor do those who are Owners by an invited group, who are none of their own anywhere.
    const hidden = await store.group(on.plan.viewers.root, 'hidden');
    if (hidden === undefined) throw new Error('there is no group');
    const { out } = on.plan.users;
    for (const userId of [root, out])
      await store.members.put(hidden, [{ userId, level: 50, expiresAt: null }], root, NOW);
    await store.groupShares.add(acme, hidden.group_id, { level: 50, expiresAt: null }, NOW);
    await store.users.update(root, { state: 'blocked' });
    expect([await isSole(plan), await isSole(out)]).toEqual([true, true]);
    await store.users.update(root, { state: 'active' });
    expect([await isSole(plan), await isSole(out)]).toEqual([true, false]);
    await give(null);
    expect([await isSole(plan), await isSole(dev)]).toEqual([false, false]);
    await store.users.update(dev, { state: 'blocked' });
    expect(await isSole(plan)).toBe(true);
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
