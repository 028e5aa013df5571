import { type RawBuilder, sql } from 'kysely';
import type { Tx } from '../db/types.ts';

/** Rows of one kind: how many the file has, how many of them were made and how many were changed. */
export interface Tally {
  total: number;
  created: number;
  changed: number;
}

/** Rows written by one statement. */
const BATCH = 500;

/** What the steps of one import share within one transaction. */
export class Writer {
  readonly tx: Tx;
  readonly now: string;
  readonly #dataset: string;

  constructor(tx: Tx, now: string, dataset: string) {
    this.tx = tx;
    this.now = now;
    this.#dataset = dataset;
  }

  /** The id of the file as the database keeps it: two data sets may both have a `link:0001`. */
  externalId(id: string): string {
    return `${this.#dataset}:${id}`;
  }

  get prefix(): string {
    return `${this.#dataset}:`;
  }

  /** Runs one statement per batch of rows; `rows` reaches it as a table `x` with the given columns (and `n`, the order of the rows). */
  async batches<T, R>(
    rows: readonly T[],
    columns: string,
    toRow: (row: T, index: number) => Record<string, unknown>,
    statement: (x: RawBuilder<unknown>) => RawBuilder<R>,
  ): Promise<R[]> {
    const answers: R[] = [];
    for (let at = 0; at < rows.length; at += BATCH) {
      const batch = rows.slice(at, at + BATCH).map((row, index) => ({ n: at + index, ...toRow(row, at + index) }));
      const x = sql`jsonb_to_recordset(${JSON.stringify(batch)}::jsonb) AS x (n int, ${sql.raw(columns)})`;
      answers.push(...(await statement(x).execute(this.tx)).rows);
    }
    return answers;
  }

  /** Database ids by the file's ids. */
  async idsOf(
    table: 'groups' | 'projects' | 'labels' | 'milestones' | 'work_items' | 'work_item_links' | 'merge_requests',
    fileIds: readonly string[],
  ): Promise<Map<string, number>> {
    const wanted = fileIds.map((id) => this.externalId(id));
    const { rows } = await sql<{ id: number; external_id: string }>`
      SELECT id, external_id FROM ${sql.table(table)} WHERE external_id = ANY(${wanted}::text[])`.execute(this.tx);
    return new Map(rows.map((row) => [row.external_id.slice(this.prefix.length), row.id]));
  }
}

/** What an upsert answers for each row that it touched. */
export interface Touched {
  id: number;
  created: boolean;
}

export function tally(total: number, touched: readonly Touched[]): Tally {
  const created = touched.filter((row) => row.created).length;
  return { total, created, changed: touched.length - created };
}

/** The id that the step before has made sure of. */
export function known(ids: { get(id: string): number | undefined }, id: string): number {
  const found = ids.get(id);
  if (found === undefined) throw new Error(`${id} has not been written`);
  return found;
}
