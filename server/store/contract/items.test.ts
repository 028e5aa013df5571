import type { Item } from '../../command/item.ts';
import { contract } from '../testing/contract.ts';
import { NOW } from '../testing/planted.ts';

contract('items', (on) => {
  const { epic, issue, get, put, seenBy } = on;
  const raise = (id: number, now: string) =>
    on.store.record({ edited: [id], notes: [], authorId: on.plan.users.plan, events: new Map(), comments: [] }, now);

  test('EP-06.44 an edit that is told late raises the version, and takes no later time back', async () => {
    const id = await epic();
    const [early, late] = ['2150-01-01T00:00:00Z', '2150-01-02T00:00:00Z'];
    await raise(id, late);
    await raise(id, early);
    const { lock_version: version, updated_at: at } = await get(id);
    expect([version, Date.parse(at)]).toEqual([2, Date.parse(late)]);
  });

  test('an item comes back as it was written, with its owner and its place', async () => {
    const parent = await epic();
    const fields = {
      title: 'One',
      description: 'Text',
      confidential: true,
      weight: 3,
      health_status: 'atRisk',
    } as const;
    const id = await issue({ ...fields, start_date: '2026-01-01', due_date: '2026-02-01' });
    await put(parent, id);
    expect(await get(id)).toMatchObject({
      ...fields,
      id,
      iid: 1,
      type: 'issue',
      state: 'opened',
      lock_version: 0,
      start_date: '2026-01-01',
      due_date: '2026-02-01',
      group_path: 'acme/web',
      project_path: 'acme/web/app',
      traversal_ids: [on.plan.groups.acme, on.plan.groups.web],
      parent_id: parent,
      parent_type: 'epic',
      relative_position: 0,
      assignee_ids: [],
    });
    await on.store.items.update(id, { title: 'Two', weight: null, state: 'closed', closed_at: NOW });
    await raise(id, NOW);
    expect(await get(id)).toMatchObject({ title: 'Two', weight: null, state: 'closed', lock_version: 1 });
  });

  test('who may not read an item does not get it, by whatever it is asked for', async () => {
    const all = ['root', 'plan', 'rep', 'guest', 'out', 'nobody'];
    expect(await seenBy([await epic()])).toEqual(all);
    const secret = await epic({ confidential: true });
    expect(await seenBy([secret])).toEqual(['root', 'plan', 'rep']);
    expect(await seenBy([await epic({}, 'hidden')])).toEqual(['root']);
    const own = await issue({ confidential: true, author_id: on.plan.users.guest });
    expect(await seenBy([own])).toEqual(['root', 'plan', 'rep', 'guest']);
    const assigned = await issue({ confidential: true });
    await on.store.items.assign(assigned, [on.plan.users.out]);
    expect(await seenBy([assigned])).toEqual(['root', 'plan', 'rep', 'out']);
    const { guest } = on.plan.viewers;
    const { iid } = await get(secret);
    await put(await epic(), secret);
    const { link_id: link } = await get(secret);
    expect(await on.store.items.epic(guest, 'acme', iid)).toBeUndefined();
    expect((await on.store.items.byReference(guest, [{ kind: 'epic', path: 'acme', iid }])).size).toBe(0);
    expect((await on.store.items.byLink(guest, [link ?? 0])).size).toBe(0);
    expect((await on.store.items.named([secret])).get(secret)).toMatchObject({ iid, group_path: 'acme' });
  });

  test('references are found in any case and told by their place; groups and projects by path or number', async () => {
    const { root, out } = on.plan.viewers;
    const [one, two] = [await epic(), await issue()];
    const wanted = [
      { kind: 'issue', path: 'ACME/web/App', iid: 1 },
      { kind: 'epic', path: 'acme', iid: 99 },
      { kind: 'epic', path: 'Acme', iid: 1 },
      { kind: 'epic', path: 'acme/web/app', iid: 1 },
    ] as const;
    const found = await on.store.items.byReference(root, wanted);
    expect([...found].map(([index, { id }]) => [index, id])).toEqual([
      [0, two],
      [2, one],
    ]);
    expect((await on.store.items.epic(root, 'ACME', 1))?.id).toBe(one);
    expect((await on.store.items.ofProject(root, 'Acme/Web/APP', 1))?.id).toBe(two);
    expect(await on.store.items.ofProject(root, 'acme', 1)).toBeUndefined();
    expect((await on.store.group(out, 'ACME/Web'))?.group_id).toBe(on.plan.groups.web);
    expect((await on.store.group(out, on.plan.groups.acme))?.group_path).toBe('acme');
    expect([await on.store.group(out, 'hidden'), await on.store.group(out, 'nope')]).toEqual([undefined, undefined]);
    expect(await on.store.project(out, 'acme/API')).toMatchObject({
      project_id: on.plan.projects.api,
      group_path: 'acme',
    });
  });

  test('a number is never given twice, and what hangs on an item goes with it', async () => {
    const [parent, child, other] = [await epic(), await epic(), await epic()];
    await put(parent, child);
    await put(child, other);
    await on.store.links.insert([{ type: 'blocks', sourceId: child, targetId: parent }], NOW);
    await on.store.personal.addTodo(child, on.plan.users.plan, NOW);
    await on.store.items.delete([child]);
    expect(await seenBy([child])).toEqual([]);
    expect((await get(other)).parent_id).toBeNull();
    expect((await on.store.links.counts([parent])).get(parent)).toBe(0);
    expect(await on.store.personal.countTodos(on.plan.viewers.plan)).toEqual({ pending: 0, done: 0 });
    await on.store.items.delete([other]);
    expect(await on.store.items.nextIid({ group_id: on.plan.groups.acme, project_id: null })).toBe(4);
    expect(await on.store.items.nextIid({ group_id: on.plan.groups.web, project_id: null })).toBe(1);
  });

  test('people are assigned in their order', async () => {
    const id = await issue();
    const { dev, rep, guest } = on.plan.users;
    await on.store.items.assign(id, [rep, dev]);
    expect((await get(id)).assignee_ids).toEqual([rep, dev]);
    await on.store.items.assign(id, [guest, rep]);
    expect((await get(id)).assignee_ids).toEqual([guest, rep]);
    expect(await on.store.items.people([dev, 9999])).toEqual([
      expect.objectContaining({ username: 'dev', active: true }),
    ]);
  });

  test('people are found by their usernames in any case, items know the types of their children, and change theirs', async () => {
    const { dev, guest } = on.plan.users;
    const people = await on.store.items.peopleNamed(['GUEST', 'dev', 'nobody', 'd\0']);
    expect(people.map(({ id, username }) => [id, username])).toEqual([
      [dev, 'dev'],
      [guest, 'guest'],
    ]);
    const parent = await issue();
    expect(await on.store.items.childTypes(parent)).toEqual([]);
    await put(
      parent,
      await issue({ type: 'task' }),
      await issue({ type: 'key_result' }),
      await issue({ type: 'task' }),
    );
    expect(await on.store.items.childTypes(parent)).toEqual(['key_result', 'task']);
    expect(await get(parent)).toMatchObject({ type: 'issue', discussion_locked: false });
    await on.store.items.update(parent, { type: 'incident', discussion_locked: true });
    expect(await get(parent)).toMatchObject({ type: 'incident', discussion_locked: true });
  });

  test('milestones and iterations are those of the owner and of the groups above', async () => {
    const project = (await on.store.project(on.plan.viewers.root, 'acme/web/app')) as Item;
    const [above, beside] = [
      await on.plan.addMilestone({ groupId: on.plan.groups.acme, title: 'm' }),
      await on.plan.addMilestone({ groupId: on.plan.groups.hidden, title: 'x' }),
    ];
    expect((await on.store.items.milestone(project, above))?.title).toBe('m');
    expect(await on.store.items.milestone(project, beside)).toBeUndefined();
    const iteration = await on.plan.addIteration(on.plan.groups.acme, 'i');
    expect(await on.store.items.iteration(project, iteration)).toMatchObject({ title: 'i', start_date: '2026-01-01' });
    expect(await on.store.items.iteration(project, 999)).toBeUndefined();
    const nearer = await on.plan.addMilestone({ groupId: on.plan.groups.web, title: 'm' });
    const acme = (await on.store.group(on.plan.viewers.root, 'acme')) as Item;
    const later = await on.plan.addIteration(on.plan.groups.acme, 'i');
    const { items } = on.store;
    expect([await items.milestoneTitled(project, 'm'), await items.milestoneTitled(acme, 'm')]).toEqual([
      nearer,
      above,
    ]);
    expect([await items.milestoneTitled(project, 'x'), await items.milestoneTitled(project, 'M')]).toEqual([
      undefined,
      undefined,
    ]);
    expect([await items.iterationTitled(project, 'i'), await items.iterationTitled(project, 'j')]).toEqual([
      later,
      undefined,
    ]);
  });
});
