import { itemReadableSql, meSql } from '../../access/filters.ts';
import type { Query, Row } from '../../graphql/plan/query.ts';
import { ITEM_COLUMNS, ITEM_FROM } from '../../graphql/types/item.ts';
import { type EpicFacts, type IssueFacts, itemJson } from '../json/items.ts';
import { type PersonFacts, personJson } from '../json/places.ts';
import { type RestAnswer, type RestContext, unauthorized } from '../types.ts';
import { Asked } from './asked.ts';
import { at, factsOf, itemFacts, personObject } from './facts.ts';
import { type Json, listAnswer, oneAnswer, orderKey, queryFor } from './page.ts';

/** One's own to-dos, behind `/api/v4/`: GitLab 16.2's docs/api/todos.md (AP-05.150). */

const ACTIONS = ['assigned', 'mentioned', 'build_failed', 'marked', 'approval_required', 'unmergeable'] as const;
const MORE_ACTIONS = ['directly_addressed', 'merge_train_removed', 'member_access_requested'] as const;
const TYPES = [
  'Issue',
  'MergeRequest',
  'Commit',
  'Epic',
  'DesignManagement::Design',
  'AlertManagement::Alert',
] as const;

const FROM = ITEM_FROM.replace('work_items w', 'todos t JOIN work_items w ON w.id = t.work_item_id');
const COLUMNS =
  `${ITEM_COLUMNS}, t.id AS todo_id, t.user_id AS todo_of, t.state AS todo_state, ` +
  't.created_at AS todo_at, t.updated_at AS todo_changed_at';

const facts = (query: Query): Json => ({
  ...itemFacts(query),
  todo_id: 'a.todo_id',
  todo_state: 'a.todo_state',
  todo_at: at('a.todo_at'),
  todo_changed_at: at('a.todo_changed_at'),
  todo_of: `(SELECT ${personObject('u')} FROM users u WHERE u.id = a.todo_of)`,
  place:
    `(SELECT json_build_object('id', p.id, 'description', p.description, 'name', p.name, 'name_with_namespace', g.full_name || ' / ' || p.name, ` +
    `'path', p.path, 'path_with_namespace', p.full_path, 'created_at', ${at('p.created_at')}) ` +
    `FROM projects p JOIN groups g ON g.id = p.group_id WHERE p.id = a.project_id)`,
  namespace:
    `(SELECT json_build_object('id', g.id, 'name', g.name, 'path', g.path, 'kind', 'group', 'full_path', g.full_path, ` +
    `'parent_id', g.parent_id, 'avatar_url', g.avatar_url) FROM groups g WHERE g.id = a.group_id AND a.project_id IS NULL)`,
});

const shape = (ctx: RestContext) => (row: Row) => {
  const { todo_id, todo_state, todo_at, todo_changed_at, todo_of, place, namespace, ...item } = row;
  const base = ctx.baseUrl;
  const told = factsOf<EpicFacts | IssueFacts>(item);
  const target = itemJson({ base, now: ctx.now }, told);
  const group = namespace as { readonly full_path: string } | null;
  return {
    id: todo_id,
    ...(place !== null && { project: place }),
    ...(group !== null && { group: { ...group, web_url: `${base}/groups/${group.full_path}` } }),
    author: personJson(base, todo_of as PersonFacts),
    // The reason is not kept: there is one to-do for each item.
    action_name: 'marked',
    target_type: told.type === 'epic' ? 'Epic' : 'Issue',
    target,
    target_url: target.web_url,
    body: told.title,
    state: todo_state,
    created_at: todo_at,
    updated_at: todo_changed_at,
  };
};

const mine = ({ context: { viewer } }: Query): string[] => [
  `t.user_id = ${meSql(viewer)}`,
  itemReadableSql(viewer, 'w', 'g', 'p'),
];

export function todos(ctx: RestContext): Promise<RestAnswer> | RestAnswer {
  if (ctx.viewer.userId === null) return unauthorized;
  const query = queryFor(ctx);
  const asked = new Asked(ctx);
  const [action, type] = [asked.word('action', [...ACTIONS, ...MORE_ACTIONS]), asked.word('type', TYPES)];
  const state = asked.word('state', ['pending', 'done']) ?? 'pending';
  const [author, project, group] = [asked.number('author_id'), asked.number('project_id'), asked.number('group_id')];
  asked.check();
  const where = [
    ...mine(query),
    `t.state = '${state}'`,
    ...(action === undefined || action === 'marked' ? [] : ['FALSE']),
    ...(type === undefined
      ? []
      : [type === 'Epic' ? 'w.project_id IS NULL' : type === 'Issue' ? 'w.project_id IS NOT NULL' : 'FALSE']),
    ...(author === undefined ? [] : [`t.user_id = ${query.param(author, 'bigint')}`]),
    ...(project === undefined ? [] : [`w.project_id = ${query.param(project, 'bigint')}`]),
    ...(group === undefined ? [] : [`g.traversal_ids @> ARRAY[${query.param(group, 'bigint')}]`]),
  ];
  const order = { name: 'newest', keys: [orderKey('t.id', true)] };
  return listAnswer(ctx, query, { from: FROM, columns: COLUMNS, where, order, json: facts(query) }, shape(ctx));
}

/** One of the viewer's own. */
export async function oneTodo(ctx: RestContext, id: number, status = 200): Promise<RestAnswer> {
  const query = queryFor(ctx);
  const where = [`t.id = ${query.param(id, 'bigint')}`, ...mine(query)].join(' AND ');
  const answer = await oneAnswer(query, `(SELECT ${COLUMNS} FROM ${FROM} WHERE ${where}) a`, facts(query), shape(ctx));
  return answer.status === 200 ? { ...answer, status } : answer;
}
