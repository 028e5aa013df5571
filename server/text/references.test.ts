import {
  makeEpic,
  makeGroup,
  makeIssue,
  makeLabel,
  makeMember,
  makeProject,
  seedTiny,
  type TinyData,
} from '../db/testing-data.ts';
import { type TestServer, openTestServer } from '../graphql/testing.ts';
import type { Candidate } from './candidates.ts';
import { rendered } from './markdown.ts';
import { renderTexts, type Wanted } from './references.ts';

const found = (source: string): string[] =>
  rendered(source).candidates.map(({ kind, path, name }: Candidate) => [kind, path ?? '', name].join(' '));

describe('IE-07.21 what may be a reference', () => {
  test.each([
    ['@ada, (@b.c-d_e).', ['user  ada', 'user  b.c-d_e']],
    ['&3 g/s&4.', ['epic  3', 'epic g/s 4']],
    ['#12, web#7; a/b/web#8', ['issue  12', 'issue web 7', 'issue a/b/web 8']],
    ['~bug ~"a label" ~a::b.', ['label  bug', 'label  a label', 'label  a::b']],
    ['%v1.2. %"next one"', ['milestone  v1.2', 'milestone  next one']],
    ['**#1** | ~~#2~~', ['issue  1', 'issue  2']],
    ['https://plan.example/groups/a/b/-/epics/3?x=1#note_2', ['epic a/b 3']],
    ['<https://plan.example/a/web/-/issues/3>', ['issue a/web 3']],
  ])('%s', (source, expected) => {
    expect(found(source)).toEqual(expected);
  });

  test.each([
    '`#1 @a` and a@b.example',
    '```\n#1\n```',
    '[#1](/x) <a href="/x">#1 @a</a>',
    '\\#1 \\@a \\~b \\%c',
    'a@b 1#2x C# 50%off x~y AT&T #0 #1a é@a',
    '[text](https://plan.example/groups/a/-/epics/3)',
    'https://plan.example/groups/a/-/epics/3x https://plan.example/a/web/-/work_items/9',
    '&amp;amp; &copy;1',
  ])('%s holds none', (source) => expect(found(source)).toEqual([]));

  test('so many of a text and no more', () => {
    expect(found('#1 '.repeat(1001))).toHaveLength(1000);
  });
});

describe('IE-07.22 what a reference means', () => {
  const asked = async (source: string, projectPath: string | null, groupPath: string | null = 'acme/sub') => {
    const wanted: Wanted[] = [];
    const references = {
      origin: 'https://plan.example',
      find: (all: readonly Wanted[]) => {
        wanted.push(...all);
        return Promise.resolve([]);
      },
    };
    await renderTexts([{ text: rendered(source), place: { groupPath, projectPath } }], references);
    return wanted.map(({ kind, group, project, name }) => [kind, group, project, name].join(' '));
  };

  test('in a project, in a group, and nowhere', async () => {
    const source = '&1 #2 web#3 a/b#4 a&5 ~x @A';
    expect(await asked(source, 'acme/sub/app')).toEqual([
      'epic acme/sub  1',
      'issue  acme/sub/app 2',
      'issue  acme/sub/web 3',
      'issue  a/b 4',
      'epic a  5',
      'label acme/sub acme/sub/app x',
      'user   a',
    ]);
    expect(await asked(source, null)).not.toContain('issue  acme/sub/app 2');
    expect(await asked(source, null, null)).toEqual(['issue  web 3', 'issue  a/b 4', 'epic a  5', 'user   a']);
  });

  test('each thing is looked up once, addresses of other servers and numbers that no item has never', async () => {
    expect(
      await asked(
        '&1 &1 acme/SUB&1 https://plan.example/groups/acme/sub/-/epics/1 https://other.example/groups/a/-/epics/1 &9999999999',
        null,
      ),
    ).toEqual(['epic acme/sub  1']);
  });
});

describe('on the database', () => {
  let server: TestServer;
  let tiny: TinyData;
  beforeAll(async () => {
    server = await openTestServer();
  });
  afterAll(() => server.close());
  beforeEach(async () => {
    await server.database.reset();
    tiny = await seedTiny(server.db);
  });

  const preview = async (text: string, person: keyof TinyData['users'] = 'root', place = '/groups/acme') => {
    const { status, body } = await server.rest(
      'POST',
      `${place}/-/preview_markdown`,
      await server.token(tiny.users[person]),
      { text },
    );
    expect(status).toBe(200);
    return (body as { readonly body: string }).body;
  };

  test('IE-07.23, IE-07.26 links say what they lead to', async () => {
    const epic = await makeEpic(server.db, { groupId: tiny.groups.acme, title: 'A "title" <b>' });
    const label = await makeLabel(server.db, tiny.groups.acme, 'a bug', '#dc143c');
    const attributes = (kind: string, id: number, original: string) =>
      `data-reference-type="${kind}" data-${kind}="${id}" data-original="${original}"`;
    expect(await preview(`&${epic.iid}`)).toBe(
      `<p><a href="/groups/acme/-/epics/${epic.iid}" class="gfm gfm-epic" title="A &#34;title&#34; &#60;b&#62; (open)" ` +
        `${attributes('epic', epic.id, `&#38;${epic.iid}`)}>&#38;${epic.iid}</a></p>`,
    );
    expect(await preview('~"a bug"')).toBe(
      `<p><span class="gl-label"><a href="/groups/acme/-/epics?label_name[]=a%20bug" class="gfm gfm-label" title="a bug" ` +
        `${attributes('label', label, '~&#34;a bug&#34;')}><span class="gl-label-text" style="background-color: #dc143c; color: #FFFFFF">a bug</span></a></span></p>`,
    );
    expect(await preview('@ROOT')).toContain(`<a href="/root" class="gfm gfm-project_member" title="`);
    await server.db.updateTable('work_items').set({ state: 'closed' }).where('id', '=', epic.id).execute();
    expect(await preview(`acme&${epic.iid}`)).toContain('(closed)" ');
    const titled = await preview(`acme&${epic.iid}+, ~"a bug"+ and &${epic.iid}+1`);
    expect(titled).toContain(`>A &#34;title&#34; &#60;b&#62; (acme&#38;${epic.iid})</a>, `);
    expect(titled).toContain('a bug</span></a></span>+ and ');
    expect(titled).toContain(`>&#38;${epic.iid}</a>+1`);
  });

  test('IE-07.23 an address of this server becomes a reference that leads there', async () => {
    const { iid } = await makeEpic(server.db, { groupId: tiny.groups.acme });
    const address = (host: string) => `http://${host}/groups/acme/-/epics/${iid}#note_1`;
    const html = await preview(`${address('localhost:80')} ${address('localhost')} ${address('other.example')}`);
    expect(html.match(/data-reference-type/g)).toHaveLength(1);
    expect(html).toContain(`>&#38;${iid}</a>`);
    expect(html).toMatch(/<a href="http:&#47;|<a href="http:\/\/[^"]*#note_1" class="gfm gfm-epic"/);
    expect(html).toContain(`<a href="${address('other.example')}" rel="nofollow noreferrer noopener">`);
  });

  test('IE-07.22 labels and milestones are those of the project, then of the nearest group', async () => {
    const sub = await makeGroup(server.db, { path: 'near', parentId: tiny.groups.acme });
    const projectId = await makeProject(server.db, { groupId: sub, path: 'app' });
    const far = await makeLabel(server.db, tiny.groups.acme, 'bug');
    const only = await makeLabel(server.db, tiny.groups.acme, 'far');
    const near = await makeLabel(server.db, sub, 'bug');
    const idOf = (html: string) => Number(/data-label="(\d+)"/.exec(html)?.[1]);
    expect(idOf(await preview('~bug', 'root', '/acme/near/app'))).toBe(near);
    expect(idOf(await preview('~far', 'root', '/acme/near/app'))).toBe(only);
    expect(idOf(await preview('~bug'))).toBe(far);
    const { id: own } = await server.db
      .insertInto('labels')
      .values({ project_id: projectId, title: 'bug', color: '#112233' })
      .returning('id')
      .executeTakeFirstOrThrow();
    expect(idOf(await preview('~bug', 'root', '/acme/near/app'))).toBe(own);
    await server.db.insertInto('milestones').values({ iid: 7, group_id: sub, title: 'v1.2' }).execute();
    expect(await preview('%v1.2', 'root', '/acme/near/app')).toContain(
      '<a href="/groups/acme/near/-/milestones/7" class="gfm gfm-milestone" title="v1.2 (open)"',
    );
  });

  test('IE-07.24 what a reader may not see stays text, like what is not there', async () => {
    const secret = await makeEpic(server.db, { groupId: tiny.groups.acme, title: 'Secret', confidential: true });
    const hidden = await makeEpic(server.db, { groupId: tiny.groups.hidden, title: 'Hidden' });
    const projectId = await makeProject(server.db, {
      groupId: tiny.groups.hidden,
      path: 'safe',
      visibility: 'private',
    });
    const issue = await makeIssue(server.db, { projectId, title: 'Locked' });
    await makeLabel(server.db, tiny.groups.hidden, 'quiet');
    const text = `&${secret.iid} hidden&${hidden.iid} hidden/safe#${issue.iid} ~quiet &99`;
    const links = async (person: keyof TinyData['users']) =>
      [...(await preview(text, person)).matchAll(/title="(\w+)/g)].map(([, title]) => title);
    expect(await links('root')).toEqual(['Secret', 'Hidden', 'Locked']);
    expect(await links('rep')).toEqual(['Secret']);
    expect(await links('out')).toEqual([]);
    expect(await preview(text, 'out')).toBe(`<p>${text.replaceAll('&', '&#38;')}</p>`);
    await makeMember(server.db, { userId: tiny.users.out, projectId, accessLevel: 10 });
    expect(await links('out')).toEqual(['Locked']);
  });

  test('IE-07.24 AP-05.104 what has a path, or had it until somebody took it, is found by it', async () => {
    const { acme, hidden } = tiny.groups;
    const epic = await makeEpic(server.db, { groupId: hidden, title: 'Hidden' });
    const projectId = await makeProject(server.db, { groupId: hidden, path: 'safe', visibility: 'private' });
    const issue = await makeIssue(server.db, { projectId, title: 'Locked' });
    const text = `hidden&${epic.iid} hidden/safe#${issue.iid}`;
    const titles = async (person: keyof TinyData['users']) =>
      [...(await preview(text, person)).matchAll(/title="(\w+)/g)].map(([, title]) => title);
    const token = await server.token(tiny.users.root);
    expect((await server.rest('PUT', '/api/v4/groups/hidden', token, { path: 'gone' })).status).toBe(200);
    expect([await titles('root'), await titles('out')]).toEqual([['Hidden', 'Locked'], []]);
    expect((await server.rest('PUT', '/api/v4/groups/acme', token, { path: 'hidden' })).status).toBe(200);
    const own = await makeEpic(server.db, { groupId: acme, iid: epic.iid, title: 'Other' });
    expect(own.iid).toBe(epic.iid);
    expect(await preview(text, 'root', '/groups/hidden')).toContain('title="Other');
  });

  test('IE-07.24 descriptions and comments show each reader what is for them; visitors find no people', async () => {
    const secret = await makeEpic(server.db, { groupId: tiny.groups.acme, title: 'Secret', confidential: true });
    const { id, iid } = await makeEpic(server.db, {
      groupId: tiny.groups.acme,
      description: `See &${secret.iid}, @root`,
    });
    await server.db
      .insertInto('notes')
      .values({ work_item_id: id, author_id: tiny.users.root, body: `And &${secret.iid}` })
      .execute();
    const query = `{ group(fullPath: "acme") { epic(iid: "${iid}") { descriptionHtml notes { nodes { bodyHtml } } } } }`;
    const read = async (token?: string) => JSON.stringify((await server.graphql(query, {}, token)).data);
    const own = await read(await server.token(tiny.users.rep));
    expect(own.match(/Secret \(open\)/g)).toHaveLength(2);
    expect(own).toContain('gfm-project_member');
    const visitor = await read();
    expect(visitor).not.toContain('Secret');
    expect(visitor).toContain(`<p>See &#38;${secret.iid}, @root</p>`);
  });

  test('IE-07.25 a list of descriptions costs one statement more, and none where nothing is referred to', async () => {
    const token = await server.token(tiny.users.root);
    const query = '{ group(fullPath: "acme") { epics { nodes { descriptionHtml } } } }';
    const cost = async () => (await server.countStatements(() => server.graphql(query, {}, token))).statements.length;
    await makeEpic(server.db, { groupId: tiny.groups.acme, description: 'nothing' });
    const plain = await cost();
    for (let index = 1; index <= 20; index += 1)
      await makeEpic(server.db, { groupId: tiny.groups.acme, description: `&${index} @root ~x %y acme/api#${index}` });
    expect(await cost()).toBe(plain + 1);
    const { data } = await server.graphql(query, {}, token);
    expect(JSON.stringify(data).match(/data-reference-type=\\"epic/g)).toHaveLength(20);
  });

  test('IE-07.26 a preview is for those who are signed in and see the place, and no longer than a limit', async () => {
    const call = async (place: string, token: string | undefined, body: unknown) =>
      (await server.rest('POST', `${place}/-/preview_markdown`, token, body)).status;
    const out = await server.token(tiny.users.out);
    expect(await call('/groups/acme', undefined, { text: 'a' })).toBe(401);
    expect(await call('/groups/hidden', out, { text: 'a' })).toBe(404);
    expect(await call('/groups/acme', out, { text: 1 })).toBe(422);
    expect(await call('/groups/acme', out, { text: 'a'.repeat(1_048_577) })).toBe(422);
  });

  test('IE-07.27 markdown over the API', async () => {
    const { iid } = await makeEpic(server.db, { groupId: tiny.groups.acme });
    const call = async (body: unknown, person: keyof TinyData['users'] = 'out') => {
      const answer = await server.rest('POST', '/api/v4/markdown', await server.token(tiny.users[person]), body);
      return [answer.status, (answer.body as { readonly html?: string }).html];
    };
    expect(await call({ text: `**a** &${iid}` })).toEqual([201, `<p><strong>a</strong> &#38;${iid}</p>`]);
    expect((await call({ text: `&${iid}`, gfm: true, group: 'acme' }))[1]).toContain('gfm-epic');
    expect((await call({ text: `&${iid}`, gfm: true }))[1]).not.toContain('gfm-epic');
    expect(await call({ text: 'a', gfm: true, group: 'hidden' })).toEqual([404, undefined]);
    expect(await call({ text: 'a', project: 'acme/nosuch' })).toEqual([404, undefined]);
    expect(await call({ text: ['a'] })).toEqual([400, undefined]);
    expect((await server.rest('POST', '/api/v4/markdown', undefined, { text: 'a' })).status).toBe(401);
  });
});
