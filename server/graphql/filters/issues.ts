import { GraphQLError } from 'graphql';
import { itemReadableSql } from '../../access/filters.ts';
import { HEALTH_KEY, POSITION_KEY } from '../plan/across.ts';
import type { Order, OrderKey } from '../plan/order.ts';
import type { Query, Scope } from '../plan/query.ts';
import {
  type Args,
  among,
  amongIids,
  idOf,
  isAuthor,
  labelled,
  reacted,
  safeText,
  searchItems,
  stateOf,
  texts,
} from './conditions.ts';

/** The filters of `issues`, `issue` and `workItems` as conditions on `w`. */
export function issueConditions(scope: Pick<Scope, 'query'>, args: Args): string[] {
  const { query } = scope;
  const where: string[] = [];
  if (args.iid !== undefined && args.iid !== null) where.push(amongIids(query, 'w.iid', [args.iid]));
  const many = texts(args.iids);
  if (many) where.push(amongIids(query, 'w.iid', many));
  const state = stateOf(args);
  if (state !== null) where.push(`w.state = '${state}'`);
  if (args.state === 'locked') where.push('FALSE');
  if (typeof args.confidential === 'boolean') where.push(args.confidential ? 'w.confidential' : 'NOT w.confidential');
  if (typeof args.search === 'string') where.push(...searchItems(query, args.search, args.in));
  if (typeof args.authorUsername === 'string') where.push(isAuthor(query, args.authorUsername));
  const types = texts(args.types);
  if (types)
    where.push(
      among(
        query,
        'w.type',
        types.map((type) => type.toLowerCase()),
      ),
    );
  where.push(...labelled(query, texts(args.labelName) ?? []), ...reacted(query, args.myReactionEmoji));
  where.push(
    ...assigned(query, args),
    ...inMilestone(query, args),
    ...inIteration(query, args.iterationId),
    ...inEpic(scope, args),
    ...weighing(query, args.weight),
  );
  return where;
}

function assigned(query: Query, args: Args): string[] {
  const person = `FROM work_item_people x JOIN users u ON u.id = x.user_id WHERE x.work_item_id = w.id AND x.role = 'assignee'`;
  const where = (texts(args.assigneeUsernames) ?? []).map(
    (username) => `EXISTS (SELECT 1 ${person} AND lower(u.username) = lower(${safeText(query, username)}))`,
  );
  if (args.assigneeWildcardId === 'ANY') where.push(`EXISTS (SELECT 1 ${person})`);
  if (args.assigneeWildcardId === 'NONE') where.push(`NOT EXISTS (SELECT 1 ${person})`);
  return where;
}

function inMilestone(query: Query, args: Args): string[] {
  const where: string[] = [];
  const titles = texts(args.milestoneTitle);
  const today = () => query.param(query.context.now.slice(0, 10), 'date');
  if (titles)
    where.push(
      `EXISTS (SELECT 1 FROM milestones m WHERE m.id = w.milestone_id AND ${among(query, 'm.title', titles)})`,
    );
  const wildcard = args.milestoneWildcardId;
  if (wildcard === 'ANY') where.push('w.milestone_id IS NOT NULL');
  if (wildcard === 'NONE') where.push('w.milestone_id IS NULL');
  if (wildcard === 'STARTED') {
    where.push(
      `EXISTS (SELECT 1 FROM milestones m WHERE m.id = w.milestone_id AND m.state = 'active' AND m.start_date <= ${today()})`,
    );
  }
  if (wildcard === 'UPCOMING') {
    where.push(
      `EXISTS (SELECT 1 FROM milestones m WHERE m.id = w.milestone_id AND m.state = 'active' AND m.due_date > ${today()})`,
    );
  }
  return where;
}

/** AP-14.106 */
function inIteration(query: Query, given: unknown): string[] {
  const ids = texts(given)?.map((id) => idOf(id, 'Iteration'));
  return ids === undefined ? [] : [`w.iteration_id = ANY(${query.param(ids, 'bigint[]')})`];
}

/** An epic the viewer may not see filters nothing in and nothing out: its issues do not show through it. */
function inEpic({ query }: Pick<Scope, 'query'>, args: Args): string[] {
  const readable = itemReadableSql(query.context.viewer, 'ew', 'eg');
  const link = `FROM parent_links t JOIN work_items ew ON ew.id = t.parent_id AND ew.type = 'epic' JOIN groups eg ON eg.id = ew.group_id`;
  const where: string[] = [];
  if (args.epicWildcardId === 'ANY') where.push(`EXISTS (SELECT 1 ${link} WHERE t.child_id = w.id AND ${readable})`);
  if (args.epicWildcardId === 'NONE')
    where.push(`NOT EXISTS (SELECT 1 ${link} WHERE t.child_id = w.id AND ${readable})`);
  if (typeof args.epicId === 'string') {
    const [, digits] = /^(?:gid:\/\/gitlab\/Epic\/)?([1-9]\d{0,14})$/.exec(args.epicId) ?? [];
    if (digits === undefined) throw new GraphQLError('`epicId` is not the id of an epic');
    const epic = query.param(Number(digits), 'bigint');
    const visible = `EXISTS (SELECT 1 FROM work_items ew JOIN groups eg ON eg.id = ew.group_id WHERE ew.id = ${epic} AND ew.type = 'epic' AND ${readable})`;
    const below =
      `WITH RECURSIVE down AS (SELECT ${epic} AS id, 0 AS depth UNION ALL SELECT t.child_id, down.depth + 1 FROM down ` +
      `JOIN parent_links t ON t.parent_id = down.id JOIN work_items c ON c.id = t.child_id AND c.type = 'epic' WHERE down.depth < 100) SELECT id FROM down`;
    const parents = args.includeSubepics === true ? `t.parent_id IN (${below})` : `t.parent_id = ${epic}`;
    where.push(visible, `EXISTS (SELECT 1 FROM parent_links t WHERE t.child_id = w.id AND ${parents})`);
  }
  return where;
}

function weighing(query: Query, weight: unknown): string[] {
  if (typeof weight !== 'string') return [];
  if (/^none$/i.test(weight)) return ['w.weight IS NULL'];
  if (/^any$/i.test(weight)) return ['w.weight IS NOT NULL'];
  return /^\d{1,9}$/.test(weight) ? [`w.weight = ${query.param(Number(weight), 'integer')}`] : ['FALSE'];
}

const created: OrderKey = { text: 'w.created_at', type: 'timestamptz' };
/** Only what the viewer may see is counted: order and cursors must not tell of more. */
const blocking = ({ query }: Scope): OrderKey => {
  const text =
    '(SELECT count(*)::integer FROM work_item_links k JOIN work_items x ON x.id = k.target_id JOIN groups xg ON xg.id = x.group_id ' +
    `WHERE k.source_id = w.id AND k.type = 'blocks' AND x.state = 'opened' AND ${itemReadableSql(query.context.viewer, 'x', 'xg')})`;
  return { text, type: 'integer', some: 'w.blocking' };
};

const KEYS: Readonly<Record<string, OrderKey>> = {
  CLOSED_AT: { text: 'w.closed_at', type: 'timestamptz', nullable: true },
  CREATED: created,
  DUE_DATE: { text: 'w.due_date', type: 'date', nullable: true },
  HEALTH_STATUS: { text: HEALTH_KEY, type: 'integer', nullable: true },
  MILESTONE_DUE: { text: 'w.milestone_due', type: 'date', nullable: true },
  RELATIVE_POSITION: {
    text: POSITION_KEY,
    type: 'integer',
    nullable: true,
  },
  TITLE: { text: 'lower(w.title)', type: 'text' },
  UPDATED: { text: 'w.updated_at', type: 'timestamptz' },
  WEIGHT: { text: 'w.weight', type: 'integer', nullable: true },
};

/**
 * An `IssueSort` or `WorkItemSort`; what is missing comes last in both directions, ties by id descending. Sorts by things Espalier does not
 * have (severity, popularity, SLA …) fall back to newest first.
 */
export function issueOrder(scope: Scope, sort: unknown): Order {
  const name = typeof sort === 'string' ? sort.toUpperCase() : 'CREATED_DESC';
  const [, by = '', direction = 'DESC'] = /^(.*)_(ASC|DESC)$/.exec(name) ?? [];
  const known = by === 'BLOCKING_ISSUES' ? blocking(scope) : KEYS[by];
  const key = known ? { ...known, descending: direction === 'DESC' } : { ...created, descending: true };
  return { name: known ? name : 'CREATED_DESC', keys: [key, { text: 'w.id', type: 'bigint', descending: true }] };
}
