import { GroupEpicsOperation, GroupIssuesOperation, ProjectIssuesOperation } from '@espalier/core/api';
import { makeEpic, makeIssue, seedTiny, type TinyData } from '../db/testing-data.ts';
import { openTestServer, type TestServer } from './testing.ts';

let server: TestServer;
let tiny: TinyData;
beforeAll(async () => {
  server = await openTestServer();
  await server.database.reset();
  tiny = await seedTiny(server.db);
  for (let index = 0; index < 25; index += 1) {
    const state = index % 5 === 0 ? ('closed' as const) : ('opened' as const);
    const title = index % 2 === 0 ? `Even ${index}` : `Odd ${index}`;
    await makeEpic(server.db, { groupId: index % 3 === 0 ? tiny.groups.web : tiny.groups.acme, title, state });
    await makeIssue(server.db, { projectId: tiny.projects.app, title, state });
  }
  await makeEpic(server.db, { groupId: tiny.groups.acme, title: 'Even and hidden', confidential: true });
  await makeIssue(server.db, { projectId: tiny.projects.app, title: 'Even and hidden', confidential: true });
});
afterAll(() => server.close());

test.each([
  ['epics', GroupEpicsOperation, 'acme'],
  ['issues', GroupIssuesOperation, 'acme'],
  ['issues', ProjectIssuesOperation, 'acme/web/app'],
] as const)(
  'RP-02.150 a page of %s and the numbers of both states come in one statement, whatever its size (%#)',
  async (list, operation, fullPath) => {
    const read = async (variables: object) => {
      const { result, statements } = await server.countStatements(() =>
        server.graphql(operation.text, { fullPath, state: 'opened', ...variables }),
      );
      const owner = result.data.group ?? result.data.project;
      return [statements.length, owner[list].nodes.length, owner.opened.count, owner.closed.count];
    };
    expect(await read({ first: 2 })).toEqual([1, 2, 20, 5]);
    expect(await read({ first: 20 })).toEqual([1, 20, 20, 5]);
    expect(await read({ first: 20, state: 'closed' })).toEqual([1, 5, 20, 5]);
    expect(await read({ first: 20, search: 'even' })).toEqual([1, 10, 10, 3]);
  },
);

test('AP-06.50 a list of which nothing is read is a list, whatever it is filtered by', async () => {
  const filtered = `first: 5, search: "even", labelName: ["a"]`;
  const { status, data } = await server.graphql(
    `{ group(fullPath: "acme") { epics(${filtered}) { __typename } issues(${filtered}) { __typename } labels(searchTerm: "x") { __typename } } }`,
  );
  expect([status, data.group]).toEqual([
    200,
    {
      epics: { __typename: 'EpicConnection' },
      issues: { __typename: 'IssueConnection' },
      labels: { __typename: 'LabelConnection' },
    },
  ]);
});
