import { contract } from '../testing/contract.ts';
import { NOW } from '../testing/planted.ts';

contract('versions of descriptions', (on) => {
  const edit = (itemId: number, before: string | null, after: string | null, action = 'description') => {
    const notes = [
      { itemId, action: 'title', body: 'changed title' },
      { itemId, action, body: 'changed the description', texts: { before, after } },
    ];
    const traces = { edited: [itemId], notes, authorId: on.plan.users.dev, events: new Map(), comments: [] };
    return on.store.record(traces, NOW);
  };

  test('IE-07.50 every text is kept, and before the first edit the one that was there', async () => {
    const { versions } = on.store;
    const [id, other] = [await on.epic(), await on.issue()];
    await edit(id, 'one', 'two');
    await edit(other, null, 'theirs', 'task');
    await edit(id, 'two', null);
    const [zero, first, second, ...more] = await on.plan.versionsOf(id);
    expect(more).toEqual([]);
    const pairs = [zero, first, second].map((version) => versions.pair(id, version ?? 0, null));
    expect(await Promise.all(pairs)).toEqual([
      { before: '', after: 'one' },
      { before: 'one', after: 'two' },
      { before: 'two', after: '' },
    ]);
    expect(await versions.pair(id, second ?? 0, first ?? 0)).toEqual({ before: 'one', after: '' });
    const [, theirs] = await on.plan.versionsOf(other);
    expect(await versions.pair(other, theirs ?? 0, null)).toEqual({ before: '', after: 'theirs' });
    expect(await versions.pair(id, theirs ?? 0, null)).toBeUndefined();
    await on.store.items.delete([id]);
    expect(await on.plan.versionsOf(id)).toEqual([]);
  });

  test('IE-07.53 deleted versions are none, and are compared with nothing', async () => {
    const { versions } = on.store;
    const [id, other] = [await on.epic(), await on.epic()];
    for (const [before, after] of ['one two', 'two three', 'three four'].map((pair) => pair.split(' ')))
      await edit(id, before ?? '', after ?? '');
    const [zero = 0, first = 0, second = 0, third = 0] = await on.plan.versionsOf(id);
    expect(await versions.delete(other, second, null, NOW)).toBe(false);
    expect(await versions.delete(id, second, null, NOW)).toBe(true);
    expect(await versions.delete(id, second, null, NOW)).toBe(true);
    expect(await versions.pair(id, second, null)).toBeUndefined();
    expect(await versions.pair(id, third, null)).toEqual({ before: 'two', after: 'four' });
    expect(await versions.delete(id, second, zero, NOW)).toBe(true);
    expect(await versions.pair(id, first, null)).toBeUndefined();
    expect(await versions.pair(id, third, null)).toEqual({ before: '', after: 'four' });
    expect(await on.plan.versionsOf(id)).toHaveLength(4);
  });
});
