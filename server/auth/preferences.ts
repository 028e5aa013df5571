import { sql } from 'kysely';
import type { UserTheme } from '../db/place-tables.ts';
import type { Db } from '../db/types.ts';

/** What a person prefers; null: as the server has it. */
export interface Preferences {
  /** A name of the tz database. */
  readonly timeZone: string | null;
  /** 0 Sunday … 6 Saturday. */
  readonly firstDayOfWeek: number | null;
  /** BCP 47. */
  readonly language: string | null;
  readonly theme: UserTheme | null;
  readonly keyboardShortcuts: boolean;
}

/** Null where there is no such person. */
export async function readPreferences(db: Db, userId: number): Promise<Preferences | null> {
  const { rows } = await sql<Preferences>`
    SELECT time_zone AS "timeZone", first_day_of_week AS "firstDayOfWeek", language, theme, keyboard_shortcuts AS "keyboardShortcuts"
    FROM users WHERE id = ${userId}::bigint`.execute(db);
  return rows[0] ?? null;
}
