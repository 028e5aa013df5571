import type { Owner } from '../../command/item.ts';
import type { MilestoneFields } from '../../command/milestone-store.ts';
import { contract } from '../testing/contract.ts';
import { NOW } from '../testing/planted.ts';

const LATER = '2099-11-22T12:00:00.000Z';
const DATES = { startDate: '2026-01-01', dueDate: '2026-02-01' };
const titled = (title: string, more: Partial<MilestoneFields> = {}): MilestoneFields => ({
  ...{ title, description: null, state: 'active', startDate: null, dueDate: null },
  ...more,
});

contract('milestones', (on) => {
  const group = (path: string) => on.store.group(on.plan.viewers.root, path) as Promise<Owner>;
  const project = (path: string) => on.store.project(on.plan.viewers.root, path) as Promise<Owner>;
  const insert = (owner: Owner, fields: MilestoneFields) => on.store.milestones.insert(owner, fields, NOW);

  test('AP-05.80 a milestone is found in its own place only, as it was written and changed', async () => {
    const { milestones } = on.store;
    const [acme, web, app] = [await group('acme'), await group('acme/web'), await project('acme/web/app')];
    const full = titled('One', { description: 'about it', ...DATES });
    const [ofWeb, ofApp] = [await insert(web, full), await insert(app, titled('Two'))];
    expect(await milestones.find(web, ofWeb)).toEqual({ id: ofWeb, ...full });
    expect(await milestones.find(app, ofApp)).toEqual({ id: ofApp, ...titled('Two') });
    for (const [owner, id] of [
      [acme, ofWeb],
      [app, ofWeb],
      [web, ofApp],
      [web, 999],
    ] as const)
      expect(await milestones.find(owner, id)).toBeUndefined();
    await milestones.update(ofWeb, { state: 'closed', dueDate: null }, LATER);
    expect(await milestones.find(web, ofWeb)).toEqual({ id: ofWeb, ...full, state: 'closed', dueDate: null });
    await expect(insert(web, titled('a\0b'))).rejects.toThrow();
  });

  test('AP-05.82 EP-18.14 a title is taken by the place, a project’s group, and projects directly in the group, of which the archived keep theirs', async () => {
    const { milestones } = on.store;
    const [acme, web, app, api] = [
      await group('acme'),
      await group('acme/web'),
      await project('acme/web/app'),
      await project('acme/api'),
    ];
    const ofWeb = await insert(web, titled('web'));
    const ofApp = await insert(app, titled('app'));
    const taken = async (title: string, but: readonly number[] = []) =>
      Promise.all([acme, web, app, api].map((owner) => milestones.isTaken(owner, title, but)));
    expect(await taken('web')).toEqual([false, true, true, false]);
    expect(await taken('app')).toEqual([false, true, true, false]);
    expect(await taken('WEB')).toEqual([false, false, false, false]);
    expect(await taken('web', [ofWeb])).toEqual([false, false, false, false]);
    expect(await milestones.ofProjectsBelow(web.group_id, 'app')).toEqual([ofApp]);
    expect(await milestones.ofProjectsBelow(acme.group_id, 'app')).toEqual([]);
    await on.store.places.archive(on.plan.projects.app, true);
    expect(await milestones.ofProjectsBelow(web.group_id, 'app')).toEqual([]);
    expect(await taken('app')).toEqual([false, true, true, false]);
  });

  test('AP-05.85 deleted milestones are taken from their items; what replaces one has its items', async () => {
    const { milestones, tree } = on.store;
    const [web, app] = [await group('acme/web'), await project('acme/web/app')];
    const [one, two, next] = [
      await insert(app, titled('one')),
      await insert(app, titled('two')),
      await insert(web, titled('next')),
    ];
    const epic = await on.epic();
    const [a, b, c] = [
      await on.issue({ milestone_id: one }),
      await on.issue({ milestone_id: two }),
      await on.issue({ milestone_id: next }),
    ];
    await on.put(epic, a, b);
    expect(await milestones.used([one, two])).toEqual({ itemIds: [a, b], parentIds: [epic] });
    await milestones.replace([one], next);
    expect(await milestones.used([one])).toEqual({ itemIds: [], parentIds: [] });
    expect(await milestones.used([next])).toEqual({ itemIds: [a, c], parentIds: [epic] });
    await milestones.delete([one, next]);
    expect([await milestones.find(app, one), await milestones.find(web, next)]).toEqual([undefined, undefined]);
    const held = await Promise.all([a, b, c].map(async (id) => (await on.get(id)).milestone_id));
    expect(held).toEqual([null, two, null]);
    // Whatever else keeps dates is told by the command.
    expect((await tree.inheritDates([epic])).epics).toEqual([]);
  });
});
