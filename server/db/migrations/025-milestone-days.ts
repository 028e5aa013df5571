import { type Kysely, sql } from 'kysely';

const AMOUNTS = ['scope_count', 'scope_weight', 'completed_count', 'completed_weight'];
const added = AMOUNTS.map((name) => `${name} = d.${name} + excluded.${name}`).join(', ');

/**
 * By how much the items of a milestone or iteration, those of them that are closed, and the weights of both have grown on a day (UTC), for burn-up and burn-down charts. By
 * project and confidentiality, so that each reader is told of what they may see. Triggers keep them with every statement, whatever changes an item.
 * What is here already counts from its creation on, closed ones as such from the day on which they were closed: nobody knows since when they have their milestones.
 */
export function daysOf(timebox: 'milestone' | 'iteration') {
  const id = `${timebox}_id`;
  const table = `${timebox}_days`;
  const key = `${id}, project_id, confidential, day`;

  /** What items of `rows` add (`sign` 1) to the timeboxes that they have, or take from them. */
  const share = (rows: string, sign: 1 | -1): string =>
    `SELECT ${id}, project_id, confidential, ${sign} AS items, ${sign} * coalesce(weight, 0) AS weight, state FROM ${rows}
  WHERE ${id} IS NOT NULL AND project_id IS NOT NULL`;

  /** What is deleted by the same statement as the item has no days any more. */
  const count = (name: string, shares: readonly string[]): string =>
    `CREATE FUNCTION ${name}() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
    IF current_setting('espalier.uncounted', true) = 'on' THEN RETURN NULL; END IF;
    INSERT INTO public.${table} AS d (${key}, ${AMOUNTS.join(', ')})
    SELECT s.${id}, s.project_id, s.confidential, (now() AT TIME ZONE 'UTC')::date, sum(s.items), sum(s.weight),
      coalesce(sum(s.items) FILTER (WHERE s.state = 'closed'), 0), coalesce(sum(s.weight) FILTER (WHERE s.state = 'closed'), 0)
    FROM (${shares.join(' UNION ALL ')}) s JOIN public.${timebox}s m ON m.id = s.${id} JOIN public.projects p ON p.id = s.project_id
    GROUP BY 1, 2, 3
    HAVING sum(s.items) <> 0 OR sum(s.weight) <> 0
      OR sum(s.items) FILTER (WHERE s.state = 'closed') <> 0 OR sum(s.weight) FILTER (WHERE s.state = 'closed') <> 0
    ORDER BY 1, 2, 3
    ON CONFLICT (${key}) DO UPDATE SET ${added};
    RETURN NULL; END $$`;

  const gained = share('new_items', 1);
  const lost = share('old_items', -1);
  const triggers = [
    { event: 'inserted', on: 'INSERT', rows: 'NEW TABLE AS new_items', shares: [gained] },
    { event: 'deleted', on: 'DELETE', rows: 'OLD TABLE AS old_items', shares: [lost] },
    { event: 'updated', on: 'UPDATE', rows: 'OLD TABLE AS old_items NEW TABLE AS new_items', shares: [gained, lost] },
  ];

  const statements = [
    `CREATE TABLE ${table} (
      ${id} bigint NOT NULL REFERENCES ${timebox}s (id) ON DELETE CASCADE,
      project_id bigint NOT NULL REFERENCES projects (id) ON DELETE CASCADE,
      confidential boolean NOT NULL,
      day date NOT NULL,
      ${AMOUNTS.map((name) => `${name} integer NOT NULL`).join(', ')},
      PRIMARY KEY (${key})
    )`,
    `CREATE INDEX ${table}_project ON ${table} (project_id)`,
    `INSERT INTO ${table} (${key}, ${AMOUNTS.join(', ')})
      SELECT w.${id}, w.project_id, w.confidential, (c.at AT TIME ZONE 'UTC')::date,
        sum(c.scope), sum(c.scope * coalesce(w.weight, 0)), sum(c.completed), sum(c.completed * coalesce(w.weight, 0))
      FROM work_items w CROSS JOIN LATERAL (
        VALUES (w.created_at, 1, 0), (CASE WHEN w.state = 'closed' THEN coalesce(w.closed_at, w.created_at) END, 0, 1)
      ) AS c (at, scope, completed)
      WHERE w.${id} IS NOT NULL AND w.project_id IS NOT NULL AND c.at IS NOT NULL GROUP BY 1, 2, 3, 4`,
    ...triggers.flatMap(({ event, on, rows, shares }) => [
      count(`count_${timebox}s_${event}`, shares),
      `CREATE TRIGGER ${timebox}s_${event} AFTER ${on} ON work_items REFERENCING ${rows} FOR EACH STATEMENT EXECUTE FUNCTION count_${timebox}s_${event}()`,
    ]),
  ];
  return {
    async up(db: Kysely<unknown>): Promise<void> {
      for (const statement of statements) await sql.raw(statement).execute(db);
    },
    async down(db: Kysely<unknown>): Promise<void> {
      for (const { event } of triggers) {
        await sql.raw(`DROP TRIGGER IF EXISTS ${timebox}s_${event} ON work_items`).execute(db);
        await sql.raw(`DROP FUNCTION IF EXISTS count_${timebox}s_${event}`).execute(db);
      }
      await sql.raw(`DROP TABLE IF EXISTS ${table}`).execute(db);
    },
  };
}

export const { up, down } = daysOf('milestone');
