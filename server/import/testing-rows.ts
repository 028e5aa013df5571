import { sql } from 'kysely';
import type { Db } from '../db/types.ts';

/** Every row of every table as text, in an order that does not depend on the writing: to see that nothing changed. */
export async function everyRow(db: Db): Promise<string[]> {
  const tables = await sql<{ name: string }>`SELECT tablename AS name FROM pg_tables
    WHERE schemaname = current_schema() AND tablename NOT LIKE 'kysely\\_%' ORDER BY 1`.execute(db);
  const lines: string[] = [];
  for (const { name } of tables.rows) {
    const { rows } = await sql<{
      line: string;
    }>`SELECT to_jsonb(t)::text AS line FROM ${sql.table(name)} t ORDER BY 1`.execute(db);
    lines.push(...rows.map(({ line }) => `${name} ${line}`));
  }
  return lines;
}
