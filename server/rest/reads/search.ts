import { groupReadableSql, projectItemReadableSql, projectReadableSql } from '../../access/filters.ts';
import { search } from '../../graphql/filters/conditions.ts';
import type { Query, Row } from '../../graphql/plan/query.ts';
import { ISSUE_COLUMNS, ISSUE_FROM } from '../../graphql/types/item.ts';
import { notesOn } from '../../graphql/types/note.ts';
import { personJson, type PersonFacts } from '../json/places.ts';
import { type RestAnswer, type RestContext, type RestRoute, unauthorized } from '../types.ts';
import { Asked } from './asked.ts';
import { epics } from './epics.ts';
import { milestoneFacts, personFacts } from './facts.ts';
import { groupOwner, projectOwner, projects } from './groups.ts';
import { inGroup, inProject, issues } from './issues.ts';
import { milestoneShape } from './milestones.ts';
import { NOTE, noteShape } from './notes.ts';
import { listAnswer, type ListRead, orderedBy, queryFor } from './page.ts';

/** Search everywhere, in a group and in a project, behind `/api/v4/`: GitLab 16.2's docs/api/search.md (AP-05.170 to AP-05.172). */

type Place = 'site' | 'group' | 'project';
type Find = (ctx: RestContext, place: Place) => Promise<RestAnswer> | RestAnswer;

/** What is looked for in which place, and by which name. */
const SCOPES: Readonly<Record<Place, Readonly<Record<string, Find>>>> = {
  site: { projects: findProjects, issues: findIssues, milestones: findMilestones, users: findUsers },
  group: {
    ...{ projects: findProjects, issues: findIssues, milestones: findMilestones, users: findUsers },
    epics: (ctx) => epics(ctx),
  },
  project: { issues: findIssues, milestones: findMilestones, users: findUsers, notes: findNotes },
};

const find = (place: Place) => (ctx: RestContext) => {
  if (ctx.viewer.userId === null) return unauthorized;
  const asked = new Asked(ctx);
  asked.required('scope', 'search');
  const scope = asked.word('scope', Object.keys(SCOPES[place]));
  const state = asked.word('state', ['all', 'opened', 'closed']);
  const order = asked.word('order_by', ['created_at']);
  const sort = asked.word('sort', ['asc', 'desc']);
  asked.flag('confidential');
  asked.check();
  const { query } = ctx;
  const { search: words, confidential, page, per_page, pagination, cursor } = query;
  // What the lists of these things take is not what a search takes.
  const taken = { search: words, state, order_by: order, sort, page, per_page, pagination, cursor };
  const narrowed = { ...taken, scope: 'all', ...(confidential !== undefined && { confidential }) };
  const given = Object.fromEntries(Object.entries(narrowed).filter(([, value]) => value !== undefined));
  return SCOPES[place][scope ?? '']!({ ...ctx, query: given as RestContext['query'] }, place);
};

function findIssues(ctx: RestContext, place: Place) {
  return issues(ctx, place === 'site' ? null : place === 'group' ? inGroup(ctx) : inProject(ctx));
}

function findProjects(ctx: RestContext, place: Place) {
  return place === 'site'
    ? projects(ctx, () => [])
    : projects(
        ctx,
        () => ['g.traversal_ids @> ARRAY[owner.id]'],
        (query) => groupOwner(ctx, query),
      );
}

const ownerOf = (ctx: RestContext, query: Query, place: Place): Pick<ListRead, 'owner'> =>
  place === 'site' ? {} : { owner: (place === 'group' ? groupOwner : projectOwner)(ctx, query) };

/** Of the places that may be seen: of a group, also of the projects in it and below. */
function findMilestones(ctx: RestContext, place: Place) {
  const query = queryFor(ctx);
  const { viewer } = query.context;
  const ofGroups = `m.group_id IN (SELECT g.id FROM groups g WHERE ${groupReadableSql(viewer, 'g')}${place === 'group' ? ' AND g.id = owner.id' : ''})`;
  const ofProjects =
    `m.project_id IN (SELECT p.id FROM projects p JOIN groups g ON g.id = p.group_id WHERE ${projectReadableSql(viewer, 'p', 'g')}` +
    `${place === 'group' ? ' AND g.traversal_ids @> ARRAY[owner.id]' : ''})`;
  const where = [
    place === 'project' ? 'm.project_id = owner.id' : `(${ofGroups} OR ${ofProjects})`,
    ...search(query, String(ctx.query.search), ['m.title', 'm.description']),
  ];
  const read = { from: 'milestones m', columns: 'm.*', where, order: orderedBy('m.due_date', 'm.id') };
  const owner = ownerOf(ctx, query, place);
  return listAnswer(ctx, query, { ...read, ...owner, json: milestoneFacts('a') }, milestoneShape(ctx));
}

/** Of a group or project those who have a role there, by whatever group above. */
function findUsers(ctx: RestContext, place: Place) {
  const query = queryFor(ctx);
  const own = {
    group: 'm.group_id = ANY(owner.traversal_ids)',
    project: '(m.project_id = owner.id OR m.group_id = ANY(owner.g_ids))',
  };
  const where = [
    `u.state = 'active'`,
    ...(place === 'site'
      ? []
      : [`u.id IN (SELECT m.user_id FROM memberships_on(${query.now()}) m WHERE ${own[place]})`]),
    ...search(query, String(ctx.query.search), ['u.name', 'u.username']),
  ];
  const read = { from: 'users u', columns: 'u.*', where, order: orderedBy('lower(u.name)', 'u.id'), json: personFacts };
  return listAnswer(ctx, query, { ...read, ...ownerOf(ctx, query, place) }, (row: Row) =>
    personJson(ctx.baseUrl, row as unknown as PersonFacts),
  );
}

/** Comments on the items of a project, the newest first. */
function findNotes(ctx: RestContext) {
  const query = queryFor(ctx);
  const readable = projectItemReadableSql(query.context.viewer, 'w', 'g', 'p');
  const items = `(SELECT ${ISSUE_COLUMNS} FROM ${ISSUE_FROM} WHERE p.id = owner.id AND ${readable}) item`;
  const read = {
    owner: projectOwner(ctx, query),
    from: `${items} JOIN notes n ON n.work_item_id = item.id`,
    columns: 'n.*, item.iid, item.project_id',
    where: [
      'NOT n.system',
      ...notesOn({ query, alias: 'item' }),
      ...search(query, String(ctx.query.search), ['n.body']),
    ],
    order: { name: 'newest', keys: [{ text: 'n.id', type: 'bigint', descending: true }] } as const,
    json: NOTE,
  };
  return listAnswer(ctx, query, read, noteShape(ctx));
}

export const searchRoutes: RestRoute[] = [
  { method: 'GET', pattern: 'search', handle: find('site') },
  ...(['group', 'project'] as const).flatMap((place): RestRoute[] =>
    ['search', '-/search'].map((name) => ({ method: 'GET', pattern: `${place}s/:id/${name}`, handle: find(place) })),
  ),
];
