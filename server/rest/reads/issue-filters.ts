import { among, type Args } from '../../graphql/filters/conditions.ts';
import { issueConditions } from '../../graphql/filters/issues.ts';
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

/** AP-05.40: what the list of GraphQL can be asked for as well is asked of it there. */
export function issueFilters(asked: Asked, query: Query): IssueFilters {
  const state = asked.word('state', ['all', 'opened', 'closed']);
  const given = asked.word('scope', SCOPES)?.replaceAll('-', '_') as IssueFilters['scope'];
  const type = asked.word('issue_type', TYPES);
  const searched = asked.text('search');
  const epic = asked.wildcard('epic_id');
  asked.exclusive('assignee_id', 'assignee_username');
  asked.exclusive('author_id', 'author_username');
  asked.exclusive('milestone', 'milestone_id');
  asked.exclusive('iteration_id', 'iteration_title');
  const own = {
    search: searched,
    in: asked.list('in').filter((name) => SEARCHED.has(name)),
    confidential: asked.flag('confidential'),
    myReactionEmoji: asked.text('my_reaction_emoji'),
    ...(type !== undefined && { types: [type] }),
    ...(typeof epic === 'number' ? { epicId: String(epic) } : { epicWildcardId: epic?.toUpperCase() }),
  };
  return {
    state: state === 'all' ? null : (state ?? null),
    scope: given,
    search: searched,
    where: [
      ...also(asked, query, own),
      ...healthy(asked),
      ...due(asked, query),
      ...between(asked, query, 'created'),
      ...between(asked, query, 'updated'),
      // Of several labels, people or numbers none may fit.
      ...also(asked.not, query).map((condition) => `(${condition}) IS NOT TRUE`),
    ],
  };
}

const SEARCHED: ReadonlySet<string> = new Set(['title', 'description']);

/** What can also be asked not to be; `own`: arguments of the list of GraphQL besides. */
function also(asked: Asked, query: Query, own: Args = {}): string[] {
  const assignee = asked.wildcard('assignee_id');
  const author = asked.number('author_id');
  const iids = asked.numbers('iids');
  const args = {
    ...own,
    ...milestoneOf(asked),
    ...(asked.list('iids').length > 0 && { iids: iids.map(String) }),
    labelName: asked.list('labels'),
    authorUsername: asked.text('author_username'),
    assigneeUsernames: asked.list('assignee_username'),
    assigneeWildcardId: typeof assignee === 'string' ? assignee.toUpperCase() : assignee === 0 ? 'NONE' : undefined,
    weight: asked.wildcard('weight')?.toString(),
  };
  return [
    ...issueConditions({ query }, args),
    ...(typeof assignee === 'number' && assignee > 0
      ? [
          `w.id IN (SELECT x.work_item_id FROM work_item_people x WHERE x.role = 'assignee' AND x.user_id = ${assignee})`,
        ]
      : []),
    ...(author === undefined ? [] : [`w.author_id = ${author}`]),
    ...iterated(asked, query),
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
function milestoneOf(asked: Asked): Args {
  const word = asked.word('milestone_id', MILESTONES);
  const title = asked.text('milestone');
  if (title !== undefined && !/^(none|any)$/i.test(title)) return { milestoneTitle: [title] };
  return { milestoneWildcardId: (title ?? word)?.toUpperCase() };
}

const orNone = (column: string, given: Wildcard | undefined): string[] =>
  given === undefined
    ? []
    : [given === 'none' ? `${column} IS NULL` : given === 'any' ? `${column} IS NOT NULL` : `${column} = ${given}`];

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
