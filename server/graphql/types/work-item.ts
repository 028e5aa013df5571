import { can } from '@espalier/core/access';
import { TYPE_WIDGETS } from '@espalier/core/work-item/rules';
import { subjectOf } from '../../access/subject.ts';
import type { WorkItemTypeName } from '../../db/work-item-tables.ts';
import { many } from '../plan/connection.ts';
import { column, computed, constant, gid, instant, one, value } from '../plan/fields.ts';
import { type Field, type Fields, type Row, type Shape, columnList } from '../plan/query.ts';
import { WIDGET_TYPES, wireType } from '../work-item-types.ts';
import {
  ITEM_COLUMNS,
  ITEM_FROM,
  LINK_COLUMNS,
  assignees,
  byPosition,
  itemPathSql,
  itemDescriptionHtml,
  itemReadable,
  iteration,
  labels,
  milestone,
  sharedFields,
  subscribed,
  user,
  downvotesSql,
  workItemPermissionsField,
} from './item.ts';
import { awardEmoji } from './award.ts';
import { discussions } from './note.ts';
import { oneProject } from './project.ts';
import { currentUserTodos } from './todo.ts';

/** Compiles what was asked of each widget, and gives each item the widgets of its type. */
const widgets: Field = (scope, selected, key) => {
  const { query, alias } = scope;
  const columns: Record<string, string> = { [`$ty_${key}`]: `${alias}.type` };
  const shapes = new Map<string, Shape>();
  for (const [name, type] of Object.entries(WIDGET_TYPES)) {
    const compiled = query.object(type, scope, selected.below);
    if (compiled.columns.size > 0)
      columns[`$${name}_${key}`] = `(SELECT row_to_json(o) FROM (SELECT ${columnList(compiled.columns)}) o)`;
    if (compiled.shape) shapes.set(name, compiled.shape);
  }
  const shape = (row: Row) => {
    const names = TYPE_WIDGETS[row[`$ty_${key}`] as WorkItemTypeName];
    row[key] = names.map((name) => {
      const widget = (row[`$${name}_${key}`] as Row | undefined) ?? {};
      widget.__typename = WIDGET_TYPES[name];
      shapes.get(name)?.(widget);
      return widget;
    });
  };
  return { columns, shape };
};

const hasChildren = value(
  (a, scope) =>
    `EXISTS (SELECT 1 FROM parent_links l JOIN ${joined('l.child_id')} WHERE l.parent_id = ${a}.id AND ${itemReadable(scope)})`,
);

function joined(link: string): string {
  return ITEM_FROM.replace('work_items w', `work_items w ON w.id = ${link}`);
}

export function oneWorkItem(where: (outer: string) => string) {
  return {
    type: 'WorkItem',
    from: (alias: string, outer: string, scope: Parameters<typeof itemReadable>[0]) =>
      `(SELECT ${ITEM_COLUMNS} FROM ${ITEM_FROM} WHERE ${where(outer)} AND ${itemReadable(scope)}) ${alias}`,
  };
}

export const workItemFields: Fields = {
  ...sharedFields,
  id: gid('WorkItem'),
  lockVersion: column('lock_version'),
  namespace: one({
    type: 'Namespace',
    from: (alias, outer) =>
      `(SELECT 'gid://gitlab/Group/' || g.id AS gid, g.name, g.full_name, g.path, g.full_path, g.visibility FROM groups g ` +
      `WHERE g.id = ${outer}.group_id AND ${outer}.project_id IS NULL UNION ALL ` +
      `SELECT 'gid://gitlab/Namespaces::ProjectNamespace/' || p.id, p.name, g.full_name || ' / ' || p.name, p.path, p.full_path, p.visibility ` +
      `FROM projects p JOIN groups g ON g.id = p.group_id WHERE p.id = ${outer}.project_id) ${alias}`,
  }),
  project: one(oneProject((outer) => `p.id = ${outer}.project_id`)),
  reference: value((a, _scope, { args }) => {
    const own = `CASE WHEN ${a}.project_id IS NULL THEN '&' ELSE '#' END || ${a}.iid`;
    return args.full === true ? `coalesce(${a}.p_path, ${a}.g_path) || ${own}` : own;
  }),
  state: value((a) => `CASE ${a}.state WHEN 'opened' THEN 'OPEN' ELSE 'CLOSED' END`),
  userPermissions: workItemPermissionsField,
  webUrl: value((a, { query }) => `${query.baseUrl()} || ${itemPathSql(a)}`),
  widgets,
  workItemType: computed(
    (a) => ({ $ty: `${a}.type` }),
    (row) => wireType(row.$ty as WorkItemTypeName),
  ),
};

const type = (name: string) => constant(name);

/** WI-03.40: those who may give others a role in the project. */
const canInviteMembers = computed(
  (a) => ({ $inv: `json_build_array(${a}.g_ids, coalesce(${a}.p_vis, ${a}.g_vis), ${a}.project_id)` }),
  (row, { query }) => {
    const [traversalIds, visibility, projectId] = row.$inv as [number[], string, number | null];
    const ability = projectId === null ? 'adminMembers' : 'adminProjectMembers';
    return can(ability, subjectOf(query.context.viewer, { traversalIds, visibility, projectId }));
  },
);

export const widgetFields: Readonly<Record<string, Fields>> = {
  WorkItemWidgetAssignees: {
    allowsMultipleAssignees: constant(true),
    assignees,
    canInviteMembers,
    type: type('ASSIGNEES'),
  },
  WorkItemWidgetAwardEmoji: {
    awardEmoji,
    downvotes: value(downvotesSql),
    type: type('AWARD_EMOJI'),
    upvotes: column('upvotes'),
  },
  WorkItemWidgetCurrentUserTodos: { currentUserTodos, type: type('CURRENT_USER_TODOS') },
  WorkItemWidgetDescription: {
    description: column('description'),
    descriptionHtml: itemDescriptionHtml,
    edited: value((a) => `${a}.last_edited_at IS NOT NULL`),
    lastEditedAt: instant('last_edited_at'),
    lastEditedBy: user('last_edited_by'),
    type: type('DESCRIPTION'),
  },
  WorkItemWidgetHealthStatus: { healthStatus: column('health_status'), type: type('HEALTH_STATUS') },
  WorkItemWidgetHierarchy: {
    children: many((scope) => ({
      type: 'WorkItem',
      from: `parent_links l JOIN ${joined('l.child_id')}`,
      columns: `${ITEM_COLUMNS}, ${LINK_COLUMNS}`,
      where: [`l.parent_id = ${scope.alias}.id`, itemReadable(scope)],
      order: byPosition,
    })),
    hasChildren,
    parent: one(
      oneWorkItem((outer) => `w.id = (SELECT l.parent_id FROM parent_links l WHERE l.child_id = ${outer}.id)`),
    ),
    type: type('HIERARCHY'),
  },
  WorkItemWidgetIteration: { iteration, type: type('ITERATION') },
  WorkItemWidgetLabels: { allowsScopedLabels: constant(true), labels, type: type('LABELS') },
  WorkItemWidgetMilestone: { milestone, type: type('MILESTONE') },
  WorkItemWidgetNotes: { discussions, type: type('NOTES') },
  WorkItemWidgetNotifications: { subscribed, type: type('NOTIFICATIONS') },
  WorkItemWidgetProgress: { progress: column('progress'), type: type('PROGRESS') },
  WorkItemWidgetStartAndDueDate: {
    dueDate: column('due_date'),
    startDate: column('start_date'),
    type: type('START_AND_DUE_DATE'),
  },
  WorkItemWidgetWeight: { type: type('WEIGHT'), weight: column('weight') },
};
