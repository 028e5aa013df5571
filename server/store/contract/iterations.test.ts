import type { CadenceFields } from '@espalier/core/work-item/rules';
import { contract } from '../testing/contract.ts';
import { NOW } from '../testing/planted.ts';

const WEEKLY: CadenceFields = {
  ...{ title: 'Weekly', description: 'about it', active: true, automatic: true, startDate: '2026-11-02' },
  ...{ durationInWeeks: 1, iterationsInAdvance: 2, rollOver: true },
};
const from = (startDate: string, dueDate: string, title: string | null = null) => ({
  ...{ startDate, dueDate, title, description: null },
});

contract('iterations', (on) => {
  const made = (fields: CadenceFields = WEEKLY) => on.store.iterations.insertCadence(on.plan.groups.acme, fields, NOW);

  test('AP-14.82 a cadence is found as it was written and changed', async () => {
    const { iterations } = on.store;
    const [id, other] = [await made(), await made({ ...WEEKLY, automatic: false })];
    const stored = { ...WEEKLY, id, groupId: on.plan.groups.acme, nextRun: null };
    expect(await iterations.cadence(id)).toEqual(stored);
    await iterations.updateCadence(id, { title: 'Other', durationInWeeks: null, startDate: null }, NOW);
    await iterations.setNextRun(id, '2026-11-09');
    expect(await iterations.cadence(id)).toEqual({
      ...{ ...stored, title: 'Other', durationInWeeks: null, startDate: null, nextRun: '2026-11-09' },
    });
    expect(await iterations.firstManual(on.plan.groups.acme)).toBe(other);
    expect(await iterations.firstManual(on.plan.groups.web)).toBeNull();
    expect(await iterations.cadence(999)).toBeUndefined();
    await expect(made({ ...WEEKLY, title: 'a\0b' })).rejects.toThrow();
  });

  test('AP-14.85 those are due whose day has come', async () => {
    const { iterations } = on.store;
    const [first, second, third] = [await made(), await made(), await made()];
    expect(await iterations.nextRun()).toBeNull();
    await iterations.setNextRun(first, '2026-11-09');
    await iterations.setNextRun(second, '2026-11-02');
    expect(await iterations.due('2026-11-01')).toEqual([]);
    expect(await iterations.due('2026-11-09')).toEqual([first, second]);
    expect(await iterations.nextRun()).toBe('2026-11-02');
    await iterations.setNextRun(second, null);
    expect([await iterations.nextRun(), await iterations.due('2026-11-30')]).toEqual(['2026-11-09', [first]]);
    expect((await iterations.cadence(third))?.nextRun).toBeNull();
  });

  test('AP-14.120 what is tried again is due on that day and not before, until its next run is set', async () => {
    const { iterations } = on.store;
    const id = await made();
    await iterations.setNextRun(id, '2026-11-02');
    await iterations.retry(id, '2026-11-04');
    expect([await iterations.nextRun(), await iterations.due('2026-11-03')]).toEqual(['2026-11-04', []]);
    expect([(await iterations.cadence(id))?.nextRun, await iterations.due('2026-11-04')]).toEqual(['2026-11-02', [id]]);
    await iterations.setNextRun(id, '2026-11-09');
    expect([await iterations.nextRun(), await iterations.due('2026-11-09')]).toEqual(['2026-11-09', [id]]);
  });

  test('AP-14.80 AP-14.87 iterations stand in the order of their days; one that is written without a cadence gets one', async () => {
    const { iterations } = on.store;
    const cadence = { id: await made(), groupId: on.plan.groups.acme };
    const [late = 0, early = 0] = await iterations.insert(
      cadence,
      [from('2026-11-09', '2026-11-15', 'Late'), from('2026-11-02', '2026-11-08')],
      NOW,
    );
    expect(await iterations.insert(cadence, [], NOW)).toEqual([]);
    expect((await iterations.of(cadence.id)).map(({ id }) => id)).toEqual([early, late]);
    await iterations.update(late, { title: null, description: 'x', dueDate: '2026-11-16' }, NOW);
    expect(await iterations.find(late)).toEqual({
      ...{ id: late, cadenceId: cadence.id, groupId: cadence.groupId, title: null, description: 'x' },
      ...{ startDate: '2026-11-09', dueDate: '2026-11-16' },
    });
    const alone = await on.plan.addIteration(on.plan.groups.web, 'Alone');
    const { cadenceId = 0 } = (await iterations.find(alone)) ?? {};
    expect(await iterations.cadence(cadenceId)).toMatchObject({ title: 'Web Iterations', automatic: false });
    const again = await on.plan.addIteration(on.plan.groups.web, 'Again');
    expect((await iterations.find(again))?.cadenceId).toBe(cadenceId);
  });

  test('AP-14.86 AP-14.88 open items go to another iteration; what is deleted is taken from its items', async () => {
    const { iterations } = on.store;
    const cadence = { id: await made(), groupId: on.plan.groups.acme };
    const [one = 0, two = 0] = await iterations.insert(
      cadence,
      [from('2026-11-02', '2026-11-08'), from('2026-11-09', '2026-11-15')],
      NOW,
    );
    const open = await on.issue({ iteration_id: one });
    const closed = await on.issue({ iteration_id: one, state: 'closed' });
    expect(await iterations.itemsOf([one, two])).toEqual([open, closed]);
    expect(await iterations.rollOver(one, two)).toEqual([open]);
    expect([await iterations.itemsOf([one]), await iterations.itemsOf([two])]).toEqual([[closed], [open]]);
    await iterations.delete(one);
    expect((await on.get(closed)).iteration_id).toBeNull();
    await iterations.deleteCadence(cadence.id);
    expect([await iterations.find(two), await iterations.cadence(cadence.id)]).toEqual([undefined, undefined]);
    expect((await on.get(open)).iteration_id).toBeNull();
  });
});
