import type { Owner } from '../../command/item.ts';
import { contract } from '../testing/contract.ts';
import { NOW } from '../testing/planted.ts';

contract('access requests', (on) => {
  test('BD-05.60 a person asks once in each place, and takes it back once', async () => {
    const { viewers, users } = on.plan;
    const web = (await on.store.group(viewers.root, 'acme/web')) as Owner;
    const app = (await on.store.project(viewers.root, 'acme/web/app')) as Owner;
    const { accessRequests } = on.store;
    expect(await accessRequests.add(web, users.out, NOW)).toBe(true);
    expect(await accessRequests.add(web, users.out, NOW)).toBe(false);
    expect(await accessRequests.add(app, users.out, NOW)).toBe(true);
    expect(await accessRequests.add(web, users.dev, NOW)).toBe(true);
    expect(await accessRequests.remove(web, users.out)).toBe(true);
    expect(await accessRequests.remove(web, users.out)).toBe(false);
    expect(await accessRequests.remove(app, users.out)).toBe(true);
    expect(await accessRequests.remove(web, users.dev)).toBe(true);
  });

  test('BD-05.62 who gets a role in a place has been answered there', async () => {
    const { viewers, users } = on.plan;
    const web = (await on.store.group(viewers.root, 'acme/web')) as Owner;
    const app = (await on.store.project(viewers.root, 'acme/web/app')) as Owner;
    for (const owner of [web, app]) await on.store.accessRequests.add(owner, users.out, NOW);
    await on.store.members.put(app, [{ userId: users.out, level: 30, expiresAt: null }], users.plan, NOW);
    expect(await on.store.accessRequests.remove(app, users.out)).toBe(false);
    expect(await on.store.accessRequests.remove(web, users.out)).toBe(true);
  });
});
