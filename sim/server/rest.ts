import { explained, parseQuickActions } from '@espalier/core/quick-action/rules';
import type { ReferenceKind } from '@espalier/core/work-item/rules';
import { allowedChild } from '@espalier/core/work-item/rules';
import { hidden, Refusal, refuse } from '../../server/command/outcome.ts';
import { initialJson, metaJson } from '../../server/rest/json/epic-page.ts';
import { realtimeJson } from '../../server/rest/json/page-changes.ts';
import { groupJson, memberJson, projectJson } from '../../server/rest/json/places.ts';
import { apiAnswer } from '../../server/rest/api.ts';
import { notFound, refusedAnswer, type RestAnswer } from '../../server/rest/types.ts';
import { Fields } from '../../server/rest/writes/fields.ts';
import type { GroupRow, ItemRow, ProjectRow } from '../../server/store/memory/rows.ts';
import { BASE_URL, referenceOf, textHtml } from './addresses.ts';
import { childList, linkedList, mergeRequests } from './rest-lists.ts';
import type { World } from '../../server/store/memory/world.ts';
import { placeCounts } from './place-counts.ts';
import { changesFacts, groupFacts, memberFacts, pageFacts, projectFacts, rendered } from './rest-facts.ts';
import {
  type Context,
  type Handler,
  INTEGER,
  numberIn,
  ok,
  pageEpic,
  pageItem,
  pathOrId,
  type RestCall,
  type Route,
} from './rest-context.ts';
import { CHANGES } from './rest-changes.ts';
import { MEMBER_CHANGES } from './rest-members.ts';
import { matches } from './search.ts';
import { answerTemplates } from './rest-templates.ts';
import type { Session } from './session.ts';

/** REST as the client uses it: page routes and the API, answers with their statuses. */

function readPage(context: Context): RestAnswer {
  const { rights } = context;
  const epic = pageEpic(context);
  const facts = pageFacts(rights, epic.id);
  const initial = initialJson(facts, rights.itemSubject(epic), rendered(epic), true);
  return ok({ initial, meta: metaJson(BASE_URL, facts) });
}

const readChanges =
  (subject: (context: Context) => ItemRow): Handler =>
  (context) => {
    const item = subject(context);
    const body = realtimeJson(changesFacts(context.rights.world, item), rendered(item));
    return { ...ok(body), headers: { 'poll-interval': '3000' } };
  };

const getChildren =
  (kind: ReferenceKind): Handler =>
  (context) =>
    ok(childList(context.rights, kind, pageEpic(context)));

function groupsBelow({ rights, params, fields }: Context): RestAnswer {
  const owner = rights.seeGroup(pathOrId(params['id'] ?? '')) ?? hidden();
  const found = [...rights.world.groups.values()]
    .filter((group) => group.id !== owner.id && group.traversalIds.includes(owner.id))
    .filter(rights.readsGroup)
    .filter((group) => matches(fields().text('search'), group.name, group.fullPath))
    .sort((a, b) => (a.name.toLowerCase() < b.name.toLowerCase() ? -1 : 1));
  return ok(found.map((group) => groupJson(BASE_URL, groupFacts(group))));
}

function projectsOf({ rights, params, fields }: Context): RestAnswer {
  const { world } = rights;
  const owner = rights.seeGroup(pathOrId(params['id'] ?? '')) ?? hidden();
  const below = fields().flag('include_subgroups') === true;
  const found = [...world.projects.values()]
    .filter(({ groupId }) => (below ? world.group(groupId).traversalIds.includes(owner.id) : groupId === owner.id))
    .filter(rights.readsProject)
    .filter(({ name, fullPath, groupId }) =>
      matches(fields().text('search'), name, fullPath, world.group(groupId).fullName),
    )
    .sort((a, b) => b.id - a.id);
  return ok(found.map((project) => projectJson(BASE_URL, projectFacts(world, project))));
}

const countPlaces = ({ rights, fields }: Context): RestAnswer =>
  ok(placeCounts(rights, fields().text('groups'), fields().text('projects')));

/** Specification, epic page, section 9. */
const COMPLETIONS = 5;
const COMPLETION_QUERY = 20;

/** The items of a group and of those below it, by number or by words; `addable_to` leaves what could be added to that epic. */
const complete =
  (kind: ReferenceKind): Handler =>
  ({ rights, params, fields }) => {
    const { world } = rights;
    const owner = rights.seeGroup(params['group'] ?? '') ?? hidden();
    const asked = (fields().text('search') ?? '').slice(0, COMPLETION_QUERY).replace(/^[&#]/, '');
    const number = /^\d{1,9}$/.test(asked) ? asked : null;
    const parentIid = fields().text('addable_to');
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

function completionJson(world: World, owner: GroupRow, item: ItemRow) {
  const { id, iid, title, confidential, state } = item;
  const reference = item.type === 'epic' && item.groupId === owner.id ? `&${iid}` : referenceOf(world, item);
  return { id, iid, title, reference, confidential, state };
}

const byRank = (a: readonly number[], b: readonly number[]): number =>
  a.map((rank, index) => rank - (b[index] ?? 0)).find((difference) => difference !== 0) ?? 0;

/** A person's role in a group or project, inherited ones too; of several the highest. */
const roleOf =
  (kind: 'group' | 'project'): Handler =>
  ({ rights, params }) => {
    const { world, viewer } = rights;
    if (viewer.userId === null) refuse(401, '401 Unauthorized');
    const id = pathOrId(params['id'] ?? '');
    const project = kind === 'project' ? (rights.seeProject(id) ?? hidden()) : null;
    const group = (project === null ? rights.seeGroup(id) : world.groups.get(project.groupId)) ?? hidden();
    const user = world.users.get(numberIn(params['user'])) ?? hidden();
    const levels = [...world.members.values()]
      .filter(
        ({ userId, groupId, projectId }) =>
          userId === user.id && (groupId === null ? projectId === project?.id : group.traversalIds.includes(groupId)),
      )
      .map(({ level }) => level);
    return levels.length === 0 ? hidden() : ok(memberJson(BASE_URL, memberFacts(world, user.id, Math.max(...levels))));
  };

function oneProject({ rights, params }: Context): RestAnswer {
  const project = rights.seeProject(pathOrId(params['id'] ?? '')) ?? hidden();
  return ok(projectJson(BASE_URL, projectFacts(rights.world, project)));
}

const getLinks =
  (subject: (context: Context) => ItemRow): Handler =>
  (context) =>
    ok(linkedList(context.rights, subject(context)));

const getMergeRequests =
  (kind: ReferenceKind): Handler =>
  ({ rights, params }) => {
    const owner = params['id'] ?? '';
    const iid = numberIn(params['iid']);
    const item = kind === 'epic' ? rights.seeEpic(owner, iid) : rights.seeProjectItem(owner, iid);
    return ok(mergeRequests(rights, item ?? hidden()));
  };

/** The model renders as little of a preview as of any other text. */
const preview =
  (owner: (context: Context) => GroupRow | ProjectRow | null, see: 'seeEpic' | 'seeProjectItem'): Handler =>
  (context) => {
    const { fullPath } = owner(context) ?? hidden();
    const fields = context.fields();
    const edited = fields.flag('edits') && context.rights[see](fullPath, fields.integer('target_id') ?? 0);
    const [text, target] = [fields.text('text') ?? '', fields.text('target_type')];
    const before = (edited || null)?.description ?? '';
    const { body, commands } = target === undefined ? { body: text, commands: [] } : parseQuickActions(text, before);
    const today = context.rights.world.now().slice(0, 10);
    const told = explained(commands, target === 'Epic' ? 'epic' : 'issue', { today }).join(' ');
    return ok({ body: textHtml(body), references: { users: [], commands: told } });
  };

const READINGS: readonly Route[] = [
  [
    'POST',
    /^\/groups\/(?<group>.+)\/-\/preview_markdown$/,
    preview(({ rights, params }) => rights.seeGroup(params['group'] ?? ''), 'seeEpic'),
  ],
  [
    'POST',
    /^\/(?<project>.+)\/-\/preview_markdown$/,
    preview(({ rights, params }) => rights.seeProject(params['project'] ?? ''), 'seeProjectItem'),
  ],
  ['GET', /^\/groups\/(?<group>.+)\/-\/epics\/(?<iid>\d+)\.json$/, readPage],
  ['GET', /^\/groups\/(?<group>.+)\/-\/epics\/(?<iid>\d+)\/realtime_changes$/, readChanges(pageEpic)],
  ['GET', /^\/(?<group>.+)\/-\/issues\/(?<iid>\d+)\/realtime_changes$/, readChanges(pageItem)],
  ['GET', /^\/groups\/(?<group>.+)\/-\/epics\/(?<iid>\d+)\/links$/, getChildren('epic')],
  ['GET', /^\/groups\/(?<group>.+)\/-\/epics\/(?<iid>\d+)\/issues$/, getChildren('issue')],
  ['GET', /^\/groups\/(?<group>.+)\/-\/epics\/(?<iid>\d+)\/related_epic_links$/, getLinks(pageEpic)],
  ['GET', /^\/(?<group>.+)\/-\/issues\/(?<iid>\d+)\/links$/, getLinks(pageItem)],
  ['GET', /^\/api\/v4\/groups\/(?<id>[^/]+)\/epics\/(?<iid>\d+)\/related_merge_requests$/, getMergeRequests('epic')],
  [
    'GET',
    /^\/api\/v4\/projects\/(?<id>[^/]+)\/issues\/(?<iid>\d+)\/related_merge_requests$/,
    getMergeRequests('issue'),
  ],
  ['GET', /^\/-\/place_counts\.json$/, countPlaces],
  ['GET', /^\/groups\/(?<group>.+)\/-\/autocomplete_sources\/epics$/, complete('epic')],
  ['GET', /^\/groups\/(?<group>.+)\/-\/autocomplete_sources\/issues$/, complete('issue')],
  ['GET', /^\/api\/v4\/groups\/(?<id>[^/]+)\/members\/all\/(?<user>[^/]+)$/, roleOf('group')],
  ['GET', /^\/api\/v4\/projects\/(?<id>[^/]+)\/members\/all\/(?<user>[^/]+)$/, roleOf('project')],
  ['GET', /^\/api\/v4\/groups\/(?<id>[^/]+)\/descendant_groups$/, groupsBelow],
  ['GET', /^\/api\/v4\/groups\/(?<id>[^/]+)\/projects$/, projectsOf],
  ['GET', /^\/api\/v4\/projects\/(?<id>[^/]+)$/, oneProject],
];

const ROUTES: readonly Route[] = [...READINGS, ...CHANGES, ...MEMBER_CHANGES];

/** Changes take their turn; readings are answered at once. */
export function answerRest(session: Session, call: RestCall): RestAnswer | Promise<RestAnswer> {
  const answer = answerAsFound(session, call);
  const [, of, id = ''] = /^\/api\/v4\/(?:(group|project)s\/([^/]+))?/.exec(call.path) ?? [];
  if (!call.path.startsWith('/api/v4/')) return answer;
  const asker = { store: session.store, viewer: session.rights.viewer };
  const place = of === undefined ? null : { of: of as 'group' | 'project', id: decodeURIComponent(id) };
  return answer instanceof Promise
    ? answer.then((found) => apiAnswer(asker, place, found))
    : apiAnswer(asker, place, answer);
}

function answerAsFound(session: Session, call: RestCall): RestAnswer | Promise<RestAnswer> {
  const { store, rights } = session;
  const { method, path, query, body } = call;
  for (const [routeMethod, pattern, handle] of ROUTES) {
    const match = routeMethod === method ? pattern.exec(path) : null;
    if (match === null) continue;
    const params = Object.fromEntries(
      Object.entries(match.groups ?? {}).map(([name, text]) => [name, decodeURIComponent(text)]),
    );
    const fields = (wrapper?: string): Fields => Fields.of({ query, body }, wrapper);
    return guarded(() => handle({ store, rights, params, fields }));
  }
  return guarded(() => answerTemplates(session, call) ?? notFound);
}

function guarded(run: () => RestAnswer | Promise<RestAnswer>): RestAnswer | Promise<RestAnswer> {
  const refused = (error: unknown): RestAnswer => {
    if (error instanceof Refusal) return refusedAnswer(error);
    throw error;
  };
  try {
    const answer = run();
    return answer instanceof Promise ? answer.catch(refused) : answer;
  } catch (error) {
    return refused(error);
  }
}
