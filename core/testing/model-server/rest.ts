import { itemPermissions } from '../../access/index.ts';
import { isLinkType } from '../../link/rules.ts';
import type { ReferenceKind } from '../../work-item/rules.ts';
import { allowedChild, stateEvent } from '../../work-item/rules.ts';
import { createEpic, createItem, deleteItem, updateEpic } from './commands-items.ts';
import { addChildren, removeChild } from './commands-tree.ts';
import { BASE_URL, epicPath, textHtml, titleHtml } from './addresses.ts';
import { addLinks, linkedJson, mergeRequestsJson, removeLink } from './links.ts';
import { placeCounts } from './place-counts.ts';
import { Fields } from './rest-fields.ts';
import {
  childEpics,
  childIssues,
  epicApiJson,
  epicJson,
  completionJson,
  groupJson,
  issueJson,
  memberJson,
  pageMeta,
  projectJson,
} from './rest-json.ts';
import { HIDDEN, hidden, Refusal, refuse } from './refusal.ts';
import type { Rights } from './rights.ts';
import { matches } from './search.ts';
import { addTodo, endTodo } from './sidebar.ts';
import type { ItemRow } from './world.ts';

/** REST as the client uses it: page routes and the API, answers with their statuses. */

export interface RestAnswer {
  readonly status: number;
  readonly body: unknown;
  readonly headers?: Readonly<Record<string, string>>;
}

export interface RestCall {
  readonly method: string;
  readonly path: string;
  readonly query: Readonly<Record<string, unknown>>;
  readonly body: unknown;
}

interface Context {
  readonly rights: Rights;
  readonly params: Readonly<Record<string, string>>;
  readonly fields: Fields;
}

type Handler = (context: Context) => RestAnswer;

const NOT_FOUND: RestAnswer = { status: 404, body: { message: '404 Not Found' } };
const ok = (body: unknown, status = 200): RestAnswer => ({ status, body });

function refusalAnswer({ status, errors }: Refusal): RestAnswer {
  if (status === 401) return { status, body: { message: '401 Unauthorized' } };
  if (errors.length === 1 && errors[0] === HIDDEN) {
    return status === 403 ? { status, body: { message: '403 Forbidden' } } : NOT_FOUND;
  }
  return { status, body: { message: errors.join('. '), errors } };
}

const INTEGER = /^[1-9]\d{0,14}$/;
const numberIn = (text: string | undefined): number =>
  text !== undefined && INTEGER.test(text) ? Number(text) : hidden();

const pageEpic = ({ rights, params }: Context): ItemRow =>
  rights.seeEpic(params['group'] ?? '', numberIn(params['iid'])) ?? hidden();

const pathOrId = (text: string): string | number => (INTEGER.test(text) ? Number(text) : text);

const childList = ({ rights }: Context, kind: ReferenceKind, epic: ItemRow): unknown[] =>
  kind === 'epic' ? childEpics(rights, epic) : childIssues(rights, epic);

function readPage(context: Context): RestAnswer {
  const { rights } = context;
  const epic = pageEpic(context);
  const endpoint = epicPath(rights.world.group(epic.groupId).fullPath, epic.iid);
  const initial = {
    endpoint,
    updateEndpoint: `${endpoint}.json`,
    ...itemPermissions(rights.itemSubject(epic)),
    issuableRef: `&${epic.iid}`,
    lockVersion: epic.lockVersion,
    state: epic.state,
    initialTitleHtml: titleHtml(epic.title),
    initialTitleText: epic.title,
    initialDescriptionHtml: textHtml(epic.description),
    initialDescriptionText: epic.description ?? '',
    epicLinksEndpoint: `${endpoint}/links`,
    issueLinksEndpoint: `${endpoint}/issues`,
    projectsEndpoint: `/api/v4/groups/${epic.groupId}/projects`,
    epicsWebUrl: endpoint.replace(/\/\d+$/, ''),
    issuesWebUrl: endpoint.replace(/epics\/\d+$/, 'issues'),
    fullPath: rights.world.group(epic.groupId).fullPath,
    confidential: epic.confidential,
    allowSubEpics: true,
    allowIssuableHealthStatus: true,
    allowIterations: true,
  };
  return ok({ initial, meta: pageMeta(rights, epic, endpoint) });
}

function readChanges(context: Context): RestAnswer {
  const epic = pageEpic(context);
  const { world } = context.rights;
  const editor = epic.editedBy === null ? null : world.user(epic.editedBy);
  const body = {
    title: titleHtml(epic.title),
    title_text: epic.title,
    description: textHtml(epic.description),
    description_text: epic.description ?? '',
    lock_version: epic.lockVersion,
    ...(editor !== null && {
      updated_at: epic.editedAt,
      updated_by_name: editor.name,
      updated_by_path: `/${editor.username}`,
    }),
  };
  return { ...ok(body), headers: { 'poll-interval': '3000' } };
}

function putEpic(context: Context): RestAnswer {
  const { rights, fields } = context;
  const event = fields.text('state_event');
  const known = event === undefined ? undefined : stateEvent(event);
  if (known === null) refuse(422, 'state_event is invalid');
  const patch = {
    title: fields.text('title'),
    description: fields.text('description'),
    confidential: fields.flag('confidential'),
    stateEvent: known,
    lockVersion: fields.integer('lock_version'),
    startIsFixed: fields.flag('start_date_is_fixed'),
    startDate: fields.day('start_date_fixed'),
    dueIsFixed: fields.flag('due_date_is_fixed'),
    dueDate: fields.day('due_date_fixed'),
  };
  if (rights.viewer === null) refuse(401, '401 Unauthorized');
  return ok(epicJson(rights, updateEpic(rights, pageEpic(context).id, patch).id));
}

function postEpic({ rights, params, fields }: Context): RestAnswer {
  const epic = createEpic(rights, params['group'] ?? '', {
    title: fields.text('title') ?? '',
    confidential: fields.flag('confidential'),
    description: fields.text('description') ?? null,
    color: fields.text('color'),
  });
  return ok({ web_url: `${BASE_URL}${epicPath(rights.world.group(epic.groupId).fullPath, epic.iid)}` });
}

function destroyEpic(context: Context): RestAnswer {
  const { rights, fields } = context;
  if (fields.flag('destroy_confirm') !== true) {
    pageEpic(context);
    return { status: 422, body: { errors: 'Destroy confirmation not provided for epic' } };
  }
  if (rights.viewer === null) refuse(401, '401 Unauthorized');
  const epic = deleteItem(rights, pageEpic(context).id);
  return ok({ web_url: `${BASE_URL}/groups/${rights.world.group(epic.groupId).fullPath}/-/epics` });
}

const postChildren =
  (kind: ReferenceKind): Handler =>
  (context) => {
    const { rights, fields } = context;
    const epic = pageEpic(context);
    const references = fields.words('issuable_references');
    try {
      addChildren(rights, { epicId: epic.id, kind, references, origin: BASE_URL });
    } catch (error) {
      if (!(error instanceof Refusal) || error.status === 401 || error.status === 403) throw error;
      const message = error.errors.join('. ');
      return { status: error.status, body: { message, issuables: childList(context, kind, epic) } };
    }
    return ok({ message: null, issuables: childList(context, kind, epic) });
  };

const deleteChild =
  (kind: ReferenceKind): Handler =>
  (context) => {
    const epic = pageEpic(context);
    removeChild(context.rights, { epicId: epic.id, kind, id: numberIn(context.params['id']) });
    return ok({ issuables: childList(context, kind, epic) });
  };

const getChildren =
  (kind: ReferenceKind): Handler =>
  (context) =>
    ok(childList(context, kind, pageEpic(context)));

function postApiEpic({ rights, params, fields }: Context): RestAnswer {
  const epic = createEpic(rights, pathOrId(params['id'] ?? ''), {
    title: fields.text('title') ?? '',
    confidential: fields.flag('confidential'),
    description: fields.text('description') ?? null,
    parentId: fields.integer('parent_id') ?? null,
  });
  return ok(epicApiJson(rights, epic.id), 201);
}

const postIssue =
  (owner: 'id' | 'group'): Handler =>
  ({ rights, params, fields }) => {
    const project = params[owner] ?? '';
    const item = createItem(rights, owner === 'id' ? pathOrId(project) : project, 'issue', {
      title: fields.text('title') ?? '',
      confidential: fields.flag('confidential'),
      description: fields.text('description') ?? null,
      parentId: fields.integer('epic_id') ?? null,
    });
    return ok(issueJson(rights, item.id), 201);
  };

function destroyIssue({ rights, params, fields }: Context): RestAnswer {
  const project = params['group'] ?? '';
  const visible = () => rights.seeProjectItem(project, numberIn(params['iid'])) ?? hidden();
  if (fields.flag('destroy_confirm') !== true) {
    visible();
    return { status: 422, body: { errors: 'Destroy confirmation not provided for issue' } };
  }
  if (rights.viewer === null) refuse(401, '401 Unauthorized');
  deleteItem(rights, visible().id);
  return ok({ web_url: `${BASE_URL}/${project}/-/issues` });
}

function groupsBelow({ rights, params, fields }: Context): RestAnswer {
  const owner = rights.seeGroup(pathOrId(params['id'] ?? '')) ?? hidden();
  const found = [...rights.world.groups.values()]
    .filter((group) => group.id !== owner.id && group.traversalIds.includes(owner.id))
    .filter(rights.readsGroup)
    .filter((group) => matches(fields.text('search'), group.name, group.fullPath))
    .sort((a, b) => (a.name.toLowerCase() < b.name.toLowerCase() ? -1 : 1));
  return ok(found.map(groupJson));
}

function projectsOf({ rights, params, fields }: Context): RestAnswer {
  const { world } = rights;
  const owner = rights.seeGroup(pathOrId(params['id'] ?? '')) ?? hidden();
  const below = fields.flag('include_subgroups') === true;
  const found = [...world.projects.values()]
    .filter(({ groupId }) => (below ? world.group(groupId).traversalIds.includes(owner.id) : groupId === owner.id))
    .filter(rights.readsProject)
    .filter(({ name, fullPath, groupId }) =>
      matches(fields.text('search'), name, fullPath, world.group(groupId).fullName),
    )
    .sort((a, b) => b.id - a.id);
  return ok(found.map((project) => projectJson(world, project)));
}

const countPlaces = ({ rights, fields }: Context): RestAnswer =>
  ok(placeCounts(rights, fields.text('groups'), fields.text('projects')));

/** Specification, epic page, section 9. */
const COMPLETIONS = 5;
const COMPLETION_QUERY = 20;

/** The items of a group and of those below it, by number or by words; `addable_to` leaves what could be added to that epic. */
const complete =
  (kind: ReferenceKind): Handler =>
  ({ rights, params, fields }) => {
    const { world } = rights;
    const owner = rights.seeGroup(params['group'] ?? '') ?? hidden();
    const asked = (fields.text('search') ?? '').slice(0, COMPLETION_QUERY).replace(/^[&#]/, '');
    const number = /^\d{1,9}$/.test(asked) ? asked : null;
    const parentIid = fields.text('addable_to');
    const parent =
      parentIid === undefined || !INTEGER.test(parentIid)
        ? undefined
        : rights.seeEpic(owner.fullPath, Number(parentIid));
    const addable = (row: ItemRow): boolean => {
      if (parent === undefined) return true;
      if (allowedChild('epic', row.type) === null) return false;
      return parent === null || (row.id !== parent.id && world.links.get(row.id)?.parentId !== parent.id);
    };
    const rank = (row: ItemRow): readonly number[] => [
      number !== null && row.iid === Number(number) ? 0 : 1,
      row.groupId === owner.id ? 0 : 1,
      row.state === 'opened' ? 0 : 1,
    ];
    const found = [...world.items.values()]
      .filter((row) => (row.type === 'epic') === (kind === 'epic'))
      .filter((row) => world.group(row.groupId).traversalIds.includes(owner.id) && rights.reads(row) && addable(row))
      .filter((row) => (number !== null && String(row.iid).startsWith(number)) || matches(asked, row.title))
      .sort(
        (a, b) =>
          byRank(rank(a), rank(b)) || (a.updatedAt < b.updatedAt ? 1 : a.updatedAt > b.updatedAt ? -1 : b.id - a.id),
      );
    return ok(found.slice(0, COMPLETIONS).map((row) => completionJson(world, owner, row)));
  };

const byRank = (a: readonly number[], b: readonly number[]): number =>
  a.map((rank, index) => rank - (b[index] ?? 0)).find((difference) => difference !== 0) ?? 0;

/** A person's role in a group, inherited ones too; of several the highest. */
function roleOf({ rights, params }: Context): RestAnswer {
  const { world, viewer } = rights;
  if (viewer === null) refuse(401, '401 Unauthorized');
  const group = rights.seeGroup(pathOrId(params['id'] ?? '')) ?? hidden();
  const user = world.users.get(numberIn(params['user'])) ?? hidden();
  const levels = [...world.members.values()]
    .filter(({ userId, groupId }) => userId === user.id && groupId !== null && group.traversalIds.includes(groupId))
    .map(({ level }) => level);
  return levels.length === 0 ? hidden() : ok(memberJson(user, Math.max(...levels)));
}

function oneProject({ rights, params }: Context): RestAnswer {
  const project = rights.seeProject(pathOrId(params['id'] ?? '')) ?? hidden();
  return ok(projectJson(rights.world, project));
}

const pageItem = ({ rights, params }: Context): ItemRow =>
  rights.seeProjectItem(params['group'] ?? '', numberIn(params['iid'])) ?? hidden();

const getLinks =
  (subject: (context: Context) => ItemRow): Handler =>
  (context) =>
    ok(linkedJson(context.rights, subject(context)));

const postLinks =
  (subject: (context: Context) => ItemRow): Handler =>
  (context) => {
    const { rights, fields } = context;
    const item = subject(context);
    const linkType = fields.text('link_type') ?? 'relates_to';
    if (!isLinkType(linkType)) refuse(422, 'link_type is invalid');
    const references = fields.words('issuable_references');
    try {
      addLinks(rights, { id: item.id, type: linkType, references });
    } catch (error) {
      if (!(error instanceof Refusal) || error.status === 401 || error.status === 403) throw error;
      const message = error.errors.join('. ');
      return { status: error.status, body: { message, issuables: linkedJson(rights, item) } };
    }
    return ok({ message: null, issuables: linkedJson(rights, item) });
  };

const deleteLink =
  (subject: (context: Context) => ItemRow): Handler =>
  (context) => {
    if (context.rights.viewer === null) refuse(401, '401 Unauthorized');
    const item = subject(context);
    removeLink(context.rights, item.id, numberIn(context.params['id']));
    return ok({ issuables: linkedJson(context.rights, item) });
  };

const getMergeRequests =
  (kind: ReferenceKind): Handler =>
  ({ rights, params }) => {
    const owner = params['id'] ?? '';
    const iid = numberIn(params['iid']);
    const item = kind === 'epic' ? rights.seeEpic(owner, iid) : rights.seeProjectItem(owner, iid);
    return ok(mergeRequestsJson(rights, item ?? hidden()));
  };

function postTodo(context: Context): RestAnswer {
  const { rights, fields } = context;
  if (rights.viewer === null) refuse(401, '401 Unauthorized');
  return ok(
    addTodo(rights, pageEpic(context), { id: fields.integer('issuable_id'), type: fields.text('issuable_type') }),
  );
}

const deleteTodo = ({ rights, params }: Context): RestAnswer => ok(endTodo(rights, numberIn(params['id'])));

/** Method and pattern: `:group` and `:id` of a page hold slashes, `:id` of the API is escaped. */
const ROUTES: readonly (readonly [method: string, pattern: RegExp, handle: Handler])[] = [
  ['GET', /^\/groups\/(?<group>.+)\/-\/epics\/(?<iid>\d+)\.json$/, readPage],
  ['GET', /^\/groups\/(?<group>.+)\/-\/epics\/(?<iid>\d+)\/realtime_changes$/, readChanges],
  ['PUT', /^\/groups\/(?<group>.+)\/-\/epics\/(?<iid>\d+)(?:\.json)?$/, putEpic],
  ['DELETE', /^\/groups\/(?<group>.+)\/-\/epics\/(?<iid>\d+)(?:\.json)?$/, destroyEpic],
  ['POST', /^\/groups\/(?<group>.+)\/-\/epics$/, postEpic],
  ['POST', /^\/groups\/(?<group>.+)\/-\/epics\/(?<iid>\d+)\/todos$/, postTodo],
  ['DELETE', /^\/dashboard\/todos\/(?<id>\d+)$/, deleteTodo],
  ['GET', /^\/groups\/(?<group>.+)\/-\/epics\/(?<iid>\d+)\/links$/, getChildren('epic')],
  ['POST', /^\/groups\/(?<group>.+)\/-\/epics\/(?<iid>\d+)\/links$/, postChildren('epic')],
  ['DELETE', /^\/groups\/(?<group>.+)\/-\/epics\/(?<iid>\d+)\/links\/(?<id>\d+)$/, deleteChild('epic')],
  ['GET', /^\/groups\/(?<group>.+)\/-\/epics\/(?<iid>\d+)\/issues$/, getChildren('issue')],
  ['POST', /^\/groups\/(?<group>.+)\/-\/epics\/(?<iid>\d+)\/issues$/, postChildren('issue')],
  ['DELETE', /^\/groups\/(?<group>.+)\/-\/epics\/(?<iid>\d+)\/issues\/(?<id>\d+)$/, deleteChild('issue')],
  ['GET', /^\/groups\/(?<group>.+)\/-\/epics\/(?<iid>\d+)\/related_epic_links$/, getLinks(pageEpic)],
  ['POST', /^\/groups\/(?<group>.+)\/-\/epics\/(?<iid>\d+)\/related_epic_links$/, postLinks(pageEpic)],
  ['DELETE', /^\/groups\/(?<group>.+)\/-\/epics\/(?<iid>\d+)\/related_epic_links\/(?<id>\d+)$/, deleteLink(pageEpic)],
  ['GET', /^\/(?<group>.+)\/-\/issues\/(?<iid>\d+)\/links$/, getLinks(pageItem)],
  ['POST', /^\/(?<group>.+)\/-\/issues\/(?<iid>\d+)\/links$/, postLinks(pageItem)],
  ['DELETE', /^\/(?<group>.+)\/-\/issues\/(?<iid>\d+)\/links\/(?<id>\d+)$/, deleteLink(pageItem)],
  ['GET', /^\/api\/v4\/groups\/(?<id>[^/]+)\/epics\/(?<iid>\d+)\/related_merge_requests$/, getMergeRequests('epic')],
  [
    'GET',
    /^\/api\/v4\/projects\/(?<id>[^/]+)\/issues\/(?<iid>\d+)\/related_merge_requests$/,
    getMergeRequests('issue'),
  ],
  ['GET', /^\/-\/place_counts\.json$/, countPlaces],
  ['GET', /^\/groups\/(?<group>.+)\/-\/autocomplete_sources\/epics$/, complete('epic')],
  ['GET', /^\/groups\/(?<group>.+)\/-\/autocomplete_sources\/issues$/, complete('issue')],
  ['GET', /^\/api\/v4\/groups\/(?<id>[^/]+)\/members\/all\/(?<user>[^/]+)$/, roleOf],
  ['POST', /^\/api\/v4\/groups\/(?<id>[^/]+)\/epics$/, postApiEpic],
  ['POST', /^\/api\/v4\/projects\/(?<id>[^/]+)\/issues$/, postIssue('id')],
  ['GET', /^\/api\/v4\/groups\/(?<id>[^/]+)\/descendant_groups$/, groupsBelow],
  ['GET', /^\/api\/v4\/groups\/(?<id>[^/]+)\/projects$/, projectsOf],
  ['GET', /^\/api\/v4\/projects\/(?<id>[^/]+)$/, oneProject],
  ['POST', /^\/(?<group>.+)\/-\/issues$/, postIssue('group')],
  ['DELETE', /^\/(?<group>.+)\/-\/issues\/(?<iid>\d+)(?:\.json)?$/, destroyIssue],
];

export function answerRest(rights: Rights, { method, path, query, body }: RestCall): RestAnswer {
  for (const [routeMethod, pattern, handle] of ROUTES) {
    const match = routeMethod === method ? pattern.exec(path) : null;
    if (match === null) continue;
    const params = Object.fromEntries(
      Object.entries(match.groups ?? {}).map(([name, text]) => [name, decodeURIComponent(text)]),
    );
    try {
      return handle({ rights, params, fields: new Fields(query, body) });
    } catch (error) {
      if (error instanceof Refusal) return refusalAnswer(error);
      throw error;
    }
  }
  return NOT_FOUND;
}
