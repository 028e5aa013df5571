import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { FastifyInstance } from 'fastify';
import { createApp } from '../app.ts';
import { hashSecret } from '../auth/secrets.ts';
import { readConfig } from '../config.ts';
import { makeGroup } from '../db/testing-data.ts';
import { openWorld, resetWorld, type World } from '../tree/testing.ts';

let world: World;
let app: FastifyInstance;
let client: string;
beforeAll(async () => {
  world = await openWorld();
  world = await resetWorld(world.database);
  for (const [name, id] of Object.entries(world.users)) {
    await world.db
      .insertInto('access_tokens')
      .values({ user_id: id, name: 'test', token_hash: hashSecret(name) })
      .execute();
  }
  client = mkdtempSync(path.join(tmpdir(), 'espalier-client-'));
  writeFileSync(path.join(client, 'index.html'), '<html><body><div id="app"></div></body></html>');
  app = await createApp({ database: world.database, config: readConfig({}), clientDir: client });
});
afterAll(async () => {
  await app.close();
  await world.database.close();
  rmSync(client, { recursive: true });
});

const page = async (url: string, token?: string) => {
  const headers = { accept: 'text/html', ...(token === undefined ? {} : { 'private-token': token }) };
  return (await app.inject({ method: 'GET', url, headers })).body;
};

test('RM-01.20 the page of a roadmap starts from its element', async () => {
  const text = await page('/groups/acme/-/roadmap?state=closed', 'plan');
  const element = /<div id="js-roadmap"[^>]*><\/div><\/body>/.exec(text)?.[0] ?? '';
  const data = Object.fromEntries(
    [...element.matchAll(/data-([a-z-]+)="([^"]*)"/g)].map(([, name, value]) => [name, value]),
  );
  expect(data).toEqual({
    'new-epic-path': '/groups/acme/-/epics/new',
    'list-epics-path': '/groups/acme/-/epics',
    'epics-docs-path': '/help/user/group/epics/index.md',
    'full-path': 'acme',
    'labels-endpoint': '/groups/acme/-/labels.json',
    'milestones-endpoint': '/groups/acme/-/milestones.json',
    'can-create-epic': 'true',
    'timeframe-range-type': 'CURRENT_QUARTER',
    'preset-type': 'WEEKS',
    'epics-state': 'all',
    'sorted-by': 'start_date_asc',
    'group-id': String(world.groups.acme),
    'allow-sub-epics': 'true',
    'child-epics': 'false',
  });
});

test('RM-01.20 who may not create epics is told so; only the roadmap has the element', async () => {
  for (const [token, may] of [
    ['root', 'true'],
    ['rep', 'true'],
    ['guest', 'false'],
    ['out', 'false'],
    [undefined, 'false'],
  ] as const) {
    expect(await page('/groups/acme/-/roadmap', token)).toContain(`data-can-create-epic="${may}"`);
  }
  expect(await page('/groups/ACME/-/roadmap/', 'plan')).toContain('data-full-path="acme"');
  for (const other of ['/groups/acme/-/epics', '/groups/acme/-/roadmap/x', '/acme/-/roadmap']) {
    expect(await page(other, 'plan')).not.toContain('js-roadmap');
  }
});

test('RM-01.20 the roadmap of a hidden group is byte for byte that of no group', async () => {
  await makeGroup(world.db, { path: 'hidden-one', visibility: 'private' });
  expect(await page('/groups/hidden-one/-/roadmap')).toBe(await page('/groups/no-such-one/-/roadmap'));
  expect(await page('/groups/hidden-one/-/roadmap')).not.toContain('js-roadmap');
});

test('RM-01.20 a path with characters of HTML stays a text', async () => {
  const id = await makeGroup(world.db, { path: 'odd' });
  const odd = `a"onclick=$'x<b>`;
  await world.db.updateTable('groups').set({ full_path: odd }).where('id', '=', Number(id)).execute();
  const text = await page(`/groups/${encodeURIComponent(odd)}/-/roadmap`);
  expect(text).toContain('data-full-path="a&#34;onclick=$&#39;x&#60;b&#62;"');
});

test('AP-05.24 names of emojis for those who are signed in', async () => {
  const url = '/-/autocomplete/award_emojis';
  const { body } = await app.inject({ method: 'GET', url, headers: { 'private-token': 'plan' } });
  const names = (JSON.parse(body) as { name: string }[]).map(({ name }) => name);
  expect(names).toEqual(expect.arrayContaining(['thumbsup', 'tada', 'zzz']));
  expect(names).toEqual([...names].sort());
  expect((await app.inject({ method: 'GET', url })).json()).toEqual([]);
});
