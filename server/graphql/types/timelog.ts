import { durationText } from '@espalier/core/work-item/rules';
import { projectItemReadableSql } from '../../access/filters.ts';
import { timeSpentSql } from '../../store/sql/time.ts';
import { many } from '../plan/connection.ts';
import { column, computed, gid, instant, one, value } from '../plan/fields.ts';
import type { Fields } from '../plan/query.ts';
import { ISSUE_COLUMNS, ISSUE_FROM, user } from './item.ts';
import { oneProject } from './project.ts';

/** Time tracking of items of projects (WI-15.65). */

const timelogs = many(({ alias }) => ({
  type: 'Timelog',
  from: 'timelogs tl',
  columns: 'tl.*',
  where: [`tl.work_item_id = ${alias}.id`],
  order: {
    name: 'spent',
    keys: [
      { text: 'tl.spent_at', type: 'timestamptz' },
      { text: 'tl.id', type: 'bigint' },
    ],
  },
}));

const inWords = (key: string, seconds: (a: string) => string) =>
  computed(
    (a) => ({ [key]: seconds(a) }),
    (row) => durationText(Number(row[key])) || null,
  );

const estimated = (a: string): string => `${a}.time_estimate`;

export const timeFields: Fields = {
  humanTimeEstimate: inWords('$est', estimated),
  humanTotalTimeSpent: inWords('$spent', timeSpentSql),
  timeEstimate: value(estimated),
  timelogs,
  totalTimeSpent: value(timeSpentSql),
};

export const timelogFields: Fields = {
  id: gid('Timelog'),
  issue: one({
    type: 'Issue',
    from: (alias, outer, { query }) =>
      `(SELECT ${ISSUE_COLUMNS} FROM ${ISSUE_FROM} WHERE w.id = ${outer}.work_item_id ` +
      `AND ${projectItemReadableSql(query.context.viewer, 'w', 'g', 'p')}) ${alias}`,
  }),
  project: one(
    oneProject((outer) => `p.id = (SELECT w.project_id FROM work_items w WHERE w.id = ${outer}.work_item_id)`),
  ),
  spentAt: instant('spent_at'),
  summary: column('summary'),
  timeSpent: column('time_spent'),
  user: user('user_id'),
};
