import { type Who, word } from './people.ts';
import { noteOf, type Row, type Target } from './rows.ts';
import { childRows, issueRows, searchRows } from './rest-item-rows.ts';
import { peopleRows } from './rest-people-rows.ts';
import { isPlain, route, title } from './rest-row.ts';
import type { MatrixWorld } from './world.ts';

/** The rows of the REST routes: `<method> <where the routes are mounted><pattern>`. */

/** Of every group and project that the world of the matrix has. */
const FIRST_IDS = Array.from({ length: 60 }, (_, at) => at + 1).join(',');
const WIDE = '?search=zq&include_subgroups=true&include_descendant_groups=true&include_ancestor_groups=true';

const apiRows: readonly Row[] = [
  route('POST /api/v4/markdown', 'group', {
    least: 'signing in',
    body: ({ group }) => ({ text: '&1 ~zq', gfm: true, group }),
  }),
  route('GET /api/v4/groups', 'site', { query: '?per_page=100&with_counts=true' }),
  route('GET /api/v4/groups/:id', 'group'),
  route('GET /api/v4/groups/:id/subgroups', 'group'),
  route('GET /api/v4/groups/:id/descendant_groups', 'group', { query: '?search=zq' }),
  route('GET /api/v4/groups/:id/projects', 'group', { query: `${WIDE}&search_namespaces=true` }),
  route('GET /api/v4/projects', 'site', { query: '?per_page=100&search=zq&search_namespaces=true' }),
  route('GET /api/v4/projects/:id', 'project'),
  route('GET /api/v4/groups/:id/epics', 'group', { query: `${WIDE}&with_labels_details=true` }),
  route('GET /api/v4/groups/:id/epics/:iid', 'epic', { query: '?with_labels_details=true' }),
  route('GET /api/v4/groups/:id/epics/:iid/issues', 'epic'),
  route('GET /api/v4/groups/:id/epics/:iid/epics', 'epic'),
  route('GET /api/v4/issues', 'site', { query: '?scope=all&search=zq&per_page=100&order_by=relative_position' }),
  route('GET /api/v4/groups/:id/issues', 'group', { query: '?search=zq' }),
  route('GET /api/v4/projects/:id/issues', 'project', { query: '?search=zq&with_labels_details=true' }),
  ...['', '/participants', '/closed_by'].map((rest) => route(`GET /api/v4/projects/:id/issues/:iid${rest}`, 'issue')),
  route('GET /api/v4/issues_statistics', 'site', { query: '?scope=all' }),
  route('GET /api/v4/groups/:id/issues_statistics', 'group', { query: '?search=zq' }),
  route('GET /api/v4/projects/:id/issues_statistics', 'project', { query: '?labels=zq' }),
  route('GET /api/v4/users', 'site', { least: 'signing in', query: '?per_page=100' }),
  ...['version', 'metadata', 'user/emails'].map((own) => route(`GET /api/v4/${own}`, 'site', { least: 'signing in' })),
  route('POST /api/v4/groups/:id/epics', 'group', { least: 'Reporter', body: title }),
  route('PUT /api/v4/groups/:id/epics/:iid', 'epic', { least: 'Reporter', body: title }),
  route('DELETE /api/v4/groups/:id/epics/:iid', 'epic', { least: 'Owner', kinds: ['secret'] }),
  route('POST /api/v4/groups/:id/epics/:iid/issues/:issue_id', 'epic', {
    least: 'Guest',
    fill: (t) => ({ issue_id: t.issues[isPlain(t) ? 'loose' : 'hidden'].id }),
  }),
  route('DELETE /api/v4/groups/:id/epics/:iid/issues/:issue_id', 'epic', {
    least: 'Reporter',
    fill: (t) => ({ issue_id: t.links[isPlain(t) ? 'plain' : 'below'] }),
  }),
  route('POST /api/v4/projects/:id/issues', 'project', { least: 'Guest', body: title }),
];

const edits = ['PUT /groups/*/-/epics/:iid.json', 'PUT /groups/*/-/epics/:iid', 'PATCH /groups/*/-/epics/:iid.json'];
const issueEdits = ['PUT /*/-/issues/:iid.json', 'PUT /*/-/issues/:iid', 'PATCH /*/-/issues/:iid.json'];
const confirmed = () => ({ destroy_confirm: true });

const groupPageRows: readonly Row[] = [
  route('GET /groups/*/-/epics/:iid.json', 'epic'),
  route('GET /groups/*/-/epics/:iid/realtime_changes', 'epic'),
  route('GET /groups/*/-/labels.json', 'group', { query: `${WIDE}&only_group_labels=false` }),
  route('GET /groups/*/-/autocomplete_sources/epics', 'group', { query: '?search=zq' }),
  route('GET /groups/*/-/autocomplete_sources/epics', 'epic', {
    about: 'what could be added to an epic',
    query: '?search=zq&addable_to=1',
    kinds: ['plain'],
  }),
  route('GET /groups/*/-/autocomplete_sources/issues', 'group', { query: '?search=zq' }),
  route('POST /groups/*/-/preview_markdown', 'group', { least: 'signing in', body: () => ({ text: '&1' }) }),
  route('POST /groups/*/-/epics', 'group', { least: 'Reporter', body: title }),
  ...edits.map((op) => route(op, 'epic', { least: 'Reporter', body: () => ({ epic: { title: 'New' } }) })),
  ...['DELETE /groups/*/-/epics/:iid.json', 'DELETE /groups/*/-/epics/:iid'].map((op) =>
    route(op, 'epic', { least: 'Owner', kinds: ['secret'], body: confirmed }),
  ),
  route('GET /groups/*/-/epics/:iid/links', 'epic'),
  route('POST /groups/*/-/epics/:iid/links', 'epic', {
    least: 'Guest',
    kinds: ['plain'],
    body: (t) => ({ issuable_references: [`&${t.epics.loose.iid}`] }),
  }),
  route('DELETE /groups/*/-/epics/:iid/links/:id', 'epic', {
    least: 'Guest',
    fill: (t) => ({ id: t.epics[isPlain(t) ? 'child' : 'below'].id }),
  }),
  route('GET /groups/*/-/epics/:iid/issues', 'epic'),
  route('POST /groups/*/-/epics/:iid/issues', 'epic', {
    least: 'Guest',
    body: (t) => ({ issuable_references: [`${t.project}#${t.issues[isPlain(t) ? 'loose' : 'hidden'].iid}`] }),
  }),
  route('DELETE /groups/*/-/epics/:iid/issues/:id', 'epic', {
    least: 'Reporter',
    fill: (t) => ({ id: t.links[isPlain(t) ? 'plain' : 'below'] }),
  }),
  route('POST /groups/*/-/epics/:iid/todos', 'epic', {
    least: 'signing in',
    body: ({ epic }) => ({ issuable_id: epic.id, issuable_type: 'epic' }),
  }),
  route('POST /groups/*/-/epics/:iid/toggle_subscription', 'epic', { least: 'signing in' }),
];

const projectPageRows: readonly Row[] = [
  route('POST /*/-/preview_markdown', 'project', { least: 'signing in', body: () => ({ text: '#1' }) }),
  route('POST /*/-/issues', 'project', { least: 'Guest', body: title }),
  route('POST /*/-/issues/:iid', 'issue', {
    least: 'Owner',
    also: 'author who is a member',
    body: () => ({ _method: 'delete', destroy_confirm: true }),
  }),
  ...issueEdits.map((op) =>
    route(op, 'issue', {
      least: 'Reporter',
      also: 'author or assignee',
      body: () => ({ issue: { description: 'New' } }),
    }),
  ),
  ...issueEdits.slice(0, 1).map((op) =>
    route(op, 'issue', {
      about: 'its lock',
      least: 'Reporter',
      body: () => ({ issue: { discussion_locked: true } }),
    }),
  ),
  route('GET /*/-/issues/:iid/realtime_changes', 'issue'),
  ...['DELETE /*/-/issues/:iid.json', 'DELETE /*/-/issues/:iid'].map((op) =>
    route(op, 'issue', { least: 'Owner', also: 'author who is a member', body: confirmed }),
  ),
];

const kinship = ({ kinship: { epic, issue }, kind }: Target, of: 'epic' | 'issue') => ({ epic, issue })[of][kind];
const LINKS = '/groups/*/-/epics/:iid/related_epic_links';
const ISSUE_LINKS = '/*/-/issues/:iid/links';
const API_LINKS = '/api/v4/groups/:id/epics/:iid/related_epics';
const API_ISSUE_LINKS = '/api/v4/projects/:id/issues/:iid/links';

const linkRows: readonly Row[] = [
  route(`GET ${LINKS}`, 'epic'),
  route(`POST ${LINKS}`, 'epic', { least: 'Guest', body: (t) => ({ issuable_references: [`&${t.epics.loose.iid}`] }) }),
  route(`DELETE ${LINKS}/:link_id`, 'epic', { least: 'Guest', fill: (t) => ({ link_id: kinship(t, 'epic') }) }),
  route(`GET ${ISSUE_LINKS}`, 'issue'),
  route(`POST ${ISSUE_LINKS}`, 'issue', {
    least: 'Guest',
    body: (t) => ({ issuable_references: [`#${t.issues.loose.iid}`] }),
  }),
  route(`DELETE ${ISSUE_LINKS}/:link_id`, 'issue', { least: 'Guest', fill: (t) => ({ link_id: kinship(t, 'issue') }) }),
  route(`GET ${API_LINKS}`, 'epic'),
  route('GET /api/v4/groups/:id/related_epic_links', 'group'),
  route(`POST ${API_LINKS}`, 'epic', {
    least: 'Guest',
    body: (t) => ({ target_group_id: t.groupId, target_epic_iid: t.epics.loose.iid }),
  }),
  route(`DELETE ${API_LINKS}/:link_id`, 'epic', { least: 'Guest', fill: (t) => ({ link_id: kinship(t, 'epic') }) }),
  route(`GET ${API_ISSUE_LINKS}`, 'issue'),
  route(`POST ${API_ISSUE_LINKS}`, 'issue', {
    least: 'Guest',
    body: (t) => ({ target_project_id: t.projectId, target_issue_iid: t.issues.loose.iid }),
  }),
  route(`GET ${API_ISSUE_LINKS}/:link_id`, 'issue', { fill: (t) => ({ link_id: kinship(t, 'issue') }) }),
  route(`DELETE ${API_ISSUE_LINKS}/:link_id`, 'issue', {
    least: 'Guest',
    fill: (t) => ({ link_id: kinship(t, 'issue') }),
  }),
  route('GET /api/v4/groups/:id/epics/:iid/related_merge_requests', 'epic'),
  route('GET /api/v4/projects/:id/issues/:iid/related_merge_requests', 'issue'),
];

const ownRows: readonly Row[] = [
  {
    op: 'DELETE /dashboard/todos/:id',
    on: 'site',
    least: 'signing in',
    ask: (_target, { todos }, who) => ({
      method: 'DELETE',
      url: `/dashboard/todos/${who === 'anonymous' ? todos.owner : todos[who]}`,
    }),
  },
  route('GET /-/session.json', 'site'),
  route('GET /-/autocomplete/award_emojis', 'site'),
  route('GET /-/place_counts.json', 'site', { query: `?groups=${FIRST_IDS}&projects=${FIRST_IDS}` }),
];

/** Everybody's own reaction is asked about; a visitor asks about an owner's. */
const awardRows: readonly Row[] = (['epic', 'issue'] as const).flatMap((on): Row[] => {
  const pattern = `/api/v4/${on === 'epic' ? 'groups/:id/epics' : 'projects/:id/issues'}/:iid/award_emoji`;
  const own = (row: Row, method: 'GET' | 'DELETE'): Row => ({
    ...row,
    op: `${method} ${pattern}/:award_id`,
    ask: (target, world, who) => {
      const id = world.awards.get(`${target[on].id} ${who === 'anonymous' ? 'owner' : who}`) ?? 0;
      const { url } = row.ask(target, world, who);
      return { method, url: `${url}/${id}` };
    },
  });
  return [
    route(`GET ${pattern}`, on),
    route(`POST ${pattern}`, on, { least: 'signing in', body: () => ({ name: 'tada' }) }),
    own(route(`GET ${pattern}`, on), 'GET'),
    own(route(`GET ${pattern}`, on, { least: 'signing in' }), 'DELETE'),
  ];
});

/** One's own comments, an administrator's, and the discussions that these began. */
const noteRows: readonly Row[] = (['epic', 'issue'] as const).flatMap((on): Row[] => {
  const item = `/api/v4/${on === 'epic' ? 'groups/:id/epics/:epic_id' : 'projects/:id/issues/:iid'}`;
  const of = (whose: 'own' | 'admin') => (target: Target, world: MatrixWorld, who: Who) => {
    const { id } = noteOf(world, target[on], whose === 'own' ? who : whose);
    return { note_id: id, discussion_id: id };
  };
  const body = () => ({ body: 'New' });
  const changes = [`${item}/notes`, `${item}/discussions/:discussion_id/notes`].flatMap((notes) => [
    route(`POST ${notes}`, on, { least: 'signing in', body, fill: of('admin') }),
    ...(['PUT', 'DELETE'] as const).flatMap((method) => [
      route(`${method} ${notes}/:note_id`, on, { about: "one's own", least: 'signing in', body, fill: of('own') }),
      route(`${method} ${notes}/:note_id`, on, { about: "another's", least: 'Maintainer', body, fill: of('admin') }),
    ]),
  ]);
  return [
    ...changes,
    route(`POST ${item}/notes`, on, {
      about: 'internal',
      least: 'Reporter',
      body: () => ({ body: 'New', internal: true }),
    }),
    route(`POST ${item}/discussions`, on, { least: 'signing in', body }),
    route(`GET ${item}/notes`, on, { query: '?sort=asc' }),
    route(`GET ${item}/notes/:note_id`, on, { fill: of('admin') }),
    route(`GET ${item}/discussions`, on),
    route(`GET ${item}/discussions/:discussion_id`, on, { fill: of('admin') }),
  ];
});

/** Everybody's own reaction to their own comment. */
const noteAwardRows: readonly Row[] = (['epic', 'issue'] as const).flatMap((on): Row[] => {
  const item = on === 'epic' ? 'groups/:id/epics/:iid' : 'projects/:id/issues/:iid';
  const pattern = `/api/v4/${item}/notes/:note_id/award_emoji`;
  const fill = (target: Target, world: MatrixWorld, who: Who) => ({
    note_id: noteOf(world, target[on], who).id,
    award_id: world.noteAwards.get(`${target[on].id} ${who === 'anonymous' ? 'owner' : who}`) ?? 0,
  });
  return [
    route(`GET ${pattern}`, on, { fill }),
    route(`POST ${pattern}`, on, { least: 'signing in', fill, body: () => ({ name: 'tada' }) }),
    route(`GET ${pattern}/:award_id`, on, { fill }),
    route(`DELETE ${pattern}/:award_id`, on, { least: 'signing in', fill }),
  ];
});

/** The newest version of the description of the item. */
const versionRows: readonly Row[] = (['epic', 'issue'] as const).flatMap((on): Row[] => {
  const pattern = `${on === 'epic' ? '/groups/*/-/epics' : '/*/-/issues'}/:iid/descriptions/:version_id`;
  const fill = (target: Target, { versions }: MatrixWorld) => ({ version_id: versions.get(target[on].id) ?? 999_999 });
  return [route(`GET ${pattern}/diff`, on, { fill }), route(`DELETE ${pattern}`, on, { least: 'Maintainer', fill })];
});

const TRACKED = '/api/v4/projects/:id/issues/:iid';
const timeRows: readonly Row[] = [
  route(`GET ${TRACKED}/time_stats`, 'issue'),
  ...['time_estimate', 'add_spent_time'].map((name) =>
    route(`POST ${TRACKED}/${name}`, 'issue', { least: 'Reporter', body: () => ({ duration: '1h' }) }),
  ),
  ...['reset_time_estimate', 'reset_spent_time'].map((name) =>
    route(`POST ${TRACKED}/${name}`, 'issue', { least: 'Reporter' }),
  ),
];

const templateRows: readonly Row[] = (['group', 'project'] as const).flatMap((on): Row[] => {
  const list = `/api/v4/${on}s/:id/templates/issues`;
  const page = on === 'group' ? '/groups/*/-/' : '/*/';
  const fill = ({ place }: Target) => ({ key: word(place, 'template'), type: 'issue' });
  const made = { least: 'Maintainer', body: () => ({ name: 'New', content: 'New' }), fill } as const;
  return [
    ...[list, `${list}/:key`, `${page}description_templates/names/:type`, `${page}templates/:type/:key`].map((path) =>
      route(`GET ${path}`, on, { least: 'signing in', fill }),
    ),
    route(`GET ${on === 'group' ? '/groups/*/-/' : '/*/-/'}settings/templates.json`, on, { least: 'Maintainer' }),
    route(`POST ${list}`, on, made),
    route(`PUT ${list}/:key`, on, made),
    route(`DELETE ${list}/:key`, on, { least: 'Maintainer', fill }),
  ];
});

/** The place's own label. */
const labelRows: readonly Row[] = (['group', 'project'] as const).flatMap((on): Row[] => {
  const list = `/api/v4/${on}s/:id/labels`;
  const name = ({ place }: Target) => word(place, on === 'group' ? 'label' : 'own');
  const fill = (target: Target) => ({ label: name(target) });
  const older = (target: Target) => ({ name: name(target), description: 'New' });
  const change = (op: string, body?: (target: Target) => unknown): Row =>
    route(op, on, { least: 'Reporter', fill, ...(body && { body }) });
  return [
    route(`GET ${list}`, on, { query: `${WIDE}&only_group_labels=false&with_counts=true` }),
    route(`GET ${list}/:label`, on, { fill }),
    change(`POST ${list}`, () => ({ name: 'New', color: '#FF0000' })),
    change(`PUT ${list}`, older),
    change(`PUT ${list}/:label`, () => ({ new_name: 'New' })),
    change(`DELETE ${list}`, older),
    change(`DELETE ${list}/:label`),
    change(`POST ${list}/:label/merge`, (target) => ({ into: target[on === 'group' ? 'otherLabel' : 'label'] })),
    ...['subscribe', 'unsubscribe'].map((verb) =>
      route(`POST ${list}/:label/${verb}`, on, { least: 'signing in', fill }),
    ),
    ...(on === 'group' ? [] : [change(`PUT ${list}/promote`, older), change(`PUT ${list}/:label/promote`)]),
  ];
});

const iterationRows: readonly Row[] = (['group', 'project'] as const).map((on) =>
  route(`GET /api/v4/${on}s/:id/iterations`, on),
);

const milestoneRows: readonly Row[] = (['group', 'project'] as const).flatMap((on): Row[] => {
  const list = `/api/v4/${on}s/:id/milestones`;
  const one = `${list}/:milestone_id`;
  const fill = ({ milestone, sprint }: Target) => ({ milestone_id: on === 'group' ? milestone : sprint });
  const made = { least: 'Reporter', body: title, fill } as const;
  return [
    route(`GET ${list}`, on, { query: '?include_ancestors=true' }),
    ...['', '/issues', '/merge_requests', '/burndown_events'].map((what) => route(`GET ${one}${what}`, on, { fill })),
    route(`POST ${list}`, on, made),
    route(`PUT ${one}`, on, made),
    route(`DELETE ${one}`, on, { least: 'Reporter', fill }),
    ...(on === 'project' ? [route(`POST ${one}/promote`, on, { least: 'Reporter', fill })] : []),
  ];
});

const USER = '/api/v4/users/:id';
const aPerson = ({ helper }: Target) => ({ id: helper });
const userRows: readonly Row[] = [
  route('GET /api/v4/user', 'site', { least: 'signing in' }),
  route(`GET ${USER}`, 'site', { least: 'signing in', fill: aPerson }),
  route(`GET ${USER}/status`, 'site', { least: 'signing in', fill: aPerson }),
  route(`GET ${USER}/memberships`, 'site', { least: 'administration', fill: aPerson }),
  ...['/api/v4/user/preferences', '/api/v4/user/status', '/-/profile.json'].flatMap((own) => [
    route(`GET ${own}`, 'site', { least: 'signing in' }),
    route(`PUT ${own}`, 'site', { least: 'signing in', body: () => ({ bio: 'New', message: 'New', theme: 'dark' }) }),
  ]),
  route('GET /-/sessions.json', 'site', { least: 'signing in' }),
  route('DELETE /-/sessions.json', 'site', { least: 'signing in' }),
  route('DELETE /-/sessions/:session', 'site', {
    least: 'signing in',
    fill: (_target, { sessions }, who) => ({ session: sessions.get(who) ?? 0 }),
  }),
  route('GET /-/users/:id/sessions.json', 'site', { least: 'administration', fill: aPerson }),
  route('DELETE /-/users/:id/sessions.json', 'site', { least: 'administration', fill: aPerson }),
  route('DELETE /-/users/:id/sessions/:session', 'site', {
    least: 'administration',
    fill: (target, { sessions }) => ({ ...aPerson(target), session: sessions.get('helper') ?? 0 }),
  }),
  route('GET /api/v4/user_counts', 'site', { least: 'signing in' }),
  route('POST /api/v4/users', 'site', {
    least: 'administration',
    body: () => ({ username: 'new', name: 'New', email: 'new@example.com', reset_password: true }),
  }),
  ...['block', 'unblock', 'deactivate', 'activate', 'ban'].map((event) =>
    route(`POST ${USER}/${event}`, 'site', { least: 'administration', fill: aPerson }),
  ),
  route(`POST ${USER}/unban`, 'site', { least: 'administration', fill: ({ banned }) => ({ id: banned }) }),
  route(`DELETE ${USER}`, 'site', { least: 'administration', fill: aPerson }),
  route(`PUT ${USER}`, 'site', { least: 'administration', fill: aPerson, body: () => ({ name: 'New' }) }),
];

export const restRows: readonly Row[] = [
  ...labelRows,
  ...awardRows,
  ...noteRows,
  ...noteAwardRows,
  ...versionRows,
  ...timeRows,
  ...templateRows,
  ...peopleRows,
  ...milestoneRows,
  ...iterationRows,
  ...userRows,
  ...apiRows,
  ...issueRows,
  ...childRows,
  ...searchRows,
  ...groupPageRows,
  ...projectPageRows,
  ...linkRows,
  ...ownRows,
];
