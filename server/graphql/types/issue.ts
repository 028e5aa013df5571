import { column, gid, one, value } from '../plan/fields.ts';
import type { Fields } from '../plan/query.ts';
import {
  assignees,
  blockers,
  issuableFields,
  issuePermissionsField,
  iteration,
  milestone,
  oneEpic,
  sharedFields,
} from './item.ts';

/**
 * AP-05.25: the page of an item of a project, in SQL: tasks and objectives have the work-item page, incidents their own address. `path` is the full
 * path of the project.
 */
export function issueWebPath(a: string, path = `${a}.p_path`): string {
  return (
    `'/' || ${path} || CASE WHEN ${a}.type = 'incident' THEN '/-/issues/incident/' || ${a}.iid ` +
    `WHEN ${a}.type IN ('task', 'objective', 'key_result') THEN '/-/work_items/' || ${a}.id ELSE '/-/issues/' || ${a}.iid END`
  );
}

export const issueReference = value((a, _scope, { args }) =>
  args.full === true ? `${a}.p_path || '#' || ${a}.iid` : `'#' || ${a}.iid`,
);

const parentEpic = oneEpic((outer) => `w.id = (SELECT l.parent_id FROM parent_links l WHERE l.child_id = ${outer}.id)`);

export const issueFields: Fields = {
  ...sharedFields,
  ...issuableFields,
  assignees,
  blockedByIssues: blockers('Issue'),
  dueDate: column('due_date'),
  epic: one(parentEpic),
  hasEpic: value((a, scope) => `EXISTS (SELECT 1 FROM ${parentEpic.from('e', a, scope)})`),
  healthStatus: column('health_status'),
  id: gid('Issue'),
  iteration,
  milestone,
  projectId: column('project_id'),
  reference: issueReference,
  state: column('state'),
  type: value((a) => `upper(${a}.type)`),
  userPermissions: issuePermissionsField,
  webPath: value((a) => issueWebPath(a)),
  webUrl: value((a, { query }) => `${query.baseUrl()} || ${issueWebPath(a)}`),
  weight: column('weight'),
};
