import { isPlain, route, title } from './rest-row.ts';
import type { Row, Target } from './rows.ts';

/** The rows of the API's changes of issues and of the children of epics. */

const CHILDREN = '/api/v4/groups/:id/epics/:iid/epics';
const secretly = (t: Target) => ({ title: 'New', confidential: !isPlain(t) });

export const childRows: readonly Row[] = [
  route(`POST ${CHILDREN}`, 'epic', { least: 'Reporter', body: secretly }),
  route(`POST ${CHILDREN}/:child_id`, 'epic', {
    least: 'Guest',
    kinds: ['plain'],
    fill: (t) => ({ child_id: t.epics.loose.id }),
  }),
  route(`DELETE ${CHILDREN}/:child_id`, 'epic', {
    least: 'Guest',
    fill: (t) => ({ child_id: t.epics[isPlain(t) ? 'child' : 'below'].id }),
  }),
  route(`PUT ${CHILDREN}/:child_id`, 'epic', {
    least: 'Reporter',
    kinds: ['plain'],
    fill: (t) => ({ child_id: t.epics.child.id }),
    body: (t) => ({ move_after_id: t.epics.twin.id }),
  }),
  route('PUT /api/v4/groups/:id/epics/:iid/issues/:issue_id', 'epic', {
    least: 'Reporter',
    kinds: ['plain'],
    fill: (t) => ({ issue_id: t.links.plain }),
    body: (t) => ({ move_after_id: t.links.secret }),
  }),
];

const ONE_ISSUE = '/api/v4/projects/:id/issues/:iid';

const searched = (on: 'site' | 'group' | 'project', scopes: readonly string[]): Row[] =>
  scopes.flatMap((scope) =>
    (on === 'site' ? ['/api/v4/search'] : ['search', '-/search'].map((name) => `/api/v4/${on}s/:id/${name}`)).map(
      (path) =>
        route(`GET ${path}`, on, {
          about: scope,
          least: 'signing in',
          query: `?scope=${scope}&search=zq&per_page=100`,
        }),
    ),
  );

export const searchRows: readonly Row[] = [
  route('GET /api/v4/events', 'site', { least: 'signing in', query: '?per_page=100&scope=all' }),
  route('GET /api/v4/users/:id/events', 'site', {
    least: 'signing in',
    query: '?per_page=100',
    fill: (_target, { users }) => ({ id: users.admin }),
  }),
  route('GET /api/v4/projects/:id/events', 'project', { query: '?per_page=100' }),
  ...searched('site', ['projects', 'issues', 'milestones', 'users']),
  ...searched('group', ['projects', 'issues', 'milestones', 'users', 'epics']),
  ...searched('project', ['issues', 'milestones', 'users', 'notes']),
];

export const issueRows: readonly Row[] = [
  route(`PUT ${ONE_ISSUE}`, 'issue', { least: 'Reporter', also: 'author or assignee', body: title }),
  route(`PUT ${ONE_ISSUE}`, 'issue', { about: 'its weight', least: 'Reporter', body: () => ({ weight: 3 }) }),
  route(`DELETE ${ONE_ISSUE}`, 'issue', { least: 'Owner', also: 'author who is a member' }),
  route(`PUT ${ONE_ISSUE}/reorder`, 'issue', {
    least: 'Reporter',
    kinds: ['plain'],
    body: ({ issues }) => ({ move_after_id: issues.secret.id }),
  }),
  route(`POST ${ONE_ISSUE}/move`, 'issue', {
    least: 'Reporter',
    body: (_target, { ownProject }) => ({ to_project_id: ownProject }),
  }),
  route(`POST ${ONE_ISSUE}/clone`, 'issue', {
    least: 'Reporter',
    body: ({ projectId }) => ({ to_project_id: projectId }),
  }),
  ...['subscribe', 'unsubscribe', 'todo'].map((verb) =>
    route(`POST ${ONE_ISSUE}/${verb}`, 'issue', { least: 'signing in' }),
  ),
  route('POST /api/v4/groups/:id/epics/:iid/todo', 'epic', { least: 'signing in' }),
  ...(['GET', 'POST'] as const).map((method): Row => ({
    op: method === 'GET' ? 'GET /api/v4/todos' : 'POST /api/v4/todos/:id/mark_as_done',
    on: 'site',
    least: 'signing in',
    ask: (_target, { todos }, who) => ({
      method,
      url: `/api/v4/todos${method === 'GET' ? '' : `/${who === 'anonymous' ? todos.owner : todos[who]}/mark_as_done`}`,
    }),
  })),
  route('GET /api/v4/issues/:id', 'issue', { least: 'administration', fill: ({ issue }) => ({ id: issue.id }) }),
  route('POST /api/v4/todos/mark_as_done', 'site', { least: 'signing in' }),
];
