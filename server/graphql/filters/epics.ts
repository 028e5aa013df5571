import { GraphQLError } from 'graphql';
import { projectItemReadableSql } from '../../access/filters.ts';
import type { Order } from '../plan/order.ts';
import type { Scope } from '../plan/query.ts';
import {
  type Args,
  amongIids,
  between,
  isAuthor,
  labelled,
  reacted,
  safeText,
  searchItems,
  startsWith,
  stateOf,
  texts,
} from './conditions.ts';

/** The filters of `epics`, `epic`, `children` and `ancestors` as conditions on `w`. */
export function epicConditions({ query }: Scope, args: Args): string[] {
  const where: string[] = [];
  if (args.iid !== undefined && args.iid !== null) where.push(amongIids(query, 'w.iid', [args.iid]));
  const many = texts(args.iids);
  if (many) where.push(amongIids(query, 'w.iid', many));
  if (typeof args.iidStartsWith === 'string') where.push(iidStartsWith(query, args.iidStartsWith));
  const state = stateOf(args);
  if (state !== null) where.push(`w.state = '${state}'`);
  if (typeof args.confidential === 'boolean') where.push(args.confidential ? 'w.confidential' : 'NOT w.confidential');
  if (typeof args.search === 'string') where.push(...searchItems(query, args.search, args.in));
  if (typeof args.authorUsername === 'string') where.push(isAuthor(query, args.authorUsername));
  where.push(...labelled(query, texts(args.labelName) ?? []));
  if (typeof args.milestoneTitle === 'string') where.push(hasMilestone(query, args.milestoneTitle));
  where.push(...reacted(query, args.myReactionEmoji));
  if (args.topLevelHierarchyOnly === true)
    where.push('NOT EXISTS (SELECT 1 FROM parent_links t WHERE t.child_id = w.id)');
  where.push(...between(query, 'w.created_at', args.createdAfter, args.createdBefore));
  where.push(...between(query, 'w.updated_at', args.updatedAfter, args.updatedBefore));
  where.push(...inTimeframe({ query } as Scope, args.timeframe));
  where.push(...negated(query, args.not));
  return where;
}

function iidStartsWith(query: Scope['query'], text: string): string {
  if (!/^\d{1,10}$/.test(text)) throw new GraphQLError('Invalid `iidStartsWith` query');
  return startsWith(query, text);
}

/** A child issue that the viewer may see carries a milestone of this title. */
function hasMilestone(query: Scope['query'], title: string): string {
  return (
    'EXISTS (SELECT 1 FROM parent_links t JOIN work_items c ON c.id = t.child_id JOIN milestones m ON m.id = c.milestone_id ' +
    'JOIN groups cg ON cg.id = c.group_id JOIN projects cp ON cp.id = c.project_id ' +
    `WHERE t.parent_id = w.id AND m.title = ${safeText(query, title)} ` +
    `AND ${projectItemReadableSql(query.context.viewer, 'c', 'cg', 'cp')})`
  );
}

/** At least one date, none of which lies outside. */
function inTimeframe({ query }: Scope, timeframe: unknown): string[] {
  if (typeof timeframe !== 'object' || timeframe === null) return [];
  const { start, end } = timeframe as { start: string; end: string };
  if (start > end) throw new GraphQLError('start must be before end');
  return [
    '(w.start_date IS NOT NULL OR w.due_date IS NOT NULL)',
    `(w.start_date IS NULL OR w.start_date <= ${query.param(end, 'date')})`,
    `(w.due_date IS NULL OR w.due_date >= ${query.param(start, 'date')})`,
  ];
}

function negated(query: Scope['query'], not: unknown): string[] {
  if (typeof not !== 'object' || not === null) return [];
  const { authorUsername, labelName, myReactionEmoji } = not as Args;
  return [
    ...(typeof authorUsername === 'string' ? [`${isAuthor(query, authorUsername)} IS NOT TRUE`] : []),
    ...labelled(query, texts(labelName) ?? []).map((condition) => `NOT ${condition}`),
    ...notReacted(query, myReactionEmoji),
  ];
}

function notReacted(query: Scope['query'], name: unknown): string[] {
  if (typeof name !== 'string') return [];
  const conditions = reacted(query, name);
  return [conditions.length === 0 ? 'FALSE' : `NOT (${conditions.join(' AND ')})`];
}

const id = { text: 'w.id', type: 'bigint', descending: true } as const;

/** Undated epics come last in both directions, ties by id descending. */
const ORDERS: Readonly<Record<string, Omit<Order['keys'][number], 'descending'>>> = {
  CREATED_AT: { text: 'w.created_at', type: 'timestamptz' },
  END_DATE: { text: 'w.due_date', type: 'date', nullable: true },
  START_DATE: { text: 'w.start_date', type: 'date', nullable: true },
  TITLE: { text: 'lower(w.title)', type: 'text' },
  UPDATED_AT: { text: 'w.updated_at', type: 'timestamptz' },
};

/** An `EpicSort`; newest first where there is none. */
export function epicOrder(sort: unknown): Order {
  const name = typeof sort === 'string' ? sort.toUpperCase() : 'CREATED_AT_DESC';
  const [, by = '', direction = ''] = /^(.*)_(ASC|DESC)$/.exec(name) ?? [];
  const key = ORDERS[by];
  if (!key) throw new GraphQLError(`Unknown sort ${name}`);
  return { name, keys: [{ ...key, descending: direction === 'DESC' }, id] };
}

/** The groups whose epics a group lists: its own, and as asked those below and above it. */
export function groupRange(outer: string, args: Args, column = 'g'): string {
  const conditions = [`${column}.id = ${outer}.id`];
  if (args.includeDescendantGroups !== false) conditions.push(`${column}.traversal_ids @> ARRAY[${outer}.id]`);
  if (args.includeAncestorGroups === true) conditions.push(`${column}.id = ANY(${outer}.traversal_ids)`);
  return `(${conditions.join(' OR ')})`;
}
