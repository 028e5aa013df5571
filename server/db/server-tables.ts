import type { ColumnType, Generated } from 'kysely';
import type { Defaulted, Json, Optional } from './columns.ts';

export interface EventsTable {
  id: Generated<number>;
  work_item_id: Optional<number>;
  kind: string;
  payload: ColumnType<unknown, string | undefined, string>;
  created_at: Defaulted<string>;
}

export interface SettingsTable {
  key: string;
  value: Json;
}

export interface IdempotencyKeysTable {
  user_id: number;
  key: string;
  request_hash: string;
  status: number;
  body: Json;
  created_at: Defaulted<string>;
}

export interface ServerTables {
  events: EventsTable;
  settings: SettingsTable;
  idempotency_keys: IdempotencyKeysTable;
}
