import type { Item } from '../../command/item.ts';
import { contract } from '../testing/contract.ts';
import { NOW } from '../testing/planted.ts';

contract('what hangs on items', (on) => {
  const { epic, issue, get, put } = on;

  test('links are found from either side, counted, and taken away', async () => {
    const [a, b, c] = [await epic(), await epic(), await epic()];
    await put(c, b);
    const [blocks, relates] = await on.store.links.insert(
      [
        { type: 'blocks', sourceId: a, targetId: b },
        { type: 'relates_to', sourceId: c, targetId: a },
      ],
      NOW,
    );
    expect([...(await on.store.links.counts([a, b]))]).toEqual([
      [a, 2],
      [b, 1],
    ]);
    expect((await on.store.links.between(a, [b])).get(b)).toMatchObject({ type: 'blocks', sourceId: a, targetId: b });
    expect((await on.store.links.between(a, [c])).get(c)).toMatchObject({ type: 'relates_to', sourceId: c });
    expect((await on.store.links.between(b, [c])).size).toBe(0);
    expect(new Set(await on.store.links.neighbours([a]))).toEqual(new Set([b, c]));
    expect(await on.store.links.find(blocks?.id ?? 0, b)).toMatchObject({ sourceId: a, targetId: b });
    expect(await on.store.links.find(relates?.id ?? 0, b)).toBeUndefined();
    await on.store.links.delete(blocks?.id ?? 0);
    expect((await on.store.links.counts([b])).get(b)).toBe(0);
  });

  test('labels are offered from the project outwards, and each title stands once in an owner', async () => {
    const id = await issue();
    const item = await get(id);
    const acme = (await on.store.group(on.plan.viewers.root, 'acme')) as Item;
    const label = { title: 'bug', description: null, color: '#aabbcc' };
    const [above, own] = [
      await on.store.labels.insert(acme, label, NOW),
      await on.store.labels.insert(item, label, NOW),
    ];
    expect(await on.store.labels.insert(acme, label, NOW)).toBeNull();
    expect((await on.store.labels.offered(item, { ids: [], titles: ['bug'] })).map((each) => each.id)).toEqual([
      own,
      above,
    ]);
    expect((await on.store.labels.offered(acme, { ids: [own ?? 0], titles: ['bug'] })).map((each) => each.id)).toEqual([
      above,
    ]);
    expect(await on.store.labels.findOrInsert(acme, label, NOW)).toMatchObject({ id: above });
    const fresh = await on.store.labels.findOrInsert(acme, { ...label, title: 'a' }, NOW);
    await on.store.labels.change(id, { add: [own ?? 0, fresh.id], remove: [] });
    expect((await on.store.labels.of(id)).map(({ title }) => title)).toEqual(['a', 'bug']);
    await on.store.labels.change(id, { add: [fresh.id], remove: [own ?? 0] });
    expect((await on.store.labels.of(id)).map(({ title }) => title)).toEqual(['a']);
  });

  test('to-dos are one’s own and of what one may see; subscriptions turn round', async () => {
    const { guest, plan: owner } = on.plan.viewers;
    const id = await epic({ author_id: on.plan.users.plan });
    const todo = await on.store.personal.addTodo(id, on.plan.users.guest, NOW);
    expect(await on.store.personal.addTodo(id, on.plan.users.guest, NOW)).toBe(todo);
    expect(await on.store.personal.countTodos(guest)).toEqual({ pending: 1, done: 0 });
    expect(await on.store.personal.finishTodo(owner, todo, NOW)).toBe(false);
    await on.store.items.update(id, { confidential: true });
    expect([await on.store.personal.finishTodo(guest, todo, NOW), await on.store.personal.countTodos(guest)]).toEqual([
      false,
      { pending: 0, done: 0 },
    ]);
    await on.store.items.update(id, { confidential: false });
    expect(await on.store.personal.finishTodo(guest, todo, NOW)).toBe(true);
    expect(await on.store.personal.countTodos(guest)).toEqual({ pending: 0, done: 1 });
    // Whoever takes part in an item follows it until they say otherwise.
    expect(await on.store.personal.toggleSubscription(owner, id)).toBe(false);
    expect(await on.store.personal.toggleSubscription(guest, id)).toBe(true);
    await on.store.personal.subscribe(id, on.plan.users.guest, false);
    expect(await on.store.personal.toggleSubscription(guest, id)).toBe(true);
  });
});
