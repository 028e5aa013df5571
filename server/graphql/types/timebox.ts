import { groupReadableSql, projectReadableSql } from '../../access/filters.ts';
import { totalsSql, type Timebox } from '../../store/sql/timebox-days.ts';
import { safeText } from '../filters/conditions.ts';
import { value } from '../plan/fields.ts';
import { type Field, literal } from '../plan/query.ts';

/** What milestones and iterations tell of their items day by day. */

const undated = (timebox: Timebox) => ({
  burnupTimeSeries: null,
  error: {
    code: 'MISSING_DATES',
    message: `${timebox === 'milestone' ? 'Milestone' : 'Iteration'} must have a start and due date`,
  },
  stats: null,
});

/** `{ count, weight }` of the last totals, where there are any. */
const metrics = (of: (which: 'Count' | 'Weight') => string): string =>
  `json_build_object('count', ${of('Count')}, 'weight', ${of('Weight')})`;
const last = (name: string): string => `coalesce((x.totals -> -1 ->> '${name}')::int, 0)`;

/** AP-05.87, AP-14.103: the whole object, by the names of the wire. */
export const timeboxReport = (timebox: Timebox): Field =>
  value((a, { query }, { args }) => {
    const { viewer } = query.context;
    const path = typeof args.fullPath === 'string' ? safeText(query, args.fullPath) : null;
    const named = (kind: 'group' | 'project'): string => `(SELECT ${kind}_named(${path ?? ''}))`;
    const within =
      path === null ? 'TRUE' : `(p.id = ${named('project')} OR g.traversal_ids @> ARRAY[${named('group')}])`;
    const stats =
      `json_build_object('complete', ${metrics((which) => last(`completed${which}`))}, ` +
      `'incomplete', ${metrics((which) => `${last(`scope${which}`)} - ${last(`completed${which}`)}`)}, ` +
      `'total', ${metrics((which) => last(`scope${which}`))})`;
    const dated =
      `(SELECT json_build_object('burnupTimeSeries', coalesce(x.totals, '[]'::json), 'error', NULL, 'stats', ${stats}) ` +
      `FROM (SELECT ${totalsSql(viewer, timebox, a, within)} AS totals) x)`;
    const told = `CASE WHEN ${a}.start_date IS NULL OR ${a}.due_date IS NULL THEN ${literal(JSON.stringify(undated(timebox)))}::json ELSE ${dated} END`;
    if (path === null) return told;
    const isThere =
      `EXISTS (SELECT FROM groups s WHERE s.id = ${named('group')} AND ${groupReadableSql(viewer, 's')}) ` +
      `OR EXISTS (SELECT FROM projects s WHERE s.id = ${named('project')} AND ${projectReadableSql(viewer, 's')})`;
    return `CASE WHEN ${isThere} THEN ${told} END`;
  });
