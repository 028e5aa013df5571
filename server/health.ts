import { sql } from 'kysely';
import type { Db } from './db/types.ts';

/** Does the database answer within this many milliseconds? A query that hangs counts as no answer. */
export async function databaseAnswers(db: Db, milliseconds: number): Promise<boolean> {
  return (await answersWithin(sql`SELECT 1`.execute(db), milliseconds)) !== null;
}

/** What was promised; null where it fails or does not come within this many milliseconds. */
export async function answersWithin<T>(promised: Promise<T>, milliseconds: number): Promise<T | null> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<null>((resolve) => {
    timer = setTimeout(() => resolve(null), milliseconds);
  });
  const answered = await Promise.race([promised.catch(() => null), late]);
  clearTimeout(timer);
  return answered;
}
