import { search } from '../../graphql/filters/conditions.ts';
import type { Row } from '../../graphql/plan/query.ts';
import { type IterationFacts, iterationJson } from '../json/items.ts';
import { Invalid, type RestAnswer, type RestContext, type RestRoute } from '../types.ts';
import { Asked } from './asked.ts';
import { iterationFacts } from './facts.ts';
import { groupOwner, groupsAbove, projectOwner } from './groups.ts';
import { listAnswer, orderedBy, queryFor } from './page.ts';

const STATES = ['opened', 'upcoming', 'current', 'closed', 'all'] as const;

/** What is searched in, by the words of `in`. */
const COLUMNS = {
  title: 'i.title',
  cadence_title: '(SELECT c.title FROM iteration_cadences c WHERE c.id = i.cadence_id)',
} as const;

/** A parameter that no condition names would have no type. */
const stateSql = (state: (typeof STATES)[number], today: () => string): string[] => {
  if (state === 'all') return [];
  if (state === 'upcoming') return [`i.start_date > ${today()}`];
  if (state === 'current') return [`${today()} BETWEEN i.start_date AND i.due_date`];
  return [`i.due_date ${state === 'closed' ? '<' : '>='} ${today()}`];
};

/** AP-05.300: those of a group, or of a project's group, and of the groups above that may be seen. */
async function iterationList(ctx: RestContext, kind: 'group' | 'project'): Promise<RestAnswer> {
  const query = queryFor(ctx);
  const asked = new Asked(ctx);
  const state = asked.word('state', STATES) ?? 'all';
  const withAbove = asked.flag('include_ancestors') ?? true;
  const fields = asked.list('in');
  const updated = (['after', 'before'] as const).map((side) => [side, asked.instant(`updated_${side}`)] as const);
  asked.check();
  if (fields.some((field) => !Object.hasOwn(COLUMNS, field))) throw new Invalid(['in does not have a valid value']);
  const columns = (fields.length === 0 ? ['title'] : fields).map((field) => COLUMNS[field as keyof typeof COLUMNS]);
  const [own, ids] =
    kind === 'group'
      ? ['i.group_id = owner.id', 'owner.traversal_ids']
      : ['i.group_id = owner.group_id', 'owner.g_ids'];
  const where = [
    withAbove ? `i.group_id IN ${groupsAbove(ctx, ids)}` : `(${own} AND i.group_id IN ${groupsAbove(ctx, ids)})`,
    ...stateSql(state, () => query.param(ctx.now.slice(0, 10), 'date')),
    ...search(query, asked.text('search') ?? '', columns),
    ...updated.flatMap(([side, instant]) =>
      instant === undefined
        ? []
        : [`i.updated_at ${side === 'after' ? '>' : '<'} ${query.param(instant, 'timestamptz')}`],
    ),
  ];
  const read = { from: 'iterations i', columns: 'i.*', where, order: orderedBy('i.due_date', 'i.id') };
  const owner = kind === 'group' ? groupOwner(ctx, query) : projectOwner(ctx, query);
  return listAnswer(ctx, query, { ...read, owner, json: iterationFacts('a') }, (row: Row) =>
    iterationJson(ctx.baseUrl, ctx.now.slice(0, 10), row as unknown as IterationFacts),
  );
}

export const iterationApi: RestRoute[] = (['group', 'project'] as const).map((kind) => ({
  method: 'GET',
  pattern: `${kind}s/:id/iterations`,
  handle: (ctx) => iterationList(ctx, kind),
}));
