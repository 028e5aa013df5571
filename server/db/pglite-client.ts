/** What both ways to PGlite (in this thread, in a worker) offer to the Kysely dialect. Parameters travel as PostgreSQL's text. */
export interface PgliteClient {
  /** `limitMs`: where the engine runs in a thread of its own, a statement that takes longer is ended with it. */
  query(sql: string, parameters: readonly (string | null)[], limitMs?: number): Promise<PgliteResult>;
  /** Before somebody else gets the session: an engine that was lost is replaced. */
  ready?(): Promise<void>;
  /** Called when the session is another one, and notifications may have been missed. */
  onReplaced?(handle: () => void): void;
  /** Takes every notification of every channel this session listens to. */
  onNotification(receive: (channel: string, payload: string) => void): void;
  close(): Promise<void>;
}

export interface PgliteResult {
  rows: Record<string, unknown>[];
  affectedRows: number;
}

/** A database error as plain data, the fields that callers look at (`code` is the SQLSTATE). */
export interface DatabaseErrorFields {
  message: string;
  code?: string;
  constraint?: string;
  detail?: string;
  table?: string;
  column?: string;
}

export class PgliteError extends Error {
  readonly code: string | undefined;
  readonly constraint: string | undefined;
  readonly detail: string | undefined;
  readonly table: string | undefined;
  readonly column: string | undefined;

  constructor(fields: DatabaseErrorFields) {
    super(fields.message);
    this.name = 'PgliteError';
    this.code = fields.code;
    this.constraint = fields.constraint;
    this.detail = fields.detail;
    this.table = fields.table;
    this.column = fields.column;
  }
}
