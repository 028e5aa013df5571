import { epicPermissions, issuePermissions } from '@espalier/core/access';
import {
  epicReadableSql,
  itemReadableSql,
  meSql,
  projectItemReadableSql,
  readableToSql,
} from '../../access/filters.ts';
import { subjectOf } from '../../access/subject.ts';
import { noteReadableSql } from '../../note/visible-notes.ts';
import { subscribedSql } from '../../store/sql/personal.ts';
import { tasksSql } from '../../store/sql/task-counts.ts';
import { renderTitle } from '../../text/markdown.ts';
import { type ToldTasks, tasksOf } from '../../text/task-counts.ts';
import { issuePathSql } from '../../work-item/addresses.ts';
import { type ListSource, many } from '../plan/connection.ts';
import { column, computed, instant, markdown, one, placeOf, value } from '../plan/fields.ts';
import { permissionsAsWorkItem } from '../work-item-types.ts';
import type { Order } from '../plan/order.ts';
import type { Field, Fields, Row, Scope } from '../plan/query.ts';

/** What epics, issues and work items share. Inside a FROM the item is `w`, its group `g`, its project `p`, its roll-ups `ro`. */

const ROLLUPS =
  'ro.opened_epics, ro.closed_epics, ro.opened_issues, ro.closed_issues, ro.opened_weight, ro.closed_weight, ' +
  'ro.on_track, ro.needs_attention, ro.at_risk, ro.child_epics, ro.child_issues';
const GROUP = 'g.full_path AS g_path, g.traversal_ids AS g_ids, g.visibility AS g_vis';

export const EPIC_FROM = `work_items w JOIN groups g ON g.id = w.group_id LEFT JOIN rollups ro ON ro.work_item_id = w.id`;
export const EPIC_COLUMNS = `w.*, ${GROUP}, ${ROLLUPS}`;
export const ISSUE_FROM = `work_items w JOIN groups g ON g.id = w.group_id JOIN projects p ON p.id = w.project_id`;
export const ISSUE_COLUMNS = `w.*, ${GROUP}, p.full_path AS p_path, p.visibility AS p_vis, p.archived AS p_archived`;
export const ITEM_FROM =
  'work_items w JOIN groups g ON g.id = w.group_id LEFT JOIN projects p ON p.id = w.project_id ' +
  'LEFT JOIN rollups ro ON ro.work_item_id = w.id';
export const ITEM_COLUMNS = `${ISSUE_COLUMNS}, ${ROLLUPS}`;
/** In lists of children, `parent_links` is `l`. */
export const LINK_COLUMNS = 'l.id AS link_id, l.relative_position AS link_position';

export const byPosition: Order = {
  name: 'relative_position',
  keys: [
    { text: 'l.relative_position', type: 'integer' },
    { text: 'l.id', type: 'bigint' },
  ],
};

const byId: Order = { name: 'id', keys: [{ text: 'w.id', type: 'bigint' }] };

export const epicReadable = ({ query }: Scope) => epicReadableSql(query.context.viewer, 'w', 'g');
export const issueReadable = ({ query }: Scope) => projectItemReadableSql(query.context.viewer, 'w', 'g', 'p');
export const itemReadable = ({ query }: Scope) => itemReadableSql(query.context.viewer, 'w', 'g', 'p');

/** One epic, as a source for `one`, by a condition on `w`. */
export function oneEpic(where: (outer: string, scope: Scope) => string) {
  return {
    type: 'Epic',
    from: (alias: string, outer: string, scope: Scope) =>
      `(SELECT ${EPIC_COLUMNS} FROM ${EPIC_FROM} WHERE w.type = 'epic' AND ${where(outer, scope)} AND ${epicReadable(scope)}) ${alias}`,
  };
}

export const user = (columnName: string): Field =>
  one({
    type: 'UserCore',
    from: (alias, outer) => `(SELECT * FROM users u WHERE u.id = ${outer}.${columnName}) ${alias}`,
  });

/** Permissions ask the core's rules; the row brings what they need. */
function permissions(kind: 'epic' | 'issue', give: (subject: ReturnType<typeof subjectOf>) => unknown): Field {
  return computed(
    (a, scope) => ({ $acc: accessColumns(kind, a, scope) }),
    (row, { query }) => give(subjectOfRow(kind, row, query.context.viewer)),
  );
}

function accessColumns(kind: 'epic' | 'issue', a: string, { query }: Pick<Scope, 'query'>): string {
  const { viewer } = query.context;
  const visibility = kind === 'epic' ? `${a}.g_vis` : `${a}.p_vis`;
  const [project, archived] = kind === 'epic' ? ['NULL', 'FALSE'] : [`${a}.project_id`, `${a}.p_archived`];
  const assigned =
    kind === 'epic' || viewer.userId === null || viewer.admin
      ? 'FALSE'
      : `EXISTS (SELECT 1 FROM work_item_people x WHERE x.work_item_id = ${a}.id AND x.role = 'assignee' AND x.user_id = ${meSql(viewer)})`;
  return `json_build_array(${a}.g_ids, ${visibility}, ${a}.confidential, ${a}.author_id, ${project}, ${assigned}, ${archived})`;
}

function subjectOfRow(kind: 'epic' | 'issue', row: Row, viewer: Parameters<typeof subjectOf>[0]) {
  const [traversalIds, visibility, confidential, authorId, projectId, assigned, archived] = row.$acc as [
    number[],
    string,
    boolean,
    number,
    number | null,
    boolean,
    boolean,
  ];
  const item = { kind, confidential, authorId, assigned };
  return subjectOf(viewer, { traversalIds, visibility, projectId, archived, item });
}

export const epicPermissionsField = permissions('epic', epicPermissions);
export const issuePermissionsField = permissions('issue', issuePermissions);
/** What the rules ask of a work item, which may be an epic: the rules of its kind hold. Read as `$acc`. */
export const itemAccess = (a: string, scope: Pick<Scope, 'query'>): string =>
  `CASE WHEN ${a}.project_id IS NULL THEN ${accessColumns('epic', a, scope)} ELSE ${accessColumns('issue', a, scope)} END`;

const kindOf = ({ $acc }: Row): 'epic' | 'issue' => (($acc as readonly unknown[])[4] === null ? 'epic' : 'issue');

export const subjectOfItem = (row: Row, viewer: Parameters<typeof subjectOf>[0]) =>
  subjectOfRow(kindOf(row), row, viewer);

export const workItemPermissionsField = computed(
  (a, scope) => ({ $acc: itemAccess(a, scope) }),
  (row, { query }) => permissionsAsWorkItem(kindOf(row), subjectOfItem(row, query.context.viewer)),
);

/** The page of an item, without a host. */
export const itemPathSql = (a: string): string =>
  `CASE WHEN ${a}.project_id IS NULL THEN '/groups/' || ${a}.g_path || '/-/epics/' || ${a}.iid ELSE ${issuePathSql(a)} END`;

/** Open blockers that the viewer may see: the others must not show, not even in a count. */
const openBlockers: (a: string, scope: Scope) => string = (a, scope) =>
  `(SELECT count(*) FROM work_item_links k JOIN ${ITEM_FROM.replace('work_items w', 'work_items w ON w.id = k.source_id')} ` +
  `WHERE k.target_id = ${a}.id AND k.type = 'blocks' AND w.state = 'opened' AND ${itemReadable(scope)})`;

const blockedBy = computed(
  (a, scope) => ({ $blk: openBlockers(a, scope) }),
  (row) => row.$blk,
);

export const blockingCount = value(
  (a, scope) =>
    `(SELECT count(*) FROM work_item_links k JOIN ${ITEM_FROM.replace('work_items w', 'work_items w ON w.id = k.target_id')} ` +
    `WHERE k.source_id = ${a}.id AND k.type = 'blocks' AND w.state = 'opened' AND ${itemReadable(scope)})`,
);

export function blockers(type: 'Epic' | 'Issue'): Field {
  const epic = type === 'Epic';
  return many((scope): ListSource => ({
    type,
    from: `work_item_links k JOIN ${(epic ? EPIC_FROM : ISSUE_FROM).replace('work_items w', 'work_items w ON w.id = k.source_id')}`,
    columns: epic ? EPIC_COLUMNS : ISSUE_COLUMNS,
    where: [
      `k.target_id = ${scope.alias}.id`,
      `k.type = 'blocks'`,
      `w.state = 'opened'`,
      `w.project_id IS ${epic ? '' : 'NOT '}NULL`,
      epic ? epicReadable(scope) : issueReadable(scope),
    ],
    order: byId,
  }));
}

export const labels = many(({ alias }) => ({
  type: 'Label',
  from: 'work_item_labels wl JOIN labels b ON b.id = wl.label_id',
  columns: 'b.*',
  where: [`wl.work_item_id = ${alias}.id`],
  order: {
    name: 'title',
    keys: [
      { text: 'b.title', type: 'text' },
      { text: 'b.id', type: 'bigint' },
    ],
  },
}));

export const assignees = many(({ alias }) => ({
  type: 'UserCore',
  from: 'work_item_people wp JOIN users u ON u.id = wp.user_id',
  columns: 'u.*',
  where: [`wp.work_item_id = ${alias}.id`, `wp.role = 'assignee'`],
  order: {
    name: 'place',
    keys: [
      { text: 'wp.place', type: 'integer' },
      { text: 'u.id', type: 'bigint' },
    ],
  },
}));

/** EP-12.40, EP-12.41: who takes part: the author, assignees, reviewers and approvers, whoever has reacted, and whoever wrote a note that the viewer may read, or is mentioned. */
export function participantsOf({ alias, query }: Pick<Scope, 'alias' | 'query'>): ListSource {
  const wrote = [`n.work_item_id = ${alias}.id`, 'NOT n.system', ...noteReadableSql(query.context.viewer, 'n', alias)];
  return {
    type: 'UserCore',
    from: 'users u',
    columns: 'u.*',
    where: [
      `u.id IN (SELECT ${alias}.author_id UNION SELECT x.user_id FROM work_item_people x WHERE x.work_item_id = ${alias}.id ` +
        `UNION SELECT aw.user_id FROM award_emoji aw WHERE aw.work_item_id = ${alias}.id ` +
        `UNION SELECT n.author_id FROM notes n WHERE ${wrote.join(' AND ')} ` +
        `UNION SELECT mu.id FROM (SELECT unnest(${alias}.mentions) AS name, FALSE AS internal ` +
        `UNION SELECT unnest(n.mentions), n.internal FROM notes n WHERE ${wrote.join(' AND ')}) said ` +
        `JOIN users mu ON lower(mu.username) = said.name AND mu.state = 'active' WHERE ${readableToSql('mu', alias, 'said.internal', query.now())})`,
    ],
    order: { name: 'id', keys: [{ text: 'u.id', type: 'bigint' }] },
  };
}

export const participants = many(participantsOf);

export const subscribed: Field = value((a, { query }) => subscribedSql(query.context.viewer, a));

export const milestone = one({
  type: 'Milestone',
  from: (alias, outer) => `(SELECT m.* FROM milestones m WHERE m.id = ${outer}.milestone_id) ${alias}`,
});

export const iteration = one({
  type: 'Iteration',
  from: (alias, outer) => `(SELECT i.* FROM iterations i WHERE i.id = ${outer}.iteration_id) ${alias}`,
});

const descriptionHtml = (hasProject: boolean): Field =>
  markdown(
    (a) => `${a}.description`,
    placeOf(hasProject),
    (a) => `${a}.description_html`,
  );
export const epicDescriptionHtml = descriptionHtml(false);
/** Of an item of a project, or of one that may be such. */
export const itemDescriptionHtml = descriptionHtml(true);

export const relativePosition: Field = (scope, _selected, key) => ({
  columns: {
    [key]:
      scope.parent !== undefined
        ? `${scope.alias}.link_position`
        : `(SELECT l.relative_position FROM parent_links l WHERE l.child_id = ${scope.alias}.id)`,
  },
});

/** IE-06.50: of the checklist in the description. */
export const taskCompletionStatus = computed(
  (a) => ({ $tasks: tasksSql(a) }),
  (row) => {
    const { count, completed_count: completedCount } = tasksOf(row.$tasks as ToldTasks);
    return { count, completedCount };
  },
);

/** The fields that mean the same on every item. */
export const sharedFields: Fields = {
  author: user('author_id'),
  closedAt: instant('closed_at'),
  confidential: column('confidential'),
  createdAt: instant('created_at'),
  description: column('description'),
  descriptionHtml: itemDescriptionHtml,
  iid: value((a) => `${a}.iid::text`),
  title: column('title'),
  titleHtml: computed(
    (a) => ({ $ti: `${a}.title` }),
    (row) => renderTitle(row.$ti as string),
  ),
  updatedAt: instant('updated_at'),
};

/** WI-15.44: reactions of one name are votes. Those for an item it keeps (AP-06.77). */
export const downvotesSql = (a: string): string =>
  `(SELECT count(*) FROM award_emoji aw WHERE aw.work_item_id = ${a}.id AND aw.name = 'thumbsdown')`;

/** The fields of epics and issues that a plain work item has in widgets. */
export const issuableFields: Fields = {
  blocked: computed(
    (a, scope) => ({ $blk: openBlockers(a, scope) }),
    (row) => Number(row.$blk) > 0,
  ),
  blockedByCount: blockedBy,
  blockingCount,
  downvotes: value(downvotesSql),
  labels,
  relativePosition,
  upvotes: column('upvotes'),
  userNotesCount: value(
    (a) => `(SELECT count(*) FROM notes n WHERE n.work_item_id = ${a}.id AND NOT n.system AND NOT n.internal)`,
  ),
};
