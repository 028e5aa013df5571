import type { Owner } from '../../command/item.ts';
import { contract } from '../testing/contract.ts';
import { NOW } from '../testing/planted.ts';

const LAPSES = '2099-12-21';
const LATER = '2099-12-21T00:00:00.000Z';

contract('invitations', (on) => {
  const web = () => on.store.group(on.plan.viewers.root, 'acme/web') as Promise<Owner>;
  const app = () => on.store.project(on.plan.viewers.root, 'acme/web/app') as Promise<Owner>;
  const invite = (owner: Owner, email: string, token = email, expiresAt: string | null = null) =>
    on.store.invitations.add(
      owner,
      [{ email, token }],
      { level: 30, expiresAt, lapsesOn: LAPSES },
      on.plan.users.plan,
      NOW,
    );
  const found = async (owner: Owner, email: string, now = NOW) => on.store.invitations.find(owner, email, now);

  test('BD-05.71 an address waits in its place, with a link, until it lapses or its membership would have ended', async () => {
    const [group, project] = [await web(), await app()];
    const ids = await on.store.invitations.add(
      group,
      [
        { email: 'b@x.org', token: 'tb' },
        { email: 'a@x.org', token: 'ta' },
      ],
      { level: 30, expiresAt: null, lapsesOn: LAPSES },
      on.plan.users.plan,
      NOW,
    );
    await invite(project, 'a@x.org', 'tc', '2099-12-01');
    const told = { email: 'a@x.org', level: 30, createdBy: on.plan.users.plan };
    expect(await found(group, 'a@x.org')).toEqual({ id: ids[1], ...told, expiresAt: null });
    expect(await found(project, 'a@x.org')).toMatchObject({ ...told, expiresAt: '2099-12-01' });
    expect(await found(project, 'b@x.org')).toBeUndefined();
    expect(await found(group, 'a@x.org', LATER)).toBeUndefined();
    expect(await found(project, 'a@x.org', '2099-12-01T00:00:00.000Z')).toBeUndefined();
    const known = await on.store.invitations.known(group, ['a@x.org', 'c@x.org'], NOW);
    expect([[...known.users], [...known.invited]]).toEqual([[], ['a@x.org']]);
    expect([...(await on.store.invitations.known(group, ['a@x.org'], LATER)).invited]).toEqual([]);

    expect(await on.store.invitations.byToken('tc', NOW)).toEqual({
      invitation: await found(project, 'a@x.org'),
      owner: project,
    });
    expect(await on.store.invitations.byToken('ta', NOW)).toMatchObject({ owner: group });
    expect(await on.store.invitations.byToken('ta', LATER)).toBeUndefined();
    expect(await on.store.invitations.byToken('none', NOW)).toBeUndefined();
  });

  test('BD-05.72 it is changed, replaced when it has lapsed, and removed', async () => {
    const group = await web();
    const [id = 0] = await invite(group, 'a@x.org', 'ta');
    const by = on.plan.users.root;
    await on.store.invitations.change(id, { level: 10, expiresAt: '2099-12-05' }, by);
    expect(await found(group, 'a@x.org')).toMatchObject({ level: 10, expiresAt: '2099-12-05', createdBy: by });
    await invite(group, 'a@x.org', 'new');
    expect(await found(group, 'a@x.org')).toMatchObject({ level: 30, expiresAt: null });
    expect(await on.store.invitations.byToken('ta', NOW)).toBeUndefined();
    await on.store.invitations.remove(id);
    expect(await found(group, 'a@x.org')).toBeUndefined();
    await invite(group, 'a@x.org');
    await on.store.members.sweep(LATER);
    expect(await found(group, 'a@x.org')).toBeUndefined();
  });

  test('BD-05.76 with a role go the invitations that the person has sent in the place, or also below', async () => {
    const acme = (await on.store.group(on.plan.viewers.root, 'acme')) as Owner;
    const { plan, root } = on.plan.users;
    const sent = async () => {
      const all = await Promise.all([acme, await web(), await app()].map((owner) => found(owner, 'a@x.org')));
      return all.map((invitation) => invitation?.createdBy);
    };
    for (const owner of [acme, await web(), await app()])
      await invite(owner, 'a@x.org', `${owner.group_path}${owner.project_path}`);
    await on.store.members.end(acme, root, true);
    expect(await sent()).toEqual([plan, plan, plan]);
    await on.store.members.end(acme, plan, false);
    expect(await sent()).toEqual([undefined, plan, plan]);
    await on.store.members.end(acme, plan, true);
    expect(await sent()).toEqual([undefined, undefined, undefined]);
  });
});
