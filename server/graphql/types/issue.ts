import { hiddenSql } from '../../access/filters.ts';
import { issuePathSql } from '../../work-item/addresses.ts';
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
  participants,
  sharedFields,
  subscribed,
  taskCompletionStatus,
} from './item.ts';
import { discussions, notes } from './note.ts';
import { issuableResourceLinks } from './resource-link.ts';
import { timeFields } from './timelog.ts';
import { currentUserTodos } from './todo.ts';

export const issueReference = value((a, _scope, { args }) =>
  args.full === true ? `${a}.p_path || '#' || ${a}.iid` : `'#' || ${a}.iid`,
);

const parentEpic = oneEpic((outer) => `w.id = (SELECT l.parent_id FROM parent_links l WHERE l.child_id = ${outer}.id)`);

export const issueFields: Fields = {
  ...sharedFields,
  ...issuableFields,
  ...timeFields,
  assignees,
  blockedByIssues: blockers('Issue'),
  currentUserTodos,
  discussionLocked: column('discussion_locked'),
  discussions,
  dueDate: column('due_date'),
  epic: one(parentEpic),
  hasEpic: value((a, scope) => `EXISTS (SELECT 1 FROM ${parentEpic.from('e', a, scope)})`),
  healthStatus: column('health_status'),
  hidden: value((a) => hiddenSql(a)),
  id: gid('Issue'),
  issuableResourceLinks,
  iteration,
  milestone,
  notes,
  participants,
  projectId: column('project_id'),
  reference: issueReference,
  state: column('state'),
  subscribed,
  taskCompletionStatus,
  type: value((a) => `upper(${a}.type)`),
  userPermissions: issuePermissionsField,
  webPath: value((a) => issuePathSql(a)),
  webUrl: value((a, { query }) => `${query.baseUrl()} || ${issuePathSql(a)}`),
  weight: column('weight'),
};
