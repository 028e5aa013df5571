import { nothing, ownContribution } from '../../command/contribution.ts';
import { contract } from '../testing/contract.ts';
import { NOW } from '../testing/planted.ts';

contract('the tree', (on) => {
  const { epic, issue, get, put } = on;

  test('children stand by their positions; one that moves keeps its link', async () => {
    const [a, b, x, y] = [await epic(), await epic(), await epic(), await issue()];
    await put(a, x, y);
    const { link_id: link } = await get(x);
    expect(await on.store.tree.siblings(a)).toEqual([
      { id: x, position: 0 },
      { id: y, position: 10 },
    ]);
    await on.store.tree.reposition([{ id: x, position: 20 }]);
    expect((await on.store.tree.siblings(a)).map(({ id }) => id)).toEqual([y, x]);
    await on.store.tree.attach(b, [{ id: x, position: 5 }], NOW);
    expect([(await on.store.tree.siblings(a)).length, (await get(x)).parent_id, (await get(x)).link_id]).toEqual([
      1,
      b,
      link,
    ]);
    await on.store.tree.release(x);
    expect(await get(x)).toMatchObject({ parent_id: null, link_id: null });
  });

  test('EP-06.44 the children outside of what is deleted, by their parents, the oldest link first', async () => {
    const [a, b, c] = [await epic(), await epic(), await epic()];
    const [x, y, z] = [await issue(), await issue(), await issue()];
    await put(b, z, y);
    await put(a, b, x);
    await put(c, await issue());
    const outside = await on.store.tree.idsOutside([a, b]);
    expect(outside.map(({ parent, childIds }) => [parent.id, childIds])).toEqual([
      [b, [z, y]],
      [a, [x]],
    ]);
    expect(outside[0]?.parent).toMatchObject({ type: 'epic', group_path: 'acme', project_path: null });
    expect(await on.store.tree.idsOutside([x])).toEqual([]);
  });

  test('ways up and down, and what is around an item', async () => {
    const [a, b, c, d] = [await epic(), await epic({}, 'web'), await epic({ confidential: true }), await issue()];
    await put(a, b);
    await put(b, c, d);
    await on.store.tree.addToRollups([
      { parentId: a, contribution: nothing, childEpics: 1, childIssues: 0 },
      { parentId: b, contribution: nothing, childEpics: 1, childIssues: 1 },
    ]);
    expect((await on.store.tree.ancestors(d)).map(({ id, type }) => [id, type])).toEqual([
      [b, 'epic'],
      [a, 'epic'],
    ]);
    expect([...(await on.store.tree.heights([a, c, d]))].sort(([x], [y]) => x - y)).toEqual([
      [a, 3],
      [c, 1],
      [d, 1],
    ]);
    expect((await on.store.tree.epicsBelow(a)).map(({ id, group_path }) => [id, group_path])).toEqual([
      [b, 'acme/web'],
      [c, 'acme'],
    ]);
    const outside = await on.store.tree.childrenOutside([a, b], 10);
    expect(outside.map(({ parent, child }) => [parent.id, child.id]).sort()).toEqual([
      [b, c],
      [b, d],
    ]);
    expect((await on.store.tree.childrenOutside([a, b], 1)).length).toBe(1);
    expect(await on.store.tree.around(b)).toEqual({
      parentType: 'epic',
      parentConfidential: false,
      hasPublicEpics: false,
      hasPublicIssues: true,
    });
    expect(await on.store.tree.around(a)).toMatchObject({
      parentType: null,
      hasPublicEpics: true,
      hasPublicIssues: false,
    });
  });

  test('TR-02.1 what arrives below counts in all ancestors that it counts for, nearest first', async () => {
    const [a, b, parent, task] = [await epic(), await epic(), await issue(), await issue({ type: 'task' })];
    await put(a, b);
    await put(b, parent);
    await put(parent, task);
    const counted = { type: 'issue', state: 'opened', weight: 5, health_status: 'atRisk' };
    const arrives = { contribution: ownContribution(counted), childEpics: 0, childIssues: 1 };
    expect(await on.store.tree.addToRollups([{ parentId: b, ...arrives }])).toEqual([b, a]);
    // A task counts for its issue alone.
    expect(await on.store.tree.addToRollups([{ parentId: parent, ...arrives }])).toEqual([parent]);
    const sums = await on.store.tree.rollups([a, b, parent, task]);
    expect(sums.get(a)).toEqual({
      ...nothing,
      openedIssues: 1,
      openedWeight: 5,
      atRisk: 1,
      childEpics: 0,
      childIssues: 0,
    });
    expect(sums.get(b)).toMatchObject({ openedIssues: 1, childIssues: 1 });
    expect([sums.get(parent)?.openedWeight, sums.get(task)?.openedWeight]).toEqual([5, 0]);
  });

  test('TR-02.4 what arrives at one parent and leaves it again in the same change adds up, and each item is named once', async () => {
    const [top, a, b] = [await epic(), await epic(), await epic()];
    await put(top, a, b);
    const counted = { type: 'issue', state: 'opened', weight: 5, health_status: null };
    const arrives = { contribution: ownContribution(counted), childEpics: 0, childIssues: 1 };
    const leaves = {
      contribution: { ...nothing, openedIssues: -1, openedWeight: -5 },
      childEpics: 0,
      childIssues: -1,
    };
    const ten = Array.from({ length: 10 }, () => ({ parentId: a, ...arrives }));
    const changed = await on.store.tree.addToRollups([...ten, { parentId: a, ...leaves }, { parentId: b, ...arrives }]);
    expect([...changed].sort((x, y) => x - y)).toEqual([top, a, b].sort((x, y) => x - y));
    expect(changed.at(-1)).toBe(top);
    const sums = await on.store.tree.rollups([top, a, b]);
    expect([a, b, top].map((id) => [sums.get(id)?.openedIssues, sums.get(id)?.openedWeight])).toEqual([
      [9, 45],
      [1, 5],
      [10, 50],
    ]);
    expect([a, b, top].map((id) => sums.get(id)?.childIssues)).toEqual([9, 1, 0]);
  });

  test('EP-07.1 dates are inherited from milestones and child epics, upwards as long as one changes', async () => {
    const early = await on.plan.addMilestone({
      groupId: on.plan.groups.acme,
      title: 'm',
      start: '2026-01-05',
      due: '2026-03-01',
    });
    const [top, middle] = [await epic(), await epic()];
    const [child, item] = [
      await epic({ due_date_is_fixed: true, due_date_fixed: '2026-06-30' }),
      await issue({ milestone_id: early }),
    ];
    await put(top, middle);
    await put(middle, child, item);
    const { epics, parents } = await on.store.tree.inheritDates([child]);
    expect([[...epics].sort(), [...parents].sort()]).toEqual([[top, middle, child].sort(), [top, middle].sort()]);
    expect(await get(top)).toMatchObject({ start_date: '2026-01-05', due_date: '2026-06-30' });
    expect(await on.store.tree.inheritDates([child, middle])).toEqual({ epics: [], parents: [] });
    await on.store.items.update(middle, { due_date_is_fixed: true, due_date_fixed: null });
    expect([...(await on.store.tree.inheritDates([middle])).epics].sort()).toEqual([top, middle].sort());
    expect(await get(top)).toMatchObject({ start_date: '2026-01-05', due_date: null });
  });
});
