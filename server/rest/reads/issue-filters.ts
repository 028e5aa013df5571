import {
  among,
  amongIids,
  labelled,
  reacted,
  safeText,
  search,
  searchedColumns,
} from '../../graphql/filters/conditions.ts';
import { inEpic, inMilestone } from '../../graphql/filters/issues.ts';
import type { Query } from '../../graphql/plan/query.ts';
import type { Asked, Wildcard } from './asked.ts';

/** What the lists of issues can be asked for (docs.gitlab.com/16.2: api/issues.html), as conditions on `w`. */

const TYPES = ['issue', 'incident', 'test_case', 'requirement', 'task', 'objective', 'key_result'] as const;
const SCOPES = ['created_by_me', 'created-by-me', 'assigned_to_me', 'assigned-to-me', 'all'] as const;
const HEALTH = { on_track: 'onTrack', needs_attention: 'needsAttention', at_risk: 'atRisk' } as const;
const DUE = ['0', 'any', 'today', 'tomorrow', 'overdue', 'week', 'month', 'next_month_and_previous_two_weeks'] as const;
const MILESTONES = ['None', 'Any', 'Upcoming', 'Started'] as const;

export interface IssueFilters {
  readonly state: 'opened' | 'closed' | null;
  readonly scope: 'created_by_me' | 'assigned_to_me' | 'all' | undefined;
  readonly where: readonly string[];
  readonly search: string | undefined;
}

/** AP-05.40 */
export function issueFilters(asked: Asked, query: Query): IssueFilters {
  const state = asked.word('state', ['all', 'opened', 'closed']);
  const given = asked.word('scope', SCOPES)?.replaceAll('-', '_') as IssueFilters['scope'];
  const confidential = asked.flag('confidential');
  const type = asked.word('issue_type', TYPES);
  const searched = asked.text('search');
  asked.exclusive('assignee_id', 'assignee_username');
  asked.exclusive('author_id', 'author_username');
  asked.exclusive('milestone', 'milestone_id');
  asked.exclusive('iteration_id', 'iteration_title');
  return {
    state: state === 'all' ? null : (state ?? null),
    scope: given,
    search: searched,
    where: [
      ...(asked.list('iids').length > 0 ? [amongIids(query, 'w.iid', asked.numbers('iids'))] : []),
      ...labelled(query, asked.list('labels')),
      ...reacted(query, asked.text('my_reaction_emoji')),
      ...search(query, searched ?? '', searchedColumns(asked.list('in').filter((name) => SEARCHED.has(name)))),
      ...(confidential === undefined ? [] : [confidential ? 'w.confidential' : 'NOT w.confidential']),
      ...(type === undefined ? [] : [`w.type = '${type}'`]),
      ...also(asked, query),
      ...inEpicOf(asked.wildcard('epic_id'), query),
      ...healthy(asked),
      ...due(asked, query),
      ...between(asked, query, 'created'),
      ...between(asked, query, 'updated'),
      ...unlike(asked.not, query),
    ],
  };
}

const SEARCHED: ReadonlySet<string> = new Set(['title', 'description']);

/** What can also be asked not to be. */
function also(asked: Asked, query: Query): string[] {
  return [
    ...assignedTo(asked.wildcard('assignee_id')),
    ...asked
      .list('assignee_username')
      .map((username) => assigned(`lower(u.username) = lower(${safeText(query, username)})`)),
    ...authored(asked, query),
    ...iterated(asked, query),
    ...milestoned(asked, query),
    ...orNone('w.weight', asked.wildcard('weight')),
  ];
}

/** Of several labels, people or numbers none may fit. */
function unlike(asked: Asked, query: Query): string[] {
  const iids = asked.numbers('iids');
  return [
    ...also(asked, query),
    ...labelled(query, asked.list('labels')),
    ...(iids.length > 0 ? [amongIids(query, 'w.iid', iids)] : []),
  ].map((condition) => `(${condition}) IS NOT TRUE`);
}

const assigned = (who = 'TRUE'): string =>
  'EXISTS (SELECT 1 FROM work_item_people x JOIN users u ON u.id = x.user_id ' +
  `WHERE x.work_item_id = w.id AND x.role = 'assignee' AND ${who})`;

function assignedTo(id: Wildcard | undefined): string[] {
  if (id === undefined) return [];
  if (id === 'any') return [assigned()];
  return id === 'none' || id === 0 ? [`NOT ${assigned()}`] : [assigned(`u.id = ${id}`)];
}

function authored(asked: Asked, query: Query): string[] {
  const id = asked.number('author_id');
  const names = asked.list('author_username');
  const called = names.map((name) => `lower(${safeText(query, name)})`).join();
  return [
    ...(id === undefined ? [] : [`w.author_id = ${id}`]),
    ...(names.length === 0 ? [] : [`w.author_id IN (SELECT u.id FROM users u WHERE lower(u.username) IN (${called}))`]),
  ];
}

function iterated(asked: Asked, query: Query): string[] {
  const titles = asked.list('iteration_title');
  const called = `SELECT i.id FROM iterations i WHERE ${among(query, 'i.title', titles)}`;
  return [
    ...orNone('w.iteration_id', asked.wildcard('iteration_id')),
    ...(titles.length === 0 ? [] : [`w.iteration_id IN (${called})`]),
  ];
}

/** By its title, of which the words None and Any are none; or by one of GitLab's words. */
function milestoned(asked: Asked, query: Query): string[] {
  const word = asked.word('milestone_id', MILESTONES)?.toUpperCase();
  const title = asked.text('milestone');
  const isWord = title !== undefined && /^(none|any)$/i.test(title);
  const called = title === undefined || isWord ? {} : { milestoneTitle: [title] };
  return inMilestone(query, { ...called, milestoneWildcardId: isWord ? title.toUpperCase() : word });
}

const orNone = (column: string, given: Wildcard | undefined): string[] =>
  given === undefined
    ? []
    : [given === 'none' ? `${column} IS NULL` : given === 'any' ? `${column} IS NOT NULL` : `${column} = ${given}`];

const inEpicOf = (id: Wildcard | undefined, query: Query): string[] =>
  id === undefined
    ? []
    : inEpic({ query }, typeof id === 'number' ? { epicId: String(id) } : { epicWildcardId: id.toUpperCase() });

function healthy(asked: Asked): string[] {
  const given = asked.word('health_status', [...(Object.keys(HEALTH) as (keyof typeof HEALTH)[]), 'none', 'any']);
  if (given === undefined) return [];
  if (given === 'none' || given === 'any') return orNone('w.health_status', given);
  return [`w.health_status = '${HEALTH[given]}'`];
}

function due(asked: Asked, query: Query): string[] {
  const word = asked.word('due_date', DUE);
  if (word === undefined) return [];
  if (word === '0' || word === 'any') return orNone('w.due_date', word === '0' ? 'none' : 'any');
  const today = query.param(query.context.now.slice(0, 10), 'date');
  const last = (from: string) => `(date_trunc('month', ${from}) + interval '1 month - 1 day')::date`;
  const monday = `date_trunc('week', ${today})::date`;
  switch (word) {
    case 'today':
      return [`w.due_date = ${today}`];
    case 'tomorrow':
      return [`w.due_date = ${today} + 1`];
    case 'overdue':
      return [`w.due_date < ${today}`];
    case 'week':
      return [`w.due_date BETWEEN ${monday} AND ${monday} + 6`];
    case 'month':
      return [`w.due_date BETWEEN date_trunc('month', ${today})::date AND ${last(today)}`];
    default:
      return [`w.due_date BETWEEN ${today} - 14 AND ${last(`${today} + interval '1 month'`)}`];
  }
}

/** `created_after` and `created_before`, ends included. */
const between = (asked: Asked, query: Query, what: 'created' | 'updated'): string[] =>
  (['after', 'before'] as const).flatMap((side) => {
    const at = asked.instant(`${what}_${side}`);
    return at === undefined ? [] : [`w.${what}_at ${side === 'after' ? '>=' : '<='} ${query.param(at, 'timestamptz')}`];
  });
