import type { Item } from '../../command/item.ts';
import type { WantedPeople } from '../../command/personal-store.ts';
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
    expect((await on.store.links.between(a, [b])).get(b)).toMatchObject({
      id: blocks?.id,
      type: 'blocks',
      sourceId: a,
      targetId: b,
    });
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
    const held = async () =>
      (await on.store.labels.around(item, { ids: [], titles: [] })).held.map(({ title }) => title);
    const [above, own] = [
      await on.store.labels.insert(acme, label, NOW),
      await on.store.labels.insert(item, label, NOW),
    ];
    expect(await on.store.labels.insert(acme, label, NOW)).toBeNull();
    expect((await on.store.labels.around(item, { ids: [], titles: ['bug'] })).offered.map((each) => each.id)).toEqual([
      own,
      above,
    ]);
    expect(
      (await on.store.labels.around({ ...acme, id }, { ids: [own ?? 0], titles: ['bug'] })).offered.map(
        (each) => each.id,
      ),
    ).toEqual([above]);
    expect(await on.store.labels.findOrInsert(acme, label, NOW)).toMatchObject({ id: above });
    const fresh = await on.store.labels.findOrInsert(acme, { ...label, title: 'a' }, NOW);
    await on.store.labels.change(id, { add: [own ?? 0, fresh.id], remove: [] });
    expect(await held()).toEqual(['a', 'bug']);
    await on.store.labels.change(id, { add: [fresh.id], remove: [own ?? 0] });
    expect(await held()).toEqual(['a']);
    await on.store.labels.change(id, { add: [fresh.id], remove: [fresh.id] });
    expect(await held()).toEqual(['a']);
  });

  test('people are found by id, name and membership; they are told once, and follow unless they decided otherwise', async () => {
    const { personal } = on.store;
    const { users } = on.plan;
    const id = await issue();
    const item = await get(id);
    const names = async (wanted: Partial<WantedPeople>) =>
      (await personal.viewers({ ids: [], usernames: [], membersOf: null, ...wanted }, NOW)).map(
        ({ username }) => username,
      );
    expect(await names({ ids: [users.guest], usernames: ['dev', 'nobody'] })).toEqual(['dev', 'guest']);
    expect(await names({ membersOf: item })).toEqual(['plan', 'dev', 'rep', 'guest']);
    const [found] = await personal.viewers({ ids: [users.dev], usernames: [], membersOf: null }, NOW);
    expect([...(found?.levels ?? [])]).toEqual([[on.plan.groups.acme, 30]]);
    const todo = await personal.addTodo(id, users.dev, NOW);
    await personal.addTodos(id, [users.dev, users.guest], NOW);
    expect(await personal.addTodo(id, users.dev, NOW)).toBe(todo);
    expect(await personal.countTodos(on.plan.viewers.guest)).toEqual({ pending: 1, done: 0 });
    await personal.subscribe(id, users.dev, false);
    await personal.follow(id, [users.dev, users.guest]);
    expect(await personal.toggleSubscription(on.plan.viewers.dev, id)).toBe(true);
    expect(await personal.toggleSubscription(on.plan.viewers.guest, id)).toBe(false);
    const comment = { itemId: id, body: 'Well', authorId: users.rep, internal: false, discussionId: null };
    await on.store.notes.add(comment, NOW);
    expect(await personal.toggleSubscription(on.plan.viewers.rep, id)).toBe(false);
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

  test('to-dos end with their item’s, one by its id or all; those of others stay', async () => {
    const { guest, plan: owner } = on.plan.viewers;
    const [one, two] = [await epic(), await issue()];
    const { users } = on.plan;
    const mark = (id: number, user: number) => on.store.personal.addTodo(id, user, NOW);
    const [first] = [await mark(one, users.guest), await mark(two, users.guest), await mark(one, users.plan)];
    await on.store.personal.finishTodosOn(two, users.guest, NOW, first);
    expect(await on.store.personal.countTodos(guest)).toEqual({ pending: 2, done: 0 });
    await on.store.personal.finishTodosOn(one, users.guest, NOW, first);
    await on.store.personal.finishTodosOn(two, users.guest, NOW);
    expect(await on.store.personal.countTodos(guest)).toEqual({ pending: 0, done: 2 });
    expect(await on.store.personal.countTodos(owner)).toEqual({ pending: 1, done: 0 });
  });

  test('IE-01.51 the address of a Zoom meeting is kept with its item, and taken away', async () => {
    const id = await issue();
    for (const zoom_link of [null, 'https://zoom.us/j/1', null]) {
      await on.store.items.update(id, { zoom_link });
      expect((await get(id)).zoom_link).toBe(zoom_link);
    }
  });

  test('WI-15.91 comments go to another item in their discussions, and reactions with who gave them', async () => {
    const [from, to] = [await issue(), await issue()];
    const { notes, awards } = on.store;
    const { guest, dev } = on.plan.users;
    const comment = { itemId: from, authorId: guest, body: 'one', internal: false, discussionId: null };
    const first = await notes.add(comment, NOW);
    const second = await notes.add(
      { ...comment, authorId: dev, body: 'two', internal: true, discussionId: first },
      NOW,
    );
    await notes.resolve(first, dev, NOW);
    const gone = await notes.add({ ...comment, body: 'gone' }, NOW);
    const left = await notes.add({ ...comment, body: 'left', discussionId: gone }, NOW);
    await notes.delete(gone);
    await awards.add({ itemId: from, noteId: null }, { userId: guest, name: 'tada' }, NOW);
    await notes.copy(from, to);
    await awards.copy(from, to);
    const copied = await Promise.all([1, 2, 3].map((place) => notes.find(left + place)));
    expect(copied).toMatchObject([
      { itemId: to, authorId: guest, body: 'one', internal: false, discussionId: left + 1 },
      { itemId: to, authorId: dev, body: 'two', internal: true, discussionId: left + 1 },
      { itemId: to, authorId: guest, body: 'left', discussionId: left + 3 },
    ]);
    expect(await notes.resolve(left + 1, guest, NOW)).toBe(false);
    expect(await notes.find(second)).toMatchObject({ itemId: from });
    expect(await awards.add({ itemId: to, noteId: null }, { userId: guest, name: 'tada' }, NOW)).toBeNull();
  });

  test('WI-15.91 an item knows what it was moved to, until that is deleted', async () => {
    const [from, to] = [await issue(), await issue()];
    await on.store.items.update(from, { moved_to_id: to, updated_at: '2026-01-02T03:04:05.000Z' });
    const item = await get(from);
    expect([item.moved_to_id, Date.parse(item.updated_at)]).toEqual([to, Date.parse('2026-01-02T03:04:05Z')]);
    await on.store.items.delete([to]);
    expect((await get(from)).moved_to_id).toBeNull();
  });

  test('AP-05.150 all that one has pending ends, as far as one may see it', async () => {
    const { guest } = on.plan.viewers;
    const ids = [await epic(), await issue(), await epic({ confidential: true })];
    for (const id of ids) await on.store.personal.addTodo(id, on.plan.users.guest, NOW);
    await on.store.personal.addTodo(ids[0] ?? 0, on.plan.users.plan, NOW);
    await on.store.personal.finishAllTodos(guest, NOW);
    expect(await on.store.personal.countTodos(guest)).toEqual({ pending: 0, done: 2 });
    expect(await on.store.personal.countTodos(on.plan.viewers.plan)).toEqual({ pending: 1, done: 0 });
    await on.store.items.update(ids[2] ?? 0, { confidential: false });
    expect(await on.store.personal.countTodos(guest)).toEqual({ pending: 1, done: 2 });
  });

  test('WI-15.60 an estimate is kept with its item, what was spent adds up and goes with it', async () => {
    const id = await issue();
    expect((await get(id)).time_estimate).toBe(0);
    await on.store.items.update(id, { time_estimate: 3600 });
    expect((await get(id)).time_estimate).toBe(3600);
    const log = { itemId: id, userId: on.plan.users.dev, spentAt: NOW, summary: 'why' };
    expect(await on.store.time.total(id)).toBe(0);
    const ids = [
      await on.store.time.add({ ...log, seconds: 7200 }, NOW),
      await on.store.time.add({ ...log, seconds: -600, summary: null }, NOW),
    ];
    expect(new Set(ids).size).toBe(2);
    expect([await on.store.time.total(id), await on.store.time.total(await issue())]).toEqual([6600, 0]);
    await on.store.items.delete([id]);
    expect(await on.store.time.total(id)).toBe(0);
  });

  test('WI-15.45 a reaction is there once for each person and name, and goes with its item', async () => {
    const id = await issue();
    const { guest, dev } = on.plan.users;
    const award = { userId: guest, name: 'tada' };
    const place = { itemId: id, noteId: null } as const;
    const first = await on.store.awards.add(place, award, NOW);
    expect(first).toBeGreaterThan(0);
    expect(await on.store.awards.add(place, award, NOW)).toBeNull();
    const others = [
      await on.store.awards.add(place, { ...award, userId: dev }, NOW),
      await on.store.awards.add(place, { ...award, name: 'heart' }, NOW),
    ];
    expect(new Set([first, ...others]).size).toBe(3);
    expect(await on.store.awards.find(place, first ?? 0)).toEqual({ id: first, ...award });
    expect(await on.store.awards.find({ itemId: await epic(), noteId: null }, first ?? 0)).toBeUndefined();
    expect([await on.store.awards.remove(place, award), await on.store.awards.remove(place, award)]).toEqual([
      true,
      false,
    ]);
    expect(await on.store.awards.find(place, first ?? 0)).toBeUndefined();
    await on.store.items.delete([id]);
    for (const each of others) expect(await on.store.awards.find(place, each ?? 0)).toBeUndefined();
  });

  test('WI-10.54 a reaction to a comment is none to its item, and goes with either', async () => {
    const id = await issue();
    const { guest, dev } = on.plan.users;
    const { awards, notes, items } = on.store;
    const comment = { itemId: id, authorId: guest, body: 'one', internal: false, discussionId: null };
    const [one, other] = [await notes.add(comment, NOW), await notes.add(comment, NOW)];
    const [place, itself] = [{ itemId: null, noteId: one } as const, { itemId: id, noteId: null } as const];
    const award = { userId: guest, name: 'tada' };
    const first = (await awards.add(place, award, NOW)) ?? 0;
    expect(await awards.add(place, award, NOW)).toBeNull();
    expect(await awards.add({ ...place, noteId: other }, { ...award, userId: dev }, NOW)).toBeGreaterThan(first);
    const second = (await awards.add(itself, award, NOW)) ?? 0;
    expect(await awards.find(place, first)).toEqual({ id: first, ...award });
    for (const elsewhere of [itself, { ...place, noteId: other }])
      expect(await awards.find(elsewhere, first)).toBeUndefined();
    expect([await awards.remove(itself, award), await awards.remove(itself, award)]).toEqual([true, false]);
    expect(await awards.find(itself, second)).toBeUndefined();
    await notes.delete(one);
    expect(await awards.find(place, first)).toBeUndefined();
    const last = { ...place, noteId: other };
    const third = (await awards.add(last, award, NOW)) ?? 0;
    await items.delete([id]);
    expect(await awards.find(last, third)).toBeUndefined();
  });

  test('WI-10.44 comments are found by their ids and discussions, and the next stands first where the first is deleted', async () => {
    const id = await issue();
    const { guest, dev } = on.plan.users;
    const { notes, items } = on.store;
    const comment = { itemId: id, authorId: guest, body: 'one', internal: true };
    const first = await notes.add({ ...comment, discussionId: null }, NOW);
    const replies = [
      await notes.add({ ...comment, discussionId: first }, NOW),
      await notes.add({ ...comment, discussionId: first }, NOW),
    ] as const;
    const other = await notes.add({ ...comment, discussionId: null }, NOW);
    expect(await notes.find(replies[0])).toMatchObject({ ...comment, system: false, discussionId: first });
    expect((await notes.firstOf(first))?.id).toBe(first);
    expect([await notes.firstOf(replies[0]), await notes.find(other + 99)]).toEqual([undefined, undefined]);
    await notes.edit(replies[0], 'new', dev, NOW);
    expect(await notes.find(replies[0])).toMatchObject({ body: 'new', authorId: guest });
    const resolved = [dev, dev, null, null, dev].map((by) => () => notes.resolve(first, by, NOW));
    const changed: boolean[] = [];
    for (const run of resolved) changed.push(await run());
    expect(changed).toEqual([true, false, true, false, true]);
    expect([await notes.delete(replies[1]), await notes.delete(first)]).toEqual([false, false]);
    expect(await notes.firstOf(first)).toMatchObject({ id: replies[0], discussionId: first });
    // It is still resolved.
    expect(await notes.resolve(first, guest, NOW)).toBe(false);
    expect(await notes.delete(replies[0])).toBe(true);
    expect(await notes.firstOf(first)).toBeUndefined();
    await items.delete([id]);
    expect(await notes.find(other)).toBeUndefined();
  });
});
