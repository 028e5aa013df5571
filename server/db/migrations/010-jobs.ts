import { type Kysely, sql } from 'kysely';
import PgBoss from 'pg-boss';
import * as releases from './008-releases.ts';

const SCHEMA = 'espalier_jobs';

/**
 * What is still to be done (server/jobs/queue.ts): the tables of pg-boss, in a schema of their own, and one queue. A job is tried fifteen times, in a
 * day or two; one that is not done after a minute was taken by a process that is gone. Until now children that had lost their parent stood in a table.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  const plans = PgBoss.getConstructionPlans(SCHEMA);
  // Without its BEGIN, locks and COMMIT: this is a transaction already. As one statement, for PGlite takes no more at a time.
  const statements = plans.slice(plans.indexOf('CREATE SCHEMA'), plans.lastIndexOf('COMMIT'));
  await sql.raw(`DO $do$ BEGIN EXECUTE $plans$${statements}$plans$; END $do$`).execute(db);
  const options = { policy: 'standard', retryLimit: 14, retryDelay: 5, retryBackoff: true, expireInSeconds: 60 };
  await sql`SELECT ${sql.raw(SCHEMA)}.create_queue('jobs', ${JSON.stringify(options)}::json)`.execute(db);
  await sql`INSERT INTO ${sql.raw(SCHEMA)}.job (name, data, retry_limit, retry_delay, retry_backoff, expire_in, policy)
    SELECT 'jobs', jsonb_build_object('kind', 'tellReleased', 'parent', parent, 'childIds', child_ids, 'userId', user_id, 'at', created_at),
      14, 5, TRUE, interval '1 minute', 'standard'
    FROM releases ORDER BY id`.execute(db);
  await releases.down(db);
}

export async function down(db: Kysely<unknown>): Promise<void> {
  await sql`DROP SCHEMA IF EXISTS ${sql.raw(SCHEMA)} CASCADE`.execute(db);
  await releases.up(db);
}
