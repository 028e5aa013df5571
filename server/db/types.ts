import type { Insertable, Kysely, Selectable, Transaction } from 'kysely';
import type { AuthTables } from './auth-tables.ts';
import type { IterationTables } from './iteration-tables.ts';
import type { LabelTables } from './label-tables.ts';
import type { MilestoneTables } from './milestone-tables.ts';
import type { NoteTables } from './note-tables.ts';
import type { PlaceTables } from './place-tables.ts';
import type { ServerTables } from './server-tables.ts';
import type { WorkItemsTable, WorkItemTables } from './work-item-tables.ts';

/**
 * The tables as plain data, the same on PGlite and PostgreSQL: ids and counts are numbers, days 'YYYY-MM-DD', instants ISO strings in UTC
 * ('2026-07-24T23:57:50.123456Z': as many digits as the database keeps, so that a cursor made of one finds the row again).
 */
export interface Database
  extends
    PlaceTables,
    LabelTables,
    MilestoneTables,
    IterationTables,
    WorkItemTables,
    NoteTables,
    AuthTables,
    ServerTables {}

export type Db = Kysely<Database>;
/** Inside a transaction. Every `Tx` is a `Db`, so a function that takes a `Db` works in both. */
export type Tx = Transaction<Database>;

export type WorkItemRow = Selectable<WorkItemsTable>;
export type NewWorkItem = Insertable<WorkItemsTable>;
