import { sql } from 'kysely';
import { itemReadable, meSql } from '../../access/filters.ts';
import { viewerColumns, viewerOf, type ViewerRow } from '../../access/load-viewer.ts';
import type { Viewer } from '../../access/viewer.ts';
import type { PersonalStore, TodoCounts, WantedPeople } from '../../command/personal-store.ts';
import type { Db } from '../../db/types.ts';

/** EP-13.40: does the viewer follow the item `a`? As decided; without a decision if they take part: as author, as one of its people, or with a note. */
export function subscribedSql(viewer: Viewer, a: string): string {
  if (viewer.userId === null) return 'FALSE';
  const me = meSql(viewer);
  const decided = `(SELECT s.subscribed FROM subscriptions s WHERE s.work_item_id = ${a}.id AND s.user_id = ${me})`;
  const people = `EXISTS (SELECT 1 FROM work_item_people x WHERE x.work_item_id = ${a}.id AND x.user_id = ${me})`;
  const wrote = `EXISTS (SELECT 1 FROM notes n WHERE n.work_item_id = ${a}.id AND n.author_id = ${me} AND NOT n.system)`;
  return `coalesce(${decided}, ${a}.author_id = ${me} OR ${people} OR ${wrote})`;
}

export class SqlPersonal implements PersonalStore {
  readonly #db: Db;

  constructor(db: Db) {
    this.#db = db;
  }

  async addTodo(itemId: number, userId: number, now: string): Promise<number> {
    const { rows } = await sql<{ id: number }>`
      INSERT INTO todos (user_id, work_item_id, created_at, updated_at)
      VALUES (${userId}, ${itemId}, ${now}::timestamptz, ${now}::timestamptz)
      ON CONFLICT (user_id, work_item_id) WHERE state = 'pending' DO UPDATE SET updated_at = todos.updated_at
      RETURNING id
    `.execute(this.#db);
    return rows[0]?.id ?? 0;
  }

  async viewers({ ids, usernames, membersOf }: WantedPeople, now: string): Promise<readonly Viewer[]> {
    const members =
      membersOf &&
      sql`UNION SELECT m.user_id FROM memberships_on(${now}::timestamptz) m
          WHERE m.group_id = ANY(${[...membersOf.traversal_ids]}::bigint[]) OR m.project_id = ${membersOf.project_id}::bigint`;
    const { rows } = await sql<ViewerRow>`
      SELECT ${viewerColumns(now)} FROM users u WHERE u.state = 'active' AND u.id IN (
        SELECT x.id FROM users x WHERE x.id = ANY(${[...ids]}::bigint[])
        UNION SELECT x.id FROM users x WHERE lower(x.username) = ANY(${[...usernames]}::text[]) ${members ?? sql``}
      ) ORDER BY u.id
    `.execute(this.#db);
    return rows.map(viewerOf);
  }

  async addTodos(itemId: number, userIds: readonly number[], now: string): Promise<void> {
    await sql`
      INSERT INTO todos (user_id, work_item_id, created_at, updated_at)
      SELECT id, ${itemId}::bigint, ${now}::timestamptz, ${now}::timestamptz FROM unnest(${[...userIds]}::bigint[]) AS x (id)
      ON CONFLICT (user_id, work_item_id) WHERE state = 'pending' DO NOTHING
    `.execute(this.#db);
  }

  async follow(itemId: number, userIds: readonly number[]): Promise<void> {
    await sql`
      INSERT INTO subscriptions (work_item_id, user_id, subscribed)
      SELECT ${itemId}::bigint, id, TRUE FROM unnest(${[...userIds]}::bigint[]) AS x (id)
      ON CONFLICT (work_item_id, user_id) DO NOTHING
    `.execute(this.#db);
  }

  async finishTodo(viewer: Viewer, todoId: number, now: string): Promise<boolean> {
    const { rows } = await sql`
      UPDATE todos t SET state = 'done', updated_at = CASE t.state WHEN 'done' THEN t.updated_at ELSE ${now}::timestamptz END
      FROM work_items w JOIN groups g ON g.id = w.group_id
      WHERE t.id = ${todoId} AND t.user_id = ${viewer.userId}::bigint AND w.id = t.work_item_id AND ${itemReadable(viewer, 'w', 'g')}
      RETURNING t.id
    `.execute(this.#db);
    return rows.length > 0;
  }

  async finishAllTodos(viewer: Viewer, now: string): Promise<void> {
    await sql`
      UPDATE todos t SET state = 'done', updated_at = ${now}::timestamptz FROM work_items w JOIN groups g ON g.id = w.group_id
      WHERE t.user_id = ${viewer.userId}::bigint AND t.state = 'pending' AND w.id = t.work_item_id AND ${itemReadable(viewer, 'w', 'g')}
    `.execute(this.#db);
  }

  async countTodos(viewer: Viewer): Promise<TodoCounts> {
    const { rows } = await sql<TodoCounts>`
      SELECT count(*) FILTER (WHERE t.state = 'pending')::int AS pending, count(*) FILTER (WHERE t.state = 'done')::int AS done
      FROM todos t JOIN work_items w ON w.id = t.work_item_id JOIN groups g ON g.id = w.group_id
      WHERE t.user_id = ${viewer.userId}::bigint AND ${itemReadable(viewer, 'w', 'g')}
    `.execute(this.#db);
    return rows[0] ?? { pending: 0, done: 0 };
  }

  async finishTodosOn(itemId: number, userId: number, now: string, todoId?: number): Promise<void> {
    await sql`
      UPDATE todos SET state = 'done', updated_at = ${now}::timestamptz
      WHERE work_item_id = ${itemId} AND user_id = ${userId} AND state = 'pending'
        AND (${todoId ?? null}::bigint IS NULL OR id = ${todoId ?? null}::bigint)
    `.execute(this.#db);
  }

  async subscribe(itemId: number, userId: number, subscribed: boolean): Promise<void> {
    await sql`
      INSERT INTO subscriptions (work_item_id, user_id, subscribed) VALUES (${itemId}, ${userId}, ${subscribed})
      ON CONFLICT (work_item_id, user_id) DO UPDATE SET subscribed = excluded.subscribed
    `.execute(this.#db);
  }

  async toggleSubscription(viewer: Viewer, itemId: number): Promise<boolean> {
    const { rows } = await sql<{ subscribed: boolean }>`
      INSERT INTO subscriptions (work_item_id, user_id, subscribed)
      SELECT a.id, ${viewer.userId}::bigint, NOT ${sql.raw(subscribedSql(viewer, 'a'))} FROM work_items a WHERE a.id = ${itemId}
      ON CONFLICT (work_item_id, user_id) DO UPDATE SET subscribed = NOT subscriptions.subscribed
      RETURNING subscribed
    `.execute(this.#db);
    return rows[0]?.subscribed ?? false;
  }
}
