import type { Owner } from '../../command/item.ts';
import { contract } from '../testing/contract.ts';
import { NOW } from '../testing/planted.ts';

const LINES = { lost: 'removed', changed: 'changed', authorId: 1 };

contract('labels', (on) => {
  const group = (path: string) => on.store.group(on.plan.viewers.root, path) as Promise<Owner>;
  const project = (path: string) => on.store.project(on.plan.viewers.root, path) as Promise<Owner>;
  const make = async (owner: Owner, title: string) =>
    (await on.store.labels.insert(owner, { title, description: null, color: '#aabbcc' }, NOW)) ?? 0;
  const give = (itemId: number, ...add: number[]) => on.store.labels.change(itemId, { add, remove: [] });
  const held = async (itemId: number) =>
    (await on.store.labels.around(await on.get(itemId), { ids: [], titles: [] })).held.map(({ title }) => title);
  const find = (owner: Owner, title: string, above = true, who: 'guest' | 'out' = 'guest') =>
    on.store.labels.find(on.plan.viewers[who], owner, { title }, above);

  test('AP-14.31 one is found by its id, else by its title: the nearest; of hidden groups none', async () => {
    const [acme, web, app] = [await group('acme'), await group('acme/web'), await project('acme/web/app')];
    const [top, middle, own] = [await make(acme, 'bug'), await make(web, 'bug'), await make(app, 'bug')];
    expect(await find(app, 'bug')).toEqual({
      ...{ id: own, title: 'bug', description: null, color: '#aabbcc' },
      ...{ groupId: null, groupName: null, projectId: app.project_id },
    });
    expect(await find(web, 'bug')).toMatchObject({ id: middle, groupName: 'Web' });
    const { labels } = on.store;
    const viewer = on.plan.viewers.guest;
    expect(await labels.find(viewer, app, { id: top, title: 'bug' }, true)).toMatchObject({ id: top });
    expect(await labels.find(viewer, app, { id: top, title: 'no' }, false)).toBeUndefined();
    const hidden = await group('hidden');
    await make(hidden, 'secret');
    const below = { ...app, traversal_ids: hidden.traversal_ids };
    expect(await find(below, 'secret')).toBeUndefined();
  });

  test('AP-14.31 a change keeps what it does not name, and a title once in its owner', async () => {
    const acme = await group('acme');
    const [one] = [await make(acme, 'one'), await make(acme, 'two')];
    const { labels } = on.store;
    expect(await labels.update(one, { title: 'One', description: 'about' }, NOW)).toBe(true);
    expect(await labels.update(one, { color: '#000000' }, NOW)).toBe(true);
    expect(await find(acme, 'One')).toMatchObject({ description: 'about', color: '#000000' });
  });

  test('AP-14.30 a title that another label of its owner has is not taken twice', async () => {
    const acme = await group('acme');
    const [one] = [await make(acme, 'one'), await make(acme, 'two')];
    expect(await on.store.transaction((store) => store.labels.update(one, { title: 'two' }, NOW))).toBe(false);
  });

  test('AP-14.33 items and people have the other label once, each item with its line', async () => {
    const [acme, app] = [await group('acme'), await project('acme/web/app')];
    const [a, b, c] = [await make(app, 'a'), await make(acme, 'b'), await make(acme, 'c')];
    const items = [await on.issue(), await on.issue(), await on.epic(), await on.issue()] as const;
    await give(items[0], a);
    await give(items[1], a, b, c);
    await give(items[2], c);
    const { labels } = on.store;
    const { guest, dev } = on.plan.users;
    for (const [label, user] of [
      [a, guest],
      [a, dev],
      [b, dev],
    ] as const)
      await labels.subscribe(label, user, app.project_id, true);
    const told = await labels.replace({ gone: [a], into: b, lines: LINES }, 9, NOW);
    expect(told?.map(({ id }) => id).sort()).toEqual([items[0], items[1]].sort());
    expect(await Promise.all(items.map(held))).toEqual([['b'], ['b', 'c'], ['c'], []]);
    expect(await Promise.all(items.map((id) => on.plan.notesOn(id)))).toEqual([['changed'], ['removed'], [], []]);
    expect(await labels.subscribe(b, guest, app.project_id, true)).toBe(false);
    expect(await find(app, 'a')).toBeUndefined();
    expect(await labels.replace({ gone: [b], into: a, lines: LINES }, 9, NOW)).toBeNull();
    expect(await held(items[0])).toEqual(['b']);
  });

  test('AP-14.32 a label that goes leaves its items; giving it afterwards gives nothing', async () => {
    const acme = await group('acme');
    const [a, b] = [await make(acme, 'a'), await make(acme, 'b')];
    const [issue, child] = [await on.issue(), await on.epic()];
    const parent = await on.epic();
    await on.put(parent, child);
    await give(issue, a, b);
    await give(child, a);
    const told = await on.store.labels.replace({ gone: [a], into: null, lines: LINES }, 9, NOW);
    expect([...(told ?? [])].sort((x, y) => x.id - y.id)).toEqual([
      { id: issue, parentId: null },
      { id: child, parentId: parent },
    ]);
    await give(issue, a);
    expect(await held(issue)).toEqual(['b']);
    expect(await on.plan.notesOn(child)).toEqual(['removed']);
  });

  test('AP-14.34 of items that have a label some are named, of every group and project the first', async () => {
    const a = await make(await group('acme'), 'a');
    const items = [await on.epic(), await on.epic(), await on.epic({ confidential: true }), await on.issue()] as const;
    const deep = await on.epic({}, 'web');
    for (const id of [...items, deep]) await give(id, a);
    const named = async (most: number) => (await on.store.labels.holders(a, most)).map(({ id }) => id);
    expect([...(await named(3))].sort((x, y) => x - y)).toEqual([items[1], items[3], deep]);
    expect(await named(9)).toHaveLength(5);
    expect((await named(9)).at(-1)).toBe(items[2]);
  });

  test('AP-14.35 EP-18.14 namesakes are those of the group and of its own projects, archived ones apart; one of them can become the group’s', async () => {
    const [acme, web, app, api] = [
      await group('acme'),
      await group('acme/web'),
      await project('acme/web/app'),
      await project('acme/api'),
    ];
    const title = 'bug';
    const [own, others] = [await make(app, title), [await make(web, title), await make(acme, title)]];
    await make(api, title);
    const { labels } = on.store;
    expect(await labels.namesakes({ id: own, title }, web.group_id)).toEqual(others.slice(0, 1));
    expect(await labels.namesakes({ id: others[0] ?? 0, title }, web.group_id)).toEqual([own]);
    await on.store.places.archive(on.plan.projects.app, true);
    expect(await labels.namesakes({ id: others[0] ?? 0, title }, web.group_id)).toEqual([]);
    await labels.replace({ gone: others.slice(0, 1), into: own, lines: null }, 9, NOW);
    expect(await labels.give(own, web.group_id, NOW)).toBe(true);
    expect(await find(web, title)).toMatchObject({ id: own, groupId: web.group_id, projectId: null });
    expect(await on.store.transaction((store) => store.labels.give(own, acme.group_id, NOW))).toBe(false);
  });

  test('AP-14.36 a label is followed in a project and in its group, each by itself', async () => {
    const [acme, app] = [await group('acme'), await project('acme/web/app')];
    const a = await make(acme, 'a');
    const follow = (projectId: number | null, subscribed: boolean) =>
      on.store.labels.subscribe(a, on.plan.users.guest, projectId, subscribed);
    const steps = [
      await follow(null, true),
      await follow(null, true),
      await follow(app.project_id, true),
      await follow(null, false),
      await follow(null, false),
      await follow(app.project_id, true),
    ];
    expect(steps).toEqual([true, false, true, true, false, false]);
  });
});
