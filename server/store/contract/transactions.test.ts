import { nothing } from '../../command/contribution.ts';
import { EventLog } from '../../command/events.ts';
import { Refusal, runCommand } from '../../command/outcome.ts';
import type { PlanStore } from '../../command/plan-store.ts';
import type { TellReleased } from '../../command/job.ts';
import { contract } from '../testing/contract.ts';
import { NOW } from '../testing/planted.ts';

contract('transactions', (on) => {
  const { epic, get } = on;

  const writeAll = async (inside: PlanStore, id: number, title: string): Promise<void> => {
    await inside.items.update(id, { title });
    const events = new EventLog();
    events.add('title', id);
    const notes = [{ itemId: id, action: 'title', body: title }];
    await inside.record({ edited: [], notes, authorId: on.plan.users.plan, events: events.all, comments: [] }, NOW);
  };

  test('what throws has not happened; a part that throws takes only itself back', async () => {
    const id = await epic({ title: 'before' });
    const undone = on.store.transaction(async (inside) => {
      await writeAll(inside, id, 'undone');
      throw new Error('no');
    });
    await expect(undone).rejects.toThrow('no');
    expect([(await get(id)).title, await on.plan.notesOn(id), await on.plan.eventsOf(id)]).toEqual(['before', [], []]);
    await on.store.transaction(async (inside) => {
      await writeAll(inside, id, 'kept');
      const part = await runCommand(inside, async (deeper) => {
        await writeAll(deeper, id, 'part');
        throw new Refusal(422, ['part']);
      });
      expect(part).toEqual({ ok: false, status: 422, errors: ['part'] });
    });
    expect([(await get(id)).title, await on.plan.notesOn(id), await on.plan.eventsOf(id)]).toEqual([
      'kept',
      ['kept'],
      ['title'],
    ]);
  });

  test('a part that throws after a part of its own has thrown takes back all of itself', async () => {
    const id = await epic({ title: 'before' });
    await on.store.transaction(async (inside) => {
      await runCommand(inside, async (part) => {
        await writeAll(part, id, 'part');
        await runCommand(part, async (deepest) => {
          await writeAll(deepest, id, 'deepest');
          throw new Refusal(422, ['deepest']);
        });
        throw new Refusal(422, ['part']);
      });
      await inside.items.update(id, { weight: 1 });
    });
    expect(await get(id)).toMatchObject({ title: 'before', weight: 1 });
    expect([await on.plan.notesOn(id), await on.plan.eventsOf(id)]).toEqual([[], []]);
  });

  test('AP-06.60 what is to be done later is kept with the transaction that wants it, and taken back with it', async () => {
    const [parent] = (await on.store.items.named([await epic()])).values();
    if (parent === undefined) throw new Error('no epic');
    const job = { kind: 'tellReleased' as const, parent, childIds: [7, 8], userId: on.plan.users.dev, at: NOW };
    const undone = on.store.transaction(async (inside) => {
      await inside.later([job]);
      throw new Error('no');
    });
    await expect(undone).rejects.toThrow('no');
    expect(await on.plan.jobs()).toEqual([]);
    await on.store.transaction((inside) => inside.later([job, { ...job, childIds: [9] }]));
    const jobs = (await on.plan.jobs()) as readonly TellReleased[];
    expect([...jobs].sort((a, b) => b.childIds.length - a.childIds.length)).toEqual([job, { ...job, childIds: [9] }]);
  });

  test('roll-ups and dates are taken back with the rest', async () => {
    const [a, b] = [await epic(), await epic({ start_date_is_fixed: true, start_date_fixed: '2026-01-01' })];
    await on.store.tree.inheritDates([a, b]);
    const undone = on.store.transaction(async (inside) => {
      await inside.tree.attach(a, [{ id: b, position: 0 }], NOW);
      await inside.tree.addToRollups([{ parentId: a, contribution: nothing, childEpics: 1, childIssues: 0 }]);
      await inside.tree.inheritDates([a]);
      throw new Error('no');
    });
    await expect(undone).rejects.toThrow('no');
    expect((await on.store.tree.rollups([a])).get(a)?.childEpics).toBe(0);
    expect(await get(a)).toMatchObject({ start_date: null });
  });

  test('a text that cannot be kept is refused, and nothing is written', async () => {
    const id = await epic({ title: 'before' });
    const outcome = await runCommand(on.store, async (inside) => {
      await inside.items.update(id, { weight: 3 });
      await inside.items.update(id, { title: 'a\0b' });
    });
    expect(outcome).toEqual({ ok: false, status: 422, errors: ['Text must not contain null characters'] });
    expect(await get(id)).toMatchObject({ title: 'before', weight: null });
  });

  test('under the lock changes follow one another, so that nobody gets the number of somebody else', async () => {
    const numbers = await Promise.all(
      Array.from({ length: 5 }, () =>
        on.store.transaction(async (inside) => {
          await inside.tree.lock();
          const owner = { group_id: on.plan.groups.acme, project_id: null };
          const iid = await inside.items.nextIid(owner);
          await inside.items.insert({ ...owner, iid, type: 'epic', title: 'new', author_id: 1, created_at: NOW });
          return iid;
        }),
      ),
    );
    expect(numbers.sort()).toEqual([1, 2, 3, 4, 5]);
  });
});
