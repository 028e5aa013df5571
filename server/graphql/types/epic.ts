import { can } from '@espalier/core/access';
import { textColorFor } from '@espalier/core/work-item/rules';
import { subjectOf } from '../../access/subject.ts';
import { sourceDateSql } from '../../store/sql/dates.ts';
import { epicConditions, epicOrder } from '../filters/epics.ts';
import { many } from '../plan/connection.ts';
import { column, computed, gid, one, part, value } from '../plan/fields.ts';
import type { Field, Fields, Scope } from '../plan/query.ts';
import { awardEmoji } from './award.ts';
import { issueFields } from './issue.ts';
import {
  EPIC_COLUMNS,
  EPIC_FROM,
  ISSUE_COLUMNS,
  LINK_COLUMNS,
  blockers,
  byPosition,
  epicDescriptionHtml,
  epicPermissionsField,
  epicReadable,
  issuableFields,
  issueReadable,
  oneEpic,
  participants,
  sharedFields,
  subscribed,
} from './item.ts';
import { discussions, notes } from './note.ts';
import { defaultProject } from './project.ts';
import { currentUserTodos } from './todo.ts';

const LINKED = 'JOIN work_items w ON w.id = l.child_id';

/**
 * Where a DELETE releases this child from its parent; null where the viewer may not: a child epic wants the right to change the parent's
 * relations, an issue the right to change the parent (specification, section 6).
 */
function relationPath(kind: 'epic' | 'issue'): Field {
  return computed(
    (a, scope) => ({ $rel: parentColumns(a, scope) }),
    (row, { query }) => {
      if (row.$rel === null) return null;
      const [path, iid, linkId, childId, traversalIds, visibility, confidential] = row.$rel as ParentColumns;
      const item = { kind: 'epic', confidential, authorId: 0, assigned: false } as const;
      const subject = subjectOf(query.context.viewer, { traversalIds, visibility, item });
      if (!can(kind === 'epic' ? 'adminEpicRelation' : 'adminEpic', subject)) return null;
      const base = `/groups/${path}/-/epics/${iid}`;
      return kind === 'epic' ? `${base}/links/${childId}` : `${base}/issues/${linkId}`;
    },
  );
}

type ParentColumns = [string, number, number, number, number[], string, boolean];

function parentColumns(a: string, scope: Scope): string {
  const { parent } = scope;
  if (parent !== undefined) {
    const columns = [
      `${parent}.g_path`,
      `${parent}.iid`,
      `${a}.link_id`,
      `${a}.id`,
      `${parent}.g_ids`,
      `${parent}.g_vis`,
      `${parent}.confidential`,
    ];
    return `json_build_array(${columns.join(', ')})`;
  }
  return (
    '(SELECT json_build_array(g.full_path, w.iid, l.id, l.child_id, g.traversal_ids, g.visibility, w.confidential) ' +
    `FROM parent_links l JOIN work_items w ON w.id = l.parent_id AND w.type = 'epic' JOIN groups g ON g.id = w.group_id ` +
    `WHERE l.child_id = ${a}.id AND ${epicReadable(scope)})`
  );
}

const sourceDate = (which: 'start' | 'due'): Field => value((a) => sourceDateSql(a, which));

const children = many((scope, { args }) => ({
  type: 'Epic',
  from: `parent_links l ${LINKED} AND w.type = 'epic' JOIN groups g ON g.id = w.group_id LEFT JOIN rollups ro ON ro.work_item_id = w.id`,
  columns: `${EPIC_COLUMNS}, ${LINK_COLUMNS}`,
  where: [
    `l.parent_id = ${scope.alias}.id`,
    epicReadable(scope),
    ...epicConditions(scope, args),
    ...hierarchy(scope.alias, args),
  ],
  order: typeof args.sort === 'string' ? epicOrder(args.sort) : byPosition,
  parent: scope.alias,
}));

/** Children may live in other groups; the two flags leave out those above or below the epic's own. */
function hierarchy(outer: string, args: Readonly<Record<string, unknown>>): string[] {
  const above =
    args.includeAncestorGroups === false ? [`NOT (${outer}.g_ids @> ARRAY[g.id] AND g.id <> ${outer}.group_id)`] : [];
  const below =
    args.includeDescendantGroups === false
      ? [`NOT (g.traversal_ids @> ARRAY[${outer}.group_id] AND g.id <> ${outer}.group_id)`]
      : [];
  return [...above, ...below];
}

const issues = many((scope) => ({
  type: 'EpicIssue',
  from: `parent_links l ${LINKED} JOIN groups g ON g.id = w.group_id JOIN projects p ON p.id = w.project_id`,
  columns: `${ISSUE_COLUMNS}, ${LINK_COLUMNS}`,
  where: [`l.parent_id = ${scope.alias}.id`, issueReadable(scope)],
  order: byPosition,
  parent: scope.alias,
}));

/** From the root down. Those the viewer may not see are left out; `hasParent` tells that there is one (EP-11). */
const ancestors = many((scope, { args }) => ({
  type: 'Epic',
  from:
    `(WITH RECURSIVE up AS (SELECT l.parent_id, 1 AS depth FROM parent_links l WHERE l.child_id = ${scope.alias}.id ` +
    'UNION ALL SELECT l.parent_id, up.depth + 1 FROM up JOIN parent_links l ON l.child_id = up.parent_id WHERE up.depth < 100) ' +
    `SELECT * FROM up) up JOIN ${EPIC_FROM.replace('work_items w', `work_items w ON w.id = up.parent_id AND w.type = 'epic'`)}`,
  columns: EPIC_COLUMNS,
  where: [epicReadable(scope), ...epicConditions(scope, args), ...hierarchy(scope.alias, args)],
  order:
    typeof args.sort === 'string'
      ? epicOrder(args.sort)
      : { name: 'depth', keys: [{ text: 'up.depth', type: 'integer', descending: true }] },
}));

export const epicReference = value((a, _scope, { args }) =>
  args.full === true ? `${a}.g_path || '&' || ${a}.iid` : `'&' || ${a}.iid`,
);
const webPath = (a: string) => `'/groups/' || ${a}.g_path || '/-/epics/' || ${a}.iid`;
const count = (name: string) => value((a) => `coalesce(${a}.${name}, 0)`);

export const epicFields: Fields = {
  ...sharedFields,
  ...issuableFields,
  ancestors,
  awardEmoji,
  blockedByEpics: blockers('Epic'),
  children,
  color: column('color'),
  currentUserTodos,
  descriptionHtml: epicDescriptionHtml,
  defaultProjectForIssueCreation: defaultProject,
  descendantCounts: part('EpicDescendantCount'),
  descendantWeightSum: part('EpicDescendantWeights'),
  discussions,
  dueDate: column('due_date'),
  dueDateFixed: column('due_date_fixed'),
  dueDateFromInheritedSource: sourceDate('due'),
  dueDateFromMilestones: sourceDate('due'),
  dueDateIsFixed: column('due_date_is_fixed'),
  group: one({
    type: 'Group',
    from: (alias, outer) => `(SELECT * FROM groups g WHERE g.id = ${outer}.group_id) ${alias}`,
  }),
  hasChildren: value((a) => `coalesce(${a}.child_epics, 0) > 0`),
  hasIssues: value((a) => `coalesce(${a}.child_issues, 0) > 0`),
  hasParent: value((a) => `EXISTS (SELECT 1 FROM parent_links l WHERE l.child_id = ${a}.id)`),
  healthStatus: part('EpicHealthStatus'),
  id: gid('Epic'),
  issues,
  notes,
  parent: one(oneEpic((outer) => `w.id = (SELECT l.parent_id FROM parent_links l WHERE l.child_id = ${outer}.id)`)),
  participants,
  reference: epicReference,
  relationPath: relationPath('epic'),
  startDate: column('start_date'),
  startDateFixed: column('start_date_fixed'),
  startDateFromInheritedSource: sourceDate('start'),
  startDateFromMilestones: sourceDate('start'),
  startDateIsFixed: column('start_date_is_fixed'),
  state: column('state'),
  subscribed,
  textColor: computed(
    (a) => ({ $co: `${a}.color` }),
    (row) => textColorFor(row.$co as string),
  ),
  userPermissions: epicPermissionsField,
  webPath: value(webPath),
  webUrl: value((a, { query }) => `${query.baseUrl()} || ${webPath(a)}`),
};

/** An issue under an epic: it has no votes, people, to-dos, notes, meetings and tracked time here. */
const {
  currentUserTodos: _todos,
  discussionLocked: _locked,
  discussions: _discussions,
  downvotes: _down,
  humanTimeEstimate: _estimateInWords,
  humanTotalTimeSpent: _spentInWords,
  issuableResourceLinks: _meetings,
  notes: _told,
  participants: _people,
  subscribed: _follows,
  timeEstimate: _estimate,
  timelogs: _logs,
  totalTimeSpent: _spent,
  upvotes: _up,
  userNotesCount: _notes,
  ...issueUnderEpic
} = issueFields;

export const epicIssueFields: Fields = {
  ...issueUnderEpic,
  epicIssueId: value((a, { parent }) =>
    parent !== undefined
      ? `'gid://gitlab/EpicIssue/' || ${a}.link_id`
      : `'gid://gitlab/EpicIssue/' || (SELECT l.id FROM parent_links l WHERE l.child_id = ${a}.id)`,
  ),
  relationPath: relationPath('issue'),
};

/** Roll-ups count every descendant, whatever the viewer may see (TR-02). */
export const epicDescendantCountFields: Fields = {
  closedEpics: count('closed_epics'),
  closedIssues: count('closed_issues'),
  openedEpics: count('opened_epics'),
  openedIssues: count('opened_issues'),
};
export const epicDescendantWeightsFields: Fields = {
  closedIssues: count('closed_weight'),
  openedIssues: count('opened_weight'),
};
export const epicHealthStatusFields: Fields = {
  issuesAtRisk: count('at_risk'),
  issuesNeedingAttention: count('needs_attention'),
  issuesOnTrack: count('on_track'),
};
