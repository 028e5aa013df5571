import { sql } from 'kysely';
import { hashSecret } from '../auth/secrets.ts';
import type { Db } from '../db/types.ts';

/** How long somebody may take at the provider. Seconds. */
export const FLOW_SECONDS = 10 * 60;

/** A sign-in that has begun. */
export interface Flow {
  readonly nonce: string;
  readonly verifier: string;
  readonly returnTo: string;
  /** Whose account is to be linked; null: somebody signs in. */
  readonly userId: number | null;
}

/** Begins one. `state`: what the provider has to bring back; `browser`: the secret of the cookie that has to come with it. */
export async function beginFlow(db: Db, browser: string, state: string, flow: Flow, now: string): Promise<void> {
  await sql`WITH swept AS (DELETE FROM oidc_flows WHERE expires_at <= ${now}::timestamptz)
    INSERT INTO oidc_flows (state_hash, browser_hash, nonce, verifier, return_to, user_id, expires_at)
    VALUES (${hashSecret(state)}, ${hashSecret(browser)}, ${flow.nonce}, ${flow.verifier}, ${flow.returnTo}, ${flow.userId},
      ${now}::timestamptz + make_interval(secs => ${FLOW_SECONDS}))`.execute(db);
}

/** AP-09.83: uses it up; null where there is none, it has run out, or another browser began it. Of two at once only one gets it. */
export async function takeFlow(db: Db, browser: string, state: string, now: string): Promise<Flow | null> {
  const { rows } = await sql<Flow>`DELETE FROM oidc_flows
    WHERE state_hash = ${hashSecret(state)} AND browser_hash = ${hashSecret(browser)} AND expires_at > ${now}::timestamptz
    RETURNING nonce, verifier, return_to AS "returnTo", user_id AS "userId"`.execute(db);
  return rows[0] ?? null;
}
