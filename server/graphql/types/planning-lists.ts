import { groupReadableSql, projectReadableSql } from '../../access/filters.ts';
import { type Args, requireId, safeText, search, texts } from '../filters/conditions.ts';
import { many } from '../plan/connection.ts';
import { one } from '../plan/fields.ts';
import type { Order, OrderKey } from '../plan/order.ts';
import type { Field, Scope } from '../plan/query.ts';

/** Labels and milestones that a group or project offers: its own, and as asked those of the groups above and below. */

const byTitle: Order = {
  name: 'title',
  keys: [
    { text: 'b.title', type: 'text' },
    { text: 'b.id', type: 'bigint' },
  ],
};

/** The groups above that the viewer may see: a private group says nothing of itself through a public one below it. */
function groupsAbove({ query }: Scope, ids: string): string {
  return `(SELECT g.id FROM groups g WHERE g.id = ANY(${ids}) AND ${groupReadableSql(query.context.viewer, 'g')})`;
}

/** A label `b` whose group or project the viewer may see. */
export function labelReadable({ query }: Scope): string {
  const { viewer } = query.context;
  return (
    `(EXISTS (SELECT 1 FROM groups g WHERE g.id = b.group_id AND ${groupReadableSql(viewer, 'g')}) ` +
    `OR EXISTS (SELECT 1 FROM projects p WHERE p.id = b.project_id AND ${projectReadableSql(viewer, 'p')}))`
  );
}

export const groupLabels: Field = many((scope, { args }) => {
  const { alias, query } = scope;
  const owners = [`b.group_id = ${alias}.id`];
  if (args.includeAncestorGroups === true) owners.push(`b.group_id IN ${groupsAbove(scope, `${alias}.traversal_ids`)}`);
  if (args.includeDescendantGroups === true) {
    const readable = groupReadableSql(query.context.viewer, 'g');
    owners.push(
      `b.group_id IN (SELECT g.id FROM groups g WHERE g.traversal_ids @> ARRAY[${alias}.id] AND ${readable})`,
    );
  }
  if (args.onlyGroupLabels !== true && args.includeDescendantGroups === true) owners.push(projectsBelow(scope, 'b'));
  return {
    type: 'Label',
    from: 'labels b',
    columns: 'b.*',
    where: [`(${owners.join(' OR ')})`, ...titleSearch(scope, args)],
    order: byTitle,
  };
});

export const projectLabels: Field = many((scope, { args }) => {
  const owners = [`b.project_id = ${scope.alias}.id`];
  if (args.includeAncestorGroups === true) owners.push(`b.group_id IN ${groupsAbove(scope, `${scope.alias}.g_ids`)}`);
  return {
    type: 'Label',
    from: 'labels b',
    columns: 'b.*',
    where: [`(${owners.join(' OR ')})`, ...titleSearch(scope, args)],
    order: byTitle,
  };
});

/** AP-14.42: by its title; the nearest. `ids`: the column with the groups from the root down. */
const labelTitled = (ids: 'traversal_ids' | 'g_ids'): Field =>
  one({
    type: 'Label',
    from: (alias, outer, scope, { args }) => {
      const own = ids === 'g_ids' ? `b.project_id = ${outer}.id OR ` : '';
      return (
        `(SELECT b.* FROM labels b WHERE (${own}b.group_id IN ${groupsAbove(scope, `${outer}.${ids}`)}) ` +
        `AND b.title = ${safeText(scope.query, String(args.title))} ` +
        `ORDER BY b.project_id NULLS LAST, array_position(${outer}.${ids}, b.group_id) DESC LIMIT 1) ${alias}`
      );
    },
  });

export const groupLabel = labelTitled('traversal_ids');
export const projectLabel = labelTitled('g_ids');

function titleSearch({ query }: Scope, args: Args): string[] {
  return typeof args.searchTerm === 'string' ? search(query, args.searchTerm, ['b.title', 'b.description']) : [];
}

function projectsBelow({ alias, query }: Scope, table: string): string {
  const readable = projectReadableSql(query.context.viewer, 'p', 'g');
  return (
    `${table}.project_id IN (SELECT p.id FROM projects p JOIN groups g ON g.id = p.group_id ` +
    `WHERE g.traversal_ids @> ARRAY[${alias}.id] AND ${readable})`
  );
}

export const groupMilestones: Field = many((scope, { args }) => {
  const { alias, query } = scope;
  const owners = [`m.group_id = ${alias}.id`];
  if (args.includeAncestors === true) owners.push(`m.group_id IN ${groupsAbove(scope, `${alias}.traversal_ids`)}`);
  if (args.includeDescendants === true) {
    const readable = groupReadableSql(query.context.viewer, 'g');
    owners.push(
      `m.group_id IN (SELECT g.id FROM groups g WHERE g.traversal_ids @> ARRAY[${alias}.id] AND ${readable})`,
    );
    owners.push(projectsBelow(scope, 'm'));
  }
  return milestoneList(scope, args, owners);
});

export const projectMilestones: Field = many((scope, { args }) => {
  const owners = [`m.project_id = ${scope.alias}.id`];
  if (args.includeAncestors === true) owners.push(`m.group_id IN ${groupsAbove(scope, `${scope.alias}.g_ids`)}`);
  return milestoneList(scope, args, owners);
});

function milestoneList(scope: Scope, args: Args, owners: readonly string[]) {
  return {
    type: 'Milestone',
    from: 'milestones m',
    columns: 'm.*',
    where: [`(${owners.join(' OR ')})`, ...milestoneConditions(scope, args)],
    order: milestoneOrder(scope, args.sort),
  };
}

function milestoneConditions({ query }: Scope, args: Args): string[] {
  const where: string[] = [];
  const ids = texts(args.ids)?.map((text) => requireId(text, 'Milestone'));
  if (ids) where.push(`m.id = ANY(${query.param(ids, 'bigint[]')})`);
  if (args.state === 'active' || args.state === 'closed') where.push(`m.state = '${args.state}'`);
  if (typeof args.title === 'string') where.push(`m.title = ${safeText(query, args.title)}`);
  if (typeof args.searchTitle === 'string') where.push(...search(query, args.searchTitle, ['m.title']));
  if (typeof args.timeframe === 'object' && args.timeframe !== null) {
    const { start, end } = args.timeframe as { start: string; end: string };
    where.push('(m.start_date IS NOT NULL OR m.due_date IS NOT NULL)');
    where.push(`(m.start_date IS NULL OR m.start_date <= ${query.param(end, 'date')})`);
    where.push(`(m.due_date IS NULL OR m.due_date >= ${query.param(start, 'date')})`);
  }
  return where;
}

const KEYS: Readonly<Record<string, OrderKey>> = {
  CREATED: { text: 'm.created_at', type: 'timestamptz' },
  DUE_DATE: { text: 'm.due_date', type: 'date', nullable: true },
  EXPIRED_LAST_DUE_DATE: { text: 'm.due_date', type: 'date', nullable: true },
  UPDATED: { text: 'm.updated_at', type: 'timestamptz' },
};

/** A `MilestoneSort`: undated last, ties by id; the EXPIRED_LAST sorts put what is over behind everything else. */
function milestoneOrder({ query }: Scope, sort: unknown): Order {
  const name = typeof sort === 'string' ? sort.toUpperCase() : 'DUE_DATE_ASC';
  const [, by = '', direction] = /^(.*)_(ASC|DESC)$/.exec(name) ?? [];
  const key = { ...(KEYS[by] ?? KEYS.DUE_DATE), descending: direction === 'DESC' } as OrderKey;
  const id: OrderKey = { text: 'm.id', type: 'bigint' };
  if (by !== 'EXPIRED_LAST_DUE_DATE') return { name, keys: [key, id] };
  const expired = `CASE WHEN m.due_date < ${query.param(query.context.now.slice(0, 10), 'date')} THEN 1 ELSE 0 END`;
  return { name, keys: [{ text: expired, type: 'integer' }, key, id] };
}
