import type { Owner } from '../../command/item.ts';
import { contract } from '../testing/contract.ts';
import { NOW } from '../testing/planted.ts';

const LATER = '2099-11-22T12:00:00.000Z';

contract('description templates', (on) => {
  const group = (path: string) => on.store.group(on.plan.viewers.root, path) as Promise<Owner>;
  const project = (path: string) => on.store.project(on.plan.viewers.root, path) as Promise<Owner>;
  const offered = async (owner: Owner, who: 'guest' | 'out' = 'guest') =>
    (await on.store.templates.around(on.plan.viewers[who], owner)).map(
      ({ name, groupName }) => `${groupName ?? 'own'} ${name}`,
    );

  test('IE-08.40 the nearest are offered first, by name in any case; of hidden groups none', async () => {
    const { templates } = on.store;
    const [acme, web, app, api] = [
      await group('acme'),
      await group('acme/web'),
      await project('acme/web/app'),
      await project('acme/api'),
    ];
    const put = (owner: Owner, ...names: string[]) =>
      Promise.all(names.map((name) => templates.insert(owner, { name, content: `about ${name}` }, NOW)));
    await put(acme, 'Story', 'bug');
    await put(web, 'Bug');
    await put(app, 'b', 'A');
    expect(await offered(app)).toEqual(['own A', 'own b', 'Web Bug', 'Acme bug', 'Acme Story']);
    expect(await offered(api)).toEqual(['Acme bug', 'Acme Story']);
    expect(await offered(web)).toEqual(['Web Bug', 'Acme bug', 'Acme Story']);
    const find = async (source: Parameters<typeof templates.find>[3]) =>
      (await templates.find(on.plan.viewers.guest, app, 'BUG', source))?.content;
    expect(await find(null)).toBe('about Bug');
    expect(await find({ groupId: acme.group_id })).toBe('about bug');
    expect(await find({ projectId: app.project_id ?? 0 })).toBeUndefined();
    const secret = await group('hidden');
    await put(secret, 'secret');
    expect(await offered(secret, 'out')).toEqual([]);
    expect(await templates.find(on.plan.viewers.out, secret, 'secret', null)).toBeUndefined();
  });

  test('IE-08.41 a name stands once in each place, in any case, and changes apply to the place’s own', async () => {
    const { templates } = on.store;
    const [acme, app] = [await group('acme'), await project('acme/web/app')];
    const bug = { name: 'Bug', content: 'one' };
    expect(await templates.insert(acme, bug, NOW)).toBe(true);
    expect(await templates.insert(acme, { ...bug, name: 'bUG' }, NOW)).toBe(false);
    expect(await templates.insert(app, bug, NOW)).toBe(true);
    expect(await templates.insert(app, { ...bug, name: 'Story' }, NOW)).toBe(true);
    expect(await templates.update(app, 'story', { name: 'BUG' }, LATER)).toBe('taken');
    expect(await templates.update(app, 'story', { content: 'two' }, LATER)).toBe('done');
    expect(await templates.update(app, 'bug', { name: 'BUG' }, LATER)).toBe('done');
    expect(await templates.update(acme, 'Story', { name: 'x' }, LATER)).toBe('absent');
    const told = async (name: string) => {
      const found = await templates.find(on.plan.viewers.guest, app, name, null);
      return [found?.name, found?.content, found?.updatedAt];
    };
    expect([await told('story'), await told('bug')]).toEqual([
      ['Story', 'two', LATER],
      ['BUG', 'one', LATER],
    ]);
    expect([await templates.delete(app, 'BUG'), await templates.delete(app, 'bug')]).toEqual([true, false]);
    expect(await offered(app)).toEqual(['own Story', 'Acme Bug']);
  });
});
