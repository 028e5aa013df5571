import { many } from '../plan/connection.ts';
import { column, gid, instant } from '../plan/fields.ts';
import type { Fields } from '../plan/query.ts';

/** The viewer's own to-dos on an item that may be seen, the newest first (EP-06.42). */
export const currentUserTodos = many(({ alias, query }, { args }) => {
  const { userId } = query.context.viewer;
  const { state } = args;
  return {
    type: 'Todo',
    from: 'todos t',
    columns: 't.*',
    where: [
      `t.work_item_id = ${alias}.id`,
      userId === null ? 'FALSE' : `t.user_id = ${query.param(userId, 'bigint')}`,
      ...(state === 'pending' || state === 'done' ? [`t.state = '${state}'`] : []),
    ],
    order: { name: 'id', keys: [{ text: 't.id', type: 'bigint', descending: true }] },
  };
});

export const todoFields: Fields = {
  createdAt: instant('created_at'),
  id: gid('Todo'),
  state: column('state'),
};
