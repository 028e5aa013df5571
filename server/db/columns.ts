import type { ColumnType } from 'kysely';

/** A column that may be left out of an insert because the database has a default for it. */
export type Defaulted<T> = ColumnType<T, T | undefined, T>;
/** A nullable column may be left out, too. */
export type Optional<T> = ColumnType<T | null, T | null | undefined, T | null>;
/** Written as JSON text (arrays would otherwise become PostgreSQL arrays), read as parsed JSON. */
export type Json = ColumnType<unknown, string, string>;
