import { PGlite } from '@electric-sql/pglite';
import { pg_trgm } from '@electric-sql/pglite/contrib/pg_trgm';
import type { DatabaseErrorFields, PgliteClient, PgliteResult } from './pglite-client.ts';
import { PgliteError } from './pglite-client.ts';
import { parsers } from './values.ts';

export interface EngineOptions {
  /** Directory of the files; without it the database lives in memory. Must exist (PGlite makes only its last part). */
  directory?: string;
  /** A dump made by `dumpDataDir`, to start from. */
  image?: Blob;
}

/** PGlite with our parsers, in the thread that calls. Parameters arrive as text, so its own conversions of parameters are switched off. */
export async function openEngine(options: EngineOptions): Promise<PgliteClient & { pglite: PGlite }> {
  const keepText = (value: string): string => value;
  const pglite = await PGlite.create({
    ...(options.directory === undefined ? {} : { dataDir: options.directory }),
    ...(options.image === undefined ? {} : { loadDataDir: options.image }),
    extensions: { pg_trgm },
    parsers: { ...parsers },
    serializers: { 16: keepText, 17: keepText },
  });
  await pglite.exec(`SET TIME ZONE 'UTC'`);
  return {
    pglite,
    async query(sql: string, parameters: readonly (string | null)[]): Promise<PgliteResult> {
      try {
        const result = await pglite.query<Record<string, unknown>>(sql, [...parameters]);
        return { rows: result.rows, affectedRows: result.affectedRows ?? 0 };
      } catch (error) {
        throw new PgliteError(errorFields(error));
      }
    },
    onNotification(receive) {
      pglite.onNotification(receive);
    },
    async close() {
      if (!pglite.closed) await pglite.close();
    },
  };
}

/** The plain fields of whatever was thrown, fit for `postMessage`. */
export function errorFields(error: unknown): DatabaseErrorFields {
  if (typeof error !== 'object' || error === null) return { message: String(error) };
  const source = error as Record<string, unknown>;
  const text = (key: string): string | undefined =>
    typeof source[key] === 'string' ? (source[key] as string) : undefined;
  return {
    message: text('message') ?? String(error),
    code: text('code'),
    constraint: text('constraint'),
    detail: text('detail'),
    table: text('table'),
    column: text('column'),
  };
}
