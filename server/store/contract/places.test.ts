import type { Owner } from '../../command/item.ts';
import type { PlaceId } from '../../command/place-store.ts';
import { contract } from '../testing/contract.ts';
import { NOW } from '../testing/planted.ts';

contract('groups and projects', (on) => {
  const find = (kind: PlaceId['kind'], path: string | number, who: 'root' | 'guest' | 'out' = 'root') =>
    on.store.places.find(on.plan.viewers[who], kind, path);
  const group = (path: string) => on.store.group(on.plan.viewers.root, path) as Promise<Owner>;
  const text = { description: null, visibility: 'public' } as const;
  const make = async (kind: PlaceId['kind'], parent: string | null, path: string) =>
    on.store.places.insert(kind, parent === null ? null : await group(parent), { name: path, path, ...text }, NOW);
  const update = async (kind: PlaceId['kind'], path: string, changed: object) => {
    const place = await find(kind, path);
    if (place === undefined) throw new Error(`no ${kind} ${path}`);
    await on.store.places.update(place, changed);
  };
  const pathOf = async (kind: PlaceId['kind'], path: string) => (await find(kind, path))?.full_path;

  test('AP-05.101 a place is found where it was made, by those who may see it', async () => {
    const { groups } = on.plan;
    const id = await make('group', 'acme/web', 'New');
    expect(await find('group', 'ACME/web/new')).toEqual({
      kind: 'group',
      id,
      parent_id: groups.web,
      marked_on: null,
      doomed: false,
      path: 'New',
      name: 'New',
      ...text,
      full_path: 'acme/web/New',
      group_id: id,
      group_path: 'acme/web/New',
      group_visibility: 'public',
      traversal_ids: [groups.acme, groups.web, id],
      project_id: null,
      project_path: null,
      project_visibility: null,
      archived: false,
    });
    const project = await make('project', 'acme/web/new', 'x');
    expect(await find('project', project)).toMatchObject({
      kind: 'project',
      id: project,
      parent_id: id,
      full_path: 'acme/web/New/x',
      project_id: project,
    });
    expect([await find('group', 'hidden', 'out'), await find('group', 'acme/web/new/x')]).toEqual([
      undefined,
      undefined,
    ]);
    expect((await on.store.places.above(groups.hidden)).group_path).toBe('hidden');
  });

  test('AP-05.102 what others have is taken: a path in any case by whatever it is, a name within one group', async () => {
    const { web, acme } = on.plan.groups;
    const owner = await group('acme');
    const taken = (
      kind: PlaceId['kind'],
      name: string,
      path: string,
      except: PlaceId | null = null,
      parent: Owner | null = owner,
    ) => on.store.places.taken({ kind, parent, name, path, except });
    expect(await taken('group', 'Web', 'API')).toEqual({ name: true, path: true });
    expect(await taken('project', 'Web', 'WEB')).toEqual({ name: false, path: true });
    expect(await taken('group', 'Web', 'web', { kind: 'group', id: web })).toEqual({ name: false, path: false });
    expect(await taken('group', 'Acme', 'acme', null, null)).toEqual({ name: false, path: true });
    expect(await taken('group', 'Acme', 'web', { kind: 'project', id: acme }, null)).toEqual({
      name: false,
      path: false,
    });
  });

  test('AP-05.103 AP-05.104 what is below follows, and is found where it was until somebody is there', async () => {
    await make('group', 'acme/web', 'deep');
    await make('project', 'acme/web/deep', 'x');
    await update('group', 'acme', { path: 'Corp', name: 'Corp' });
    const { corp, deep } = { corp: await group('corp'), deep: await find('group', 'corp/web/deep') };
    expect(deep).toMatchObject({
      full_path: 'Corp/web/deep',
      traversal_ids: [corp.group_id, on.plan.groups.web, deep?.id],
    });
    expect(await pathOf('project', 'ACME/Web/deep/x')).toBe('Corp/web/deep/x');
    expect((await on.store.group(on.plan.viewers.guest, 'acme/web'))?.group_path).toBe('Corp/web');
    await update('project', 'corp/api', { path: 'rest' });
    for (const path of ['acme/api', 'corp/api', 'corp/rest']) expect(await pathOf('project', path)).toBe('Corp/rest');

    const epic = await on.epic({});
    const issue = await on.issue();
    expect((await on.store.items.epic(on.plan.viewers.guest, 'acme', 1))?.id).toBe(epic);
    expect((await on.store.items.ofProject(on.plan.viewers.guest, 'acme/web/app', 1))?.id).toBe(issue);
    const wanted = [{ kind: 'issue', path: 'Acme/web/app', iid: 1 }] as const;
    expect([...(await on.store.items.byReference(on.plan.viewers.guest, wanted)).values()].map(({ id }) => id)).toEqual(
      [issue],
    );

    const other = await make('group', null, 'acme');
    expect((await find('group', 'acme'))?.id).toBe(other);
    expect(await pathOf('group', 'acme/web')).toBe('Corp/web');
    await make('project', 'acme', 'API');
    expect([await pathOf('project', 'acme/api'), await pathOf('project', 'corp/api')]).toEqual([
      'acme/API',
      'Corp/rest',
    ]);
    await update('project', 'corp/rest', { path: 'api' });
    expect(await pathOf('project', 'corp/rest')).toBe('Corp/api');
  });

  test('AP-05.104 a place that is hidden is hidden by its old paths as well', async () => {
    await update('group', 'hidden', { path: 'gone' });
    expect([await find('group', 'hidden', 'out'), await on.store.group(on.plan.viewers.out, 'hidden')]).toEqual([
      undefined,
      undefined,
    ]);
    expect(await pathOf('group', 'hidden')).toBe('gone');
  });

  test('AP-05.105 what is below a group and more visible is found', async () => {
    const { acme, web } = on.plan.groups;
    const { places } = on.store;
    expect(await places.moreVisible(acme, 'public')).toEqual({ groups: false, projects: false });
    expect(await places.moreVisible(acme, 'internal')).toEqual({ groups: true, projects: true });
    expect(await places.moreVisible(web, 'private')).toEqual({ groups: false, projects: true });
    await update('project', 'acme/web/app', { visibility: 'private' });
    expect(await places.moreVisible(web, 'private')).toEqual({ groups: false, projects: false });
  });

  test('AP-05.117 of a group is known how deep and how long it goes', async () => {
    const { acme, web } = on.plan.groups;
    const { places } = on.store;
    expect([await places.reach(web), await places.reach(acme)]).toEqual([
      { levels: 2, bytes: 12 },
      { levels: 2, bytes: 12 },
    ]);
    const deep = await make('group', 'acme/web', 'deep');
    expect([await places.reach(deep), await places.reach(acme)]).toEqual([
      { levels: 3, bytes: 13 },
      { levels: 3, bytes: 13 },
    ]);
  });

  test('AP-05.110 EP-18.14 what is archived is known of the project and of its items', async () => {
    const { app } = on.plan.projects;
    const [issue, epic] = [await on.issue(), await on.epic({}, 'web')];
    const archived = async () => {
      const items = await on.store.items.byId(on.plan.viewers.rep, [issue, epic]);
      const project = await on.store.project(on.plan.viewers.rep, app);
      return [project?.archived, items.get(issue)?.archived, items.get(epic)?.archived];
    };
    expect(await on.store.places.archive(app, false)).toBe(false);
    expect(await on.store.places.archive(app, true)).toBe(true);
    expect(await archived()).toEqual([true, true, false]);
    expect([await on.store.places.archive(app, true), await on.store.places.archive(app, false)]).toEqual([
      false,
      true,
    ]);
    expect(await archived()).toEqual([false, false, false]);
  });

  test('AP-05.111 AP-05.112 what is marked is found by its day until its deletion begins', async () => {
    const { groups, projects, users } = on.plan;
    const { places } = on.store;
    const [web, api] = [
      { kind: 'group', id: groups.web },
      { kind: 'project', id: projects.api },
    ] as const;
    await places.mark(api, { on: '2099-11-21', by: users.dev });
    await places.mark(web, { on: '2099-11-22', by: users.plan });
    expect(await places.markedUntil('2099-11-20')).toEqual([]);
    expect(await places.markedUntil('2099-11-21')).toEqual([{ ...api, by: users.dev }]);
    expect(await places.markedUntil('2099-11-22')).toEqual([
      { ...web, by: users.plan },
      { ...api, by: users.dev },
    ]);
    expect(await find('group', 'acme/web')).toMatchObject({ marked_on: '2099-11-22', doomed: false });
    expect((await find('project', 'acme/web/app'))?.doomed).toBe(false);
    expect([await places.doom(web), await places.doom(web)]).toEqual([true, false]);
    const deep = await make('group', 'acme/web', 'deep');
    expect([(await find('group', deep))?.doomed, (await find('project', 'acme/web/app'))?.doomed]).toEqual([
      true,
      true,
    ]);
    expect((await find('group', 'acme'))?.doomed).toBe(false);
    await places.mark(api, null);
    expect([await places.doom(api), (await find('project', 'acme/api'))?.doomed]).toEqual([false, false]);
    expect([await places.markedUntil('2099-11-22'), (await find('group', 'acme/web'))?.doomed]).toEqual([[], true]);
    expect(await find('project', 'acme/api')).toMatchObject({ marked_on: null });
  });

  test('AP-05.113 a place is emptied of its items, and goes with all that is below', async () => {
    const { groups, projects } = on.plan;
    const { places } = on.store;
    const web = { kind: 'group', id: groups.web } as const;
    const deep = await make('group', 'acme/web', 'deep');
    await make('project', 'acme/web/deep', 'x');
    const ids = [await on.issue(), await on.epic({}, 'web'), await on.issue()].sort();
    await on.epic({});
    expect([...(await places.itemIds(web, 9))].sort()).toEqual(ids);
    expect(await places.itemIds(web, 2)).toHaveLength(2);
    expect(await places.itemIds({ kind: 'project', id: projects.app }, 9)).toHaveLength(2);
    await on.store.items.delete(ids);
    await places.delete(web);
    for (const [kind, id] of [
      ['group', web.id],
      ['group', deep],
      ['project', projects.app],
    ] as const)
      expect([await places.known({ kind, id }), await places.doom({ kind, id })]).toEqual([undefined, false]);
    expect((await places.known({ kind: 'group', id: groups.hidden }))?.path).toBe('hidden');
  });

  test('AP-05.114 AP-05.104 a moved place is found here and there, with what is below and no more visible than where it is', async () => {
    const { groups, projects, viewers } = on.plan;
    const { places } = on.store;
    const [issue, epic] = [await on.issue(), await on.epic({}, 'web')];
    const hidden = await group('hidden');
    await on.store.tree.lock();
    await places.move({ kind: 'group', id: groups.web }, hidden);
    expect(await find('group', 'acme/web')).toMatchObject({
      full_path: 'hidden/web',
      parent_id: groups.hidden,
      traversal_ids: [groups.hidden, groups.web],
      visibility: 'private',
    });
    expect(await find('project', 'acme/web/app')).toMatchObject({ full_path: 'hidden/web/app', visibility: 'private' });
    expect((await on.get(epic)).traversal_ids).toEqual([groups.hidden, groups.web]);
    expect((await on.store.items.byId(viewers.rep, [issue, epic])).size).toBe(0);
    await places.move({ kind: 'project', id: projects.app }, await group('acme'));
    expect(await find('project', 'hidden/web/app')).toMatchObject({
      full_path: 'acme/app',
      parent_id: groups.acme,
      visibility: 'private',
    });
    expect(await on.get(issue)).toMatchObject({ group_id: groups.acme, group_path: 'acme', project_path: 'acme/app' });
    expect((await on.store.items.byId(viewers.rep, [issue, epic])).size).toBe(1);
    await places.move({ kind: 'group', id: groups.web }, null);
    expect(await find('group', 'hidden/web')).toMatchObject({
      full_path: 'web',
      parent_id: null,
      traversal_ids: [groups.web],
    });
    const owned = async () => [await places.hasOwner(groups.web, NOW), await places.hasOwner(groups.acme, NOW)];
    expect(await owned()).toEqual([false, true]);
    // BD-05.43: neither by an invited group nor by a role that ends.
    const web = await group('web');
    await on.store.groupShares.add(web, groups.acme, { level: 50, expiresAt: null }, NOW);
    const give = (expiresAt: string | null) =>
      on.store.members.put(web, [{ userId: on.plan.users.dev, level: 50, expiresAt }], on.plan.users.root, NOW);
    await give('2100-01-01');
    expect(await owned()).toEqual([false, true]);
    await give(null);
    expect(await owned()).toEqual([true, true]);
  });

  test('AP-05.115 items of a place lose labels, milestones and iterations of some groups', async () => {
    const { groups, projects } = on.plan;
    const { labels, places } = on.store;
    const acme = await group('acme');
    const label = async (owner: Owner, title: string) =>
      (await labels.insert(owner, { title, description: null, color: '#123456' }, NOW)) ?? 0;
    const [far, near] = [await label(acme, 'far'), await label(await group('acme/web'), 'near')];
    const milestone_id = await on.plan.addMilestone({ groupId: groups.acme, title: 'M' });
    const iteration_id = await on.plan.addIteration(groups.acme, 'I');
    const epic = await on.epic({});
    const [issue, lone] = [await on.issue({ milestone_id, iteration_id }), await on.issue()];
    const other = await on.issue({ milestone_id, iteration_id, project_id: projects.api, group_id: groups.acme });
    await on.put(epic, issue, lone, other);
    for (const id of [issue, other]) await labels.change(id, { add: [far], remove: [] });
    await labels.change(issue, { add: [near], remove: [] });
    const held = async (id: number) => {
      const item = await on.get(id);
      const around = await labels.around(item, { ids: [], titles: [] });
      return [item.milestone_id, item.iteration_id, ...around.held.map(({ title }) => title)];
    };
    expect(await places.trim({ kind: 'project', id: projects.app }, [groups.hidden])).toEqual([]);
    expect(await held(issue)).toEqual([milestone_id, iteration_id, 'far', 'near']);
    expect(await places.trim({ kind: 'group', id: groups.web }, [groups.acme])).toEqual([epic]);
    expect(await held(issue)).toEqual([null, null, 'near']);
    expect(await places.trim({ kind: 'project', id: projects.app }, [groups.web])).toEqual([]);
    expect([await held(issue), await held(other)]).toEqual([
      [null, null],
      [milestone_id, iteration_id, 'far'],
    ]);
  });

  test('AP-05.108 some items are of every group and project of a place', async () => {
    const { groups, projects } = on.plan;
    const [first, second] = [await on.issue(), await on.issue()];
    const api = await on.issue({ project_id: projects.api, group_id: groups.acme });
    const epic = await on.epic({});
    await on.put(epic, api);
    const ids = async (place: PlaceId, most: number) =>
      (await on.store.places.some(place, most)).map(({ id }) => id).sort();
    expect(await ids({ kind: 'group', id: groups.acme }, 3)).toEqual([second, api, epic].sort());
    expect(await ids({ kind: 'project', id: projects.app }, 9)).toEqual([first, second].sort());
    expect(await on.store.places.some({ kind: 'project', id: projects.api }, 9)).toEqual([{ id: api, parentId: epic }]);
  });
});
