import type { Row } from '../graphql/plan/query.ts';
import { timeSpentSql } from '../store/sql/time.ts';
import { addTimeSpent, estimateOf, resetTimeSpent } from '../work-item/time.ts';
import { updateItem } from '../work-item/update.ts';
import { timeStats } from './json/items.ts';
import { issueOf } from './reads/issues.ts';
import { oneAnswer, queryFor } from './reads/page.ts';
import { refusedAnswer, type RestAnswer, type RestContext, type RestRoute } from './types.ts';
import { write } from './writes/answers.ts';
import { Fields } from './writes/fields.ts';
import { issueOf as issueItem } from './writes/path-item.ts';
import type { Outcome } from '../command/outcome.ts';
import { refuse } from '../command/outcome.ts';

/** WI-15.64: time tracking of an issue, in GitLab's shape: every route answers what is estimated and spent. Behind `/api/v4/projects/:id/issues/:iid/`. */

function stats(ctx: RestContext, status = 200): Promise<RestAnswer> {
  const query = queryFor(ctx);
  const json = { time_estimate: 'a.time_estimate', total_time_spent: timeSpentSql('a') };
  const shape = (row: Row) => timeStats(row as unknown as Parameters<typeof timeStats>[0]);
  return oneAnswer(query, issueOf(ctx, query, 'a'), json, shape).then((answer) =>
    answer.status === 200 ? { ...answer, status } : answer,
  );
}

type Step = (ctx: RestContext, id: number, fields: Fields) => Promise<Outcome<unknown>>;

const change = (name: string, status: number, step: Step) =>
  write(`api ${name}`, async (ctx) => {
    const outcome = await step(ctx, (await issueItem(ctx)).id, Fields.of(ctx));
    return outcome.ok ? stats(ctx, status) : refusedAnswer(outcome);
  });

const estimate = ({ store, viewer, now }: RestContext, id: number, duration: string) =>
  updateItem(store, viewer, { id, patch: { timeEstimate: estimateOf(duration) } }, now);

const duration = (fields: Fields): string => fields.text('duration') ?? refuse(400, 'duration is missing');

const at = (name: string) => `projects/:id/issues/:iid/${name}`;

export const timeRoutes: RestRoute[] = [
  { method: 'GET', pattern: at('time_stats'), handle: (ctx) => stats(ctx) },
  {
    method: 'POST',
    pattern: at('time_estimate'),
    handle: change('estimate', 200, (ctx, id, fields) => estimate(ctx, id, duration(fields))),
  },
  {
    method: 'POST',
    pattern: at('reset_time_estimate'),
    handle: change('no estimate', 200, (ctx, id) => estimate(ctx, id, '0')),
  },
  {
    method: 'POST',
    pattern: at('add_spent_time'),
    handle: change('time spent', 201, ({ store, viewer, now }, itemId, fields) =>
      addTimeSpent(store, viewer, { itemId, duration: duration(fields), summary: fields.nullableText('summary') }, now),
    ),
  },
  {
    method: 'POST',
    pattern: at('reset_spent_time'),
    handle: change('no time spent', 200, ({ store, viewer, now }, itemId) =>
      resetTimeSpent(store, viewer, { itemId }, now),
    ),
  },
];
