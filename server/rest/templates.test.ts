import { seedTiny, type TinyData } from '../db/testing-data.ts';
import { openTestServer, type TestServer } from '../graphql/testing.ts';

let server: TestServer;
let tiny: TinyData;
let owner: string;
let guest: string;
beforeAll(async () => {
  server = await openTestServer();
});
afterAll(() => server.close());
beforeEach(async () => {
  await server.database.reset();
  tiny = await seedTiny(server.db);
  [owner, guest] = [await server.token(tiny.users.plan), await server.token(tiny.users.guest)];
});

const APP = '/api/v4/projects/acme%2Fweb%2Fapp/templates/issues';
const ACME = '/api/v4/groups/acme/templates/issues';
const post = (path: string, name: string, content = `about ${name}`, token = owner) =>
  server.rest('POST', path, token, { name, content });
const get = async (path: string, token: string | undefined = guest) => {
  const { status, body } = await server.rest('GET', path, token);
  return { status, body };
};

test('IE-08.43 names come by category, contents by name and source; of a project without `/-/`, of a group behind it', async () => {
  for (const path of [APP, ACME]) expect((await post(path, 'Bug', `of ${path}`)).status).toBe(201);
  await post(ACME, 'Story');
  const group = tiny.groups.acme;
  const own = { name: 'Bug', id: 'Bug', key: 'Bug', project_id: tiny.projects.app };
  const above = ['Bug', 'Story'].map((name) => ({ name, id: name, key: name, project_id: null, group_id: group }));
  expect(await get('/acme/web/app/description_templates/names/issue')).toEqual({
    status: 200,
    body: { 'Project Templates': [own], 'Group Acme': above },
  });
  expect(await get('/groups/acme/-/description_templates/names/issue')).toEqual({
    status: 200,
    body: { 'Group Acme': above },
  });
  const bug = async (query: string, path = '/acme/web/app/templates/issue/bug') => {
    const { status, body } = await get(`${path}${query}`);
    return body.content ?? status;
  };
  expect(await bug('')).toBe(`of ${APP}`);
  expect(await bug(`?source_template_project_id=${tiny.projects.app}`)).toBe(`of ${APP}`);
  expect(await bug(`?source_template_group_id=${group}`)).toBe(`of ${ACME}`);
  expect(await bug('', '/groups/acme/-/templates/issue/Bug')).toBe(`of ${ACME}`);
  expect(await bug(`?source_template_group_id=${tiny.groups.hidden}`)).toBe(404);
  expect(await bug('?source_template_project_id=x')).toBe(404);
  for (const path of [
    '/acme/web/app/description_templates/names/merge_request',
    '/acme/web/app/templates/licenses/Bug',
    '/acme/web/none/description_templates/names/issue',
  ]) {
    expect((await get(path)).status).toBe(404);
  }
  expect((await server.rest('GET', '/acme/web/app/templates/issue/bug')).status).toBe(401);
});

test('IE-08.44 what is offered is listed and read; a template is made, renamed, changed and deleted', async () => {
  const made = { name: 'Bug report', key: 'Bug report', project_id: tiny.projects.app, content: 'x' };
  expect(await post(APP, ' Bug report.md ', 'x')).toMatchObject({ status: 201, body: made });
  await post(ACME, 'Story');
  expect(await get(APP)).toMatchObject({ status: 200, body: [{ key: 'Bug report' }, { key: 'Story' }] });
  expect(await get(`${APP}/Story`)).toMatchObject({ body: { content: 'about Story', group_id: tiny.groups.acme } });
  const changed = await server.rest('PUT', `${APP}/bug%20REPORT`, owner, { name: 'Bug', content: 'y' });
  expect(changed).toMatchObject({ status: 200, body: { name: 'Bug', content: 'y' } });
  expect((await server.rest('PUT', `${APP}/Bug`, owner, { content: 'z' })).body).toMatchObject({ content: 'z' });
  expect((await server.rest('DELETE', `${APP}/Bug`, owner)).status).toBe(204);
  for (const name of ['Bug', 'Story']) expect((await server.rest('DELETE', `${APP}/${name}`, owner)).status).toBe(404);
  expect((await server.rest('PUT', `${APP}/Story`, owner, { content: 'z' })).status).toBe(404);
});

test('IE-08.42 only Maintainers change templates; faults are said at once, a taken name too', async () => {
  expect((await post(APP, 'Bug', 'x', guest)).status).toBe(403);
  expect((await post(APP, 'Bug', 'x', await server.token(tiny.users.dev))).status).toBe(403);
  expect(await post(APP, ' .md', ' ')).toMatchObject({
    status: 422,
    body: { errors: ["Name can't be blank", "Content can't be blank"] },
  });
  expect(await post(APP, 'a/b')).toMatchObject({
    body: { errors: ['Name must not contain slashes or line breaks'] },
  });
  expect(await post(APP, 'Bug', 'a\0b')).toMatchObject({ status: 422 });
  await post(APP, 'Bug');
  await post(APP, 'Story');
  const taken = { status: 422, body: { errors: ['Name has already been taken'] } };
  expect(await post(APP, 'BUG')).toMatchObject(taken);
  expect(await server.rest('PUT', `${APP}/Story`, owner, { name: 'bug' })).toMatchObject(taken);
  expect(await get(`${APP}/Story`)).toMatchObject({ status: 200 });
});

test('IE-08.45 the page that manages templates gets the place’s own', async () => {
  await post(ACME, 'Story');
  await post(APP, 'Bug');
  const at = { updated_at: expect.stringMatching(/^\d{4}-.*Z$/) };
  expect(await get('/acme/web/app/-/settings/templates.json', owner)).toEqual({
    status: 200,
    body: { templates: [{ name: 'Bug', ...at }] },
  });
  expect(await get('/groups/acme/-/settings/templates.json', owner)).toEqual({
    status: 200,
    body: { templates: [{ name: 'Story', ...at }] },
  });
  expect((await get('/groups/acme/-/settings/templates.json')).status).toBe(403);
});
