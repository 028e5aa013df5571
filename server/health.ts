import { sql } from 'kysely';
import type { Db } from './db/types.ts';

/** Does the database answer within this many milliseconds? A query that hangs counts as no answer. */
export async function databaseAnswers(db: Db, milliseconds: number): Promise<boolean> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<boolean>((resolve) => {
    timer = setTimeout(() => resolve(false), milliseconds);
  });
  const answer = sql`SELECT 1`.execute(db).then(
    () => true,
    () => false,
  );
  const answered = await Promise.race([answer, late]);
  clearTimeout(timer);
  return answered;
}
