/** The parts of action logs in IndexedDB, shared by all tabs of the browser. */

/** Metadata of a session, readable without its lines. */
export interface SessionRow {
  readonly session: string;
  /** Username; null where nobody was signed in. */
  readonly viewer: string | null;
  /** Milliseconds since 1970-01-01T00:00:00Z. */
  readonly startedAt: number;
  /** When its last lines came. */
  readonly touchedAt: number;
  /** Characters by the number of the segment. */
  readonly segments: Readonly<Record<number, number>>;
}

/** Every method rejects if the browser has no storage or it is full. */
export interface LogDatabase {
  /** Adds lines to a segment, and puts the session's row in the place of the former one: both or neither. */
  append(row: SessionRow, segment: number, text: string): Promise<void>;
  rows(): Promise<readonly SessionRow[]>;
  /** The texts of a session in order: by segment, in each as they came. */
  texts(session: string): Promise<readonly string[]>;
  /** Forgets a segment; `row` is what is left of its session. */
  dropSegment(row: SessionRow, segment: number): Promise<void>;
  drop(session: string): Promise<void>;
}

const NAME = 'espalier-log';
const VERSION = 1;
const SESSIONS = 'sessions';
const LINES = 'lines';
const BY_SEGMENT = 'segment';

interface LinesRow {
  readonly session: string;
  readonly segment: number;
  readonly text: string;
}

const answerOf = <T>(request: IDBRequest<T>): Promise<T> =>
  new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error ?? new Error('The request failed'));
  });

const endOf = (transaction: IDBTransaction): Promise<void> =>
  new Promise((resolve, reject) => {
    transaction.oncomplete = () => resolve();
    transaction.onabort = () => reject(transaction.error ?? new Error('The transaction was given up'));
  });

const linesOf = (session: string, segment?: number): IDBKeyRange =>
  segment === undefined ? IDBKeyRange.bound([session], [session, []]) : IDBKeyRange.only([session, segment]);

function open(factory: IDBFactory, closed: () => void): Promise<IDBDatabase> {
  const request = factory.open(NAME, VERSION);
  request.onupgradeneeded = () => {
    request.result.createObjectStore(SESSIONS, { keyPath: 'session' });
    request.result.createObjectStore(LINES, { autoIncrement: true }).createIndex(BY_SEGMENT, ['session', 'segment']);
  };
  return answerOf(request).then((database) => {
    database.onclose = closed;
    // Another tab is upgrading the database: do not block it.
    database.onversionchange = () => {
      database.close();
      closed();
    };
    return database;
  });
}

/** `host` is the window: merely naming its `indexedDB` throws where storage is switched off, so it is looked up at each call. */
export function createLogDatabase(host: { readonly indexedDB?: IDBFactory } = window): LogDatabase {
  let opening: Promise<IDBDatabase> | null = null;
  const forget = () => {
    opening = null;
  };
  async function connect(): Promise<IDBDatabase> {
    if (host.indexedDB === undefined) throw new Error('This browser has no IndexedDB');
    opening ??= open(host.indexedDB, forget);
    try {
      return await opening;
    } catch (error) {
      forget();
      throw error;
    }
  }
  async function change(make: (sessions: IDBObjectStore, lines: IDBObjectStore) => void): Promise<void> {
    const transaction = (await connect()).transaction([SESSIONS, LINES], 'readwrite');
    const end = endOf(transaction);
    make(transaction.objectStore(SESSIONS), transaction.objectStore(LINES));
    return end;
  }

  return {
    append: (row, segment, text) =>
      change((sessions, lines) => {
        lines.add({ session: row.session, segment, text } satisfies LinesRow);
        sessions.put(row);
        // All requests have been issued: a page that closes now does not undo them.
        sessions.transaction.commit();
      }),
    async rows() {
      const transaction = (await connect()).transaction(SESSIONS);
      return (await answerOf(transaction.objectStore(SESSIONS).getAll())) as SessionRow[];
    },
    async texts(session) {
      const index = (await connect()).transaction(LINES).objectStore(LINES).index(BY_SEGMENT);
      return ((await answerOf(index.getAll(linesOf(session)))) as LinesRow[]).map(({ text }) => text);
    },
    dropSegment: (row, segment) =>
      change((sessions, lines) => {
        removeLines(lines, linesOf(row.session, segment));
        sessions.put(row);
      }),
    drop: (session) =>
      change((sessions, lines) => {
        removeLines(lines, linesOf(session));
        sessions.delete(session);
      }),
  };
}

function removeLines(lines: IDBObjectStore, range: IDBKeyRange): void {
  const cursor = lines.index(BY_SEGMENT).openKeyCursor(range);
  cursor.onsuccess = () => {
    if (cursor.result === null) return;
    lines.delete(cursor.result.primaryKey);
    cursor.result.continue();
  };
}
