import { seedTiny, type TinyData } from '../db/testing-data.ts';
import { type Json, openTestServer, type TestServer } from '../graphql/testing.ts';

let server: TestServer;
let tiny: TinyData;
let root: string;
let plan: string;
let dev: string;
beforeAll(async () => {
  server = await openTestServer();
});
afterAll(() => server.close());
beforeEach(async () => {
  await server.database.reset();
  tiny = await seedTiny(server.db);
  const { users } = tiny;
  [root, plan, dev] = [await server.token(users.root), await server.token(users.plan), await server.token(users.dev)];
});

const bytes = (text: string) => Uint8Array.from(text, (letter) => letter.charCodeAt(0));
const PNG = bytes('\x89PNG\r\n\x1a\nof a face');
const PICTURES = {
  'image/png': PNG,
  'image/jpeg': bytes('\xff\xd8\xff\xe0 face'),
  'image/gif': bytes('GIF89a face'),
  'image/webp': bytes('RIFF\x10\0\0\0WEBPVP8 face'),
  'image/x-icon': bytes('\0\0\x01\0\x01\0 face'),
};

/** A multipart body with a picture, and what else is given. */
async function send(
  method: 'POST' | 'PUT',
  url: string,
  token: string,
  avatar: Uint8Array | string,
  name = 'face.png',
  more: Readonly<Record<string, string>> = {},
) {
  const form = new FormData();
  for (const [field, value] of Object.entries(more)) form.append(field, value);
  if (typeof avatar === 'string') form.append('avatar', avatar);
  else form.append('avatar', new File([new Uint8Array(avatar)], name));
  const request = new Request('http://here', { method: 'POST', body: form });
  const headers = { 'private-token': token, 'content-type': request.headers.get('content-type') ?? '' };
  const payload = Buffer.from(await request.arrayBuffer());
  const answer = await server.app.inject({ method, url, headers, payload });
  return { status: answer.statusCode, body: answer.json<Json>() };
}

const get = (url: string, token?: string, headers: Readonly<Record<string, string>> = {}) =>
  server.app.inject({ url, headers: { ...(token !== undefined && { 'private-token': token }), ...headers } });

const pathOf = (url: string) => new URL(url).pathname;

test('AP-09.64 AP-09.66 one’s own picture: kept, told, served by its content and taken away', async () => {
  const { dev: id } = tiny.users;
  const { status, body } = await send('PUT', '/-/profile.json', dev, PNG, 'My face (1).svg', { name: 'Dee' });
  const path = `/uploads/-/system/user/avatar/${id}/My_face_1_.png`;
  expect([status, body.name, body.avatar_url]).toEqual([200, 'Dee', `http://localhost:80${path}`]);
  expect((await server.rest('GET', '/-/session.json', dev)).body).toMatchObject({ user: { avatarUrl: path } });
  const told = await server.graphql('{ currentUser { avatarUrl } }', {}, dev);
  expect(told.data.currentUser.avatarUrl).toBe(path);
  const answer = await get(path);
  expect([answer.statusCode, Uint8Array.from(answer.rawPayload)]).toEqual([200, PNG]);
  expect(answer.headers).toMatchObject({
    'content-type': 'image/png',
    'content-disposition': 'inline; filename="My_face_1_.png"',
    'content-security-policy': "default-src 'none'; sandbox",
    'x-content-type-options': 'nosniff',
    'cache-control': 'private, no-cache',
  });
  const etag = String(answer.headers.etag);
  expect((await get(path, undefined, { 'if-none-match': etag })).statusCode).toBe(304);
  const other = bytes('GIF87a another');
  await send('PUT', '/-/profile.json', dev, other, 'My face (1).png');
  expect((await get(path)).statusCode).toBe(404);
  const now = await get(path.replace(/png$/, 'gif'), undefined, { 'if-none-match': etag });
  expect([now.statusCode, now.headers['content-type']]).toEqual([200, 'image/gif']);
  const gone = await send('PUT', '/-/profile.json', dev, '');
  expect([gone.status, gone.body.name, gone.body.avatar_url]).toEqual([200, 'Dee', null]);
  expect((await get(path.replace(/png$/, 'gif'))).statusCode).toBe(404);
});

test('AP-09.64 AP-09.69 accounts, groups and projects have one from the start, or by a change', async () => {
  const person = { username: 'ada', name: 'Ada', email: 'ada@example.com', force_random_password: 'true' };
  const ada = await send('POST', '/api/v4/users', root, PNG, 'ada.png', person);
  expect([ada.status, pathOf(ada.body.avatar_url)]).toEqual([
    201,
    `/uploads/-/system/user/avatar/${ada.body.id}/ada.png`,
  ]);
  const changed = await send('PUT', `/api/v4/users/${ada.body.id}`, root, '');
  expect([changed.status, changed.body.avatar_url]).toEqual([200, null]);
  const group = await send('POST', '/api/v4/groups', plan, PNG, 'sign.png', { name: 'Signs', path: 'signs' });
  const path = `/uploads/-/system/group/avatar/${group.body.id}/sign.png`;
  expect([group.status, pathOf(group.body.avatar_url)]).toEqual([201, path]);
  expect((await get(`/api/v4/groups/${group.body.id}/avatar`, plan)).rawPayload).toEqual(Buffer.from(PNG));
  expect((await get('/api/v4/groups/signs/avatar', plan)).headers['content-type']).toBe('image/png');
  const none = await get('/api/v4/groups/acme/avatar', plan);
  expect([none.statusCode, none.json()]).toEqual([404, { message: '404 Avatar Not Found' }]);
  const hidden = await get('/api/v4/groups/signs/avatar', dev);
  expect([hidden.statusCode, hidden.json()]).toEqual([404, { message: '404 Group Not Found' }]);
  const fields = { name: 'One', namespace_id: String(group.body.id) };
  const project = await send('POST', '/api/v4/projects', plan, PNG, 'one.png', fields);
  expect(project.body).toMatchObject({
    avatar_url: `http://localhost:80/uploads/-/system/project/avatar/${project.body.id}/one.png`,
    namespace: { avatar_url: path },
  });
  const asked = '{ group(fullPath: "signs") { avatarUrl projects { nodes { avatarUrl } } } }';
  expect((await server.graphql(asked, {}, plan)).data.group).toEqual({
    avatarUrl: group.body.avatar_url,
    projects: { nodes: [{ avatarUrl: project.body.avatar_url }] },
  });
  const without = await send('PUT', `/api/v4/projects/${project.body.id}`, plan, '');
  expect([without.status, without.body.avatar_url]).toEqual([200, null]);
  expect((await send('PUT', `/api/v4/groups/signs`, dev, PNG)).status).toBe(404);
});

test('AP-09.65 what a picture is says its content; SVG, what is too big and what is no file are refused', async () => {
  for (const [type, content] of Object.entries(PICTURES)) {
    const { body } = await send('PUT', '/-/profile.json', dev, content, 'x.html');
    expect((await get(pathOf(body.avatar_url))).headers['content-type']).toBe(type);
  }
  const format =
    'file format is not supported. Please try one of the following supported formats: png, jpg, jpeg, gif, webp, ico';
  const refused = async (content: Uint8Array | string, url = '/-/profile.json') => {
    const { status, body } = await send('PUT', url, plan, content);
    return [status, body.message ?? body.error];
  };
  expect(await refused(bytes('<svg xmlns="http://www.w3.org/2000/svg"/>'))).toEqual([400, { avatar: [format] }]);
  const most = new Uint8Array(200 * 1024);
  most.set(PNG);
  expect((await refused(most))[0]).toBe(200);
  const big = new Uint8Array(200 * 1024 + 1);
  big.set(PNG);
  const size = 'is too big (should be at most 200 KiB)';
  expect(await refused(big)).toEqual([400, { avatar: [size] }]);
  expect(await refused(big, '/api/v4/groups/acme')).toEqual([400, { avatar: [size] }]);
  expect(await refused('https://example.com/x.png')).toEqual([400, 'avatar is invalid']);
});

test('BD-05.31 a group’s and a project’s picture is there for those who may read it', async () => {
  const { body: group } = await send('POST', '/api/v4/groups', plan, PNG, 'sign.png', { name: 'Signs', path: 'signs' });
  const fields = { name: 'One', namespace_id: String(group.id) };
  const { body: project } = await send('POST', '/api/v4/projects', plan, PNG, 'one.png', fields);
  for (const { avatar_url } of [group, project]) {
    const statuses = [
      await get(pathOf(avatar_url), plan),
      await get(pathOf(avatar_url), dev),
      await get(pathOf(avatar_url)),
    ];
    expect(statuses.map(({ statusCode }) => statusCode)).toEqual([200, 404, 404]);
  }
  await server.rest('PUT', '/api/v4/groups/signs', plan, { visibility: 'public' });
  const answers = [await get(pathOf(group.avatar_url))];
  expect(answers.map(({ statusCode, rawPayload }) => [statusCode, rawPayload.length])).toEqual([[200, PNG.length]]);
  const wrong = ['9999/sign.png', 'x/sign.png', `${group.id}/other.png`].map(
    (end) => `/uploads/-/system/group/avatar/${end}`,
  );
  for (const url of [...wrong, `/uploads/-/system/label/avatar/1/x.png`])
    expect([url, (await get(url, plan)).statusCode]).toEqual([url, 404]);
});
