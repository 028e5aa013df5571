import type { AddressInfo } from 'node:net';
import { Gitlab } from '@gitbeaker/rest';
import { seedTiny, type TinyData } from '../db/testing-data.ts';
import { openTestServer, type TestServer } from '../graphql/testing.ts';

/**
 * GitLab's client for Node, as it comes, against the server on a port. Some of its calls go to addresses that GitLab does not have either: `EpicLinks`
 * (`…/epics/:iid/links`) `Epics.createTodo` (`…/epics/:iid/todos`) and following a label (`…/issues/:label/subscribe`).
 */

let server: TestServer;
let tiny: TinyData;
let api: InstanceType<typeof Gitlab>;
beforeAll(async () => {
  server = await openTestServer();
  await server.app.listen({ port: 0, host: '127.0.0.1' });
  const { port } = server.app.server.address() as AddressInfo;
  await server.database.reset();
  tiny = await seedTiny(server.db);
  api = new Gitlab({ host: `http://127.0.0.1:${port}`, token: await server.token(tiny.users.plan) });
});
afterAll(() => server.close());

test('AP-05.190 @gitbeaker/rest: who asks, groups, projects, people and tokens', async () => {
  expect(await api.Users.showCurrentUser()).toMatchObject({ username: 'plan' });
  expect((await api.Groups.all()).map(({ full_path }) => full_path)).toEqual(['acme', 'acme/web']);
  expect(await api.Groups.show('acme/web')).toMatchObject({ id: tiny.groups.web });
  expect(await api.Groups.allSubgroups('acme')).toMatchObject([{ full_path: 'acme/web' }]);
  expect(await api.Projects.show('acme/api')).toMatchObject({ id: tiny.projects.api });
  expect(await api.Groups.allProjects('acme', { includeSubgroups: true })).toHaveLength(2);
  expect(await api.PersonalAccessTokens.all()).toMatchObject([{ name: 'test' }]);
  const member = await api.GroupMembers.add('acme', 40, { userId: tiny.users.out });
  expect(member).toMatchObject({ username: 'out', access_level: 40 });
  expect(await api.GroupMembers.edit('acme', tiny.users.out, 30)).toMatchObject({ access_level: 30 });
  expect(await api.ProjectMembers.all('acme/api', { includeInherited: true })).toHaveLength(5);
  await api.GroupMembers.remove('acme', tiny.users.out);
  await expect(api.GroupMembers.show('acme', tiny.users.out)).rejects.toThrow('Not Found');
});

test('AP-05.190 @gitbeaker/rest: labels and milestones', async () => {
  await api.GroupLabels.create('acme', 'bug', '#ff0000', { description: 'Wrong' });
  await api.ProjectLabels.create('acme/api', 'own', 'tomato');
  expect(await api.GroupLabels.edit('acme', 'bug', { color: '#00ff00' })).toMatchObject({ color: '#00ff00' });
  expect((await api.ProjectLabels.all('acme/api')).map(({ name }) => name)).toEqual(['bug', 'own']);
  await api.ProjectLabels.remove('acme/api', 'own');
  const { id } = await api.GroupMilestones.create('acme', 'First', { dueDate: '2026-12-24' });
  expect(await api.GroupMilestones.edit('acme', id, { description: 'All of it' })).toMatchObject({
    due_date: '2026-12-24',
  });
  expect(await api.GroupMilestones.allAssignedIssues('acme', id)).toEqual([]);
  const sprint = await api.ProjectMilestones.create('acme/api', 'Sprint');
  expect(await api.ProjectMilestones.all('acme/api')).toMatchObject([{ title: 'Sprint' }]);
  await api.ProjectMilestones.remove('acme/api', sprint.id);
});

test('AP-05.190 @gitbeaker/rest: issues', async () => {
  const project = 'acme/api';
  const made = await api.Issues.create(project, 'One', { labels: 'bug', assigneeIds: [tiny.users.dev], weight: 3 });
  expect(made).toMatchObject({ iid: 1, labels: ['bug'], weight: 3, assignees: [{ username: 'dev' }] });
  const edited = await api.Issues.edit(project, 1, { addLabels: 'more', stateEvent: 'close', discussionLocked: true });
  expect(edited).toMatchObject({ state: 'closed', labels: ['bug', 'more'], discussion_locked: true });
  expect(await api.Issues.edit(project, 1, { discussionLocked: false })).toMatchObject({ discussion_locked: false });
  expect(await api.Issues.show(1, { projectId: project })).toMatchObject({
    id: made.id,
    closed_by: { username: 'plan' },
  });
  await api.Issues.edit(project, 1, { stateEvent: 'reopen' });
  await api.Issues.create(project, 'Two');
  const all = await api.Issues.all<false, 'keyset'>({ projectId: project, perPage: 1, pagination: 'keyset' });
  expect(all.map(({ title }) => title)).toEqual(['Two', 'One']);
  expect(await api.Issues.all({ groupId: 'acme', labels: 'bug' })).toHaveLength(1);
  expect(await api.IssuesStatistics.all({ projectId: project })).toMatchObject({
    statistics: { counts: { all: 2, opened: 2 } },
  });
  await api.Issues.addTimeEstimate(project, 1, '3h');
  expect(await api.Issues.addSpentTime(project, 1, '1h')).toMatchObject({
    time_estimate: 10_800,
    total_time_spent: 3600,
  });
  expect(await api.Issues.unsubscribe(project, 1)).toMatchObject({ subscribed: false });
  expect((await api.Issues.allParticipants(project, 1)).map(({ username }) => username)).toEqual(['plan', 'dev']);
  const link = await api.IssueLinks.create(project, 1, tiny.projects.api, 2, { linkType: 'blocks' });
  expect(link).toMatchObject({ source_issue: { iid: 1 }, target_issue: { iid: 2 } });
  expect(await api.IssueLinks.all(project, 1)).toMatchObject([{ iid: 2, link_type: 'blocks' }]);
  expect(await api.Issues.clone(project, 1, tiny.projects.app)).toMatchObject({
    project_id: tiny.projects.app,
    iid: 1,
  });
  expect(await api.Issues.move(project, 2, tiny.projects.app)).toMatchObject({ iid: 2 });
  await api.Issues.remove('acme/web/app', 2);
  expect(await api.Issues.all({ projectId: 'acme/web/app' })).toHaveLength(1);
});

test('AP-05.190 @gitbeaker/rest: notes, discussions and reactions', async () => {
  const note = await api.IssueNotes.create('acme/api', 1, 'Well');
  expect(await api.IssueNotes.edit('acme/api', 1, note.id, { body: 'Better' })).toMatchObject({ body: 'Better' });
  const begun = await api.IssueDiscussions.create('acme/api', 1, 'So?');
  await api.IssueDiscussions.addNote('acme/api', 1, begun.id, 'So.');
  expect((await api.IssueDiscussions.show('acme/api', 1, begun.id)).notes).toHaveLength(2);
  const award = await api.IssueAwardEmojis.award('acme/api', 1, 'tada');
  expect(await api.IssueAwardEmojis.all('acme/api', 1)).toMatchObject([{ id: award.id, name: 'tada' }]);
  await api.IssueAwardEmojis.remove('acme/api', 1, award.id);
  await api.IssueNotes.remove('acme/api', 1, note.id);
  expect((await api.IssueNotes.all('acme/api', 1, { activityFilter: 'only_comments' } as object)).length).toBe(2);
});

test('AP-05.190 @gitbeaker/rest: epics, their children and to-dos', async () => {
  const parent = await api.Epics.create('acme', 'Parent', { labels: 'bug' });
  expect(await api.Epics.edit('acme', parent.iid, { title: 'Above' })).toMatchObject({ title: 'Above' });
  const two = await api.Epics.create('acme', 'Two', { parentId: parent.id } as object);
  expect(two).toMatchObject({ parent_id: parent.id });
  const issue = await api.Issues.show(1, { projectId: 'acme/api' });
  const put = await api.EpicIssues.assign('acme', parent.iid, issue.id);
  expect(await api.EpicIssues.all('acme', parent.iid)).toMatchObject([{ title: 'One' }]);
  await api.EpicIssues.remove('acme', parent.iid, put.id);
  const three = await api.Epics.create('acme', 'Three');
  await api.LinkedEpics.create('acme', parent.iid, three.iid, tiny.groups.acme);
  expect(await api.LinkedEpics.all('acme', parent.iid)).toMatchObject([{ title: 'Three' }]);
  await api.EpicNotes.create('acme', parent.id, 'Well');
  expect((await api.EpicNotes.all('acme', parent.id)).some(({ body }) => body === 'Well')).toBe(true);
  await api.Issues.createTodo('acme/api', 1);
  const [todo] = await api.TodoLists.all();
  expect(todo).toMatchObject({ target_type: 'Issue', state: 'pending' });
  await api.TodoLists.done({ todoId: todo?.id ?? 0 });
  await api.TodoLists.done();
  expect(await api.TodoLists.all()).toEqual([]);
  expect(await api.Search.all('issues', 'One', { groupId: 'acme' } as object)).toHaveLength(2);
  await api.Epics.remove('acme', parent.iid);
});
