import { hashSecret, newSecret } from '../auth/secrets.ts';
import type { Db } from '../db/types.ts';

/** Personal access tokens begin so, as GitLab's do: secret scanners know them by it. */
export const TOKEN_PREFIX = 'glpat-';

/** Makes a personal access token (256 random bits) and answers it; only its hash is kept, so it is never seen again. */
export async function createAccessToken(db: Db, userId: number, name: string, now: string): Promise<string> {
  const token = newSecret(TOKEN_PREFIX);
  await db
    .insertInto('access_tokens')
    .values({ user_id: userId, name, token_hash: hashSecret(token), created_at: now })
    .execute();
  return token;
}
