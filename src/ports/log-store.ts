/** Keeps recorded sessions in the browser so that they survive a crash of the tab: bounded, shared by all tabs, each tab a session of its own. */
import type { LogHeader, LogStore } from '@espalier/core/replay';
import type { LogDatabase, SessionRow } from './log-database.ts';

/** Limits for former sessions; those of open tabs are never removed, as each recorder limits its own. */
export const LOG_LIMITS = {
  sessions: 10,
  /** Of all former sessions together. */
  characters: 32_000_000,
  /** Milliseconds after which a former session is forgotten. */
  age: 7 * 24 * 60 * 60 * 1000,
} as const;

/** Without locks (plain http), a session with lines this recent counts as one of an open tab. */
const FRESH_MS = 10 * 60 * 1000;
const LOCK = 'espalier-log:';

/** The part of the Web Locks API by which tabs know about each other. A lock is released when its tab closes, however that happens. */
export interface TabLocks {
  query(): Promise<{ readonly held?: readonly { readonly name?: string }[] }>;
  request(name: string, hold: () => Promise<never>): Promise<unknown>;
}

interface LogStoreParts {
  readonly database: LogDatabase;
  /** Null where the browser has none (plain http). */
  readonly locks: TabLocks | null;
  /** Milliseconds since 1970-01-01T00:00:00Z. */
  readonly now: () => number;
}

export function createLogStore({ database, locks, now }: LogStoreParts): LogStore {
  /** Sessions of this tab. Nobody else writes to them, so they need not be read. */
  const own = new Map<string, SessionRow>();

  function begin(session: string, text: string): SessionRow {
    locks?.request(LOCK + session, () => new Promise<never>(() => undefined)).catch(() => undefined);
    const { viewer, startedAt } = headerIn(text);
    return { session, viewer, startedAt: startedAt ?? now(), touchedAt: now(), segments: {} };
  }

  /** Sessions whose tab has ended, newest first. */
  async function former(): Promise<SessionRow[]> {
    const rows = await database.rows();
    const names = new Set(locks === null ? [] : (await locks.query()).held?.map(({ name }) => name));
    const open = ({ session, touchedAt }: SessionRow) =>
      own.has(session) || (locks === null ? touchedAt > now() - FRESH_MS : names.has(LOCK + session));
    return rows.filter((row) => !open(row)).sort(newestFirst);
  }

  /** Also deletes what other people left in this browser: signing out removes one's sessions. */
  async function prune(viewer: string | null): Promise<void> {
    let characters = 0;
    for (const [index, row] of (await former()).entries()) {
      characters += lengthOf(row);
      const old = row.touchedAt < now() - LOG_LIMITS.age;
      // The newest stays whatever its size: it may be the one that crashed.
      const many = index > 0 && (index >= LOG_LIMITS.sessions || characters > LOG_LIMITS.characters);
      const foreign = row.viewer !== null && row.viewer !== viewer;
      if (old || many || foreign) await database.drop(row.session);
    }
  }

  /** True where something was given up to make room. */
  async function makeRoom(): Promise<boolean> {
    const oldest = (await former()).at(-1);
    if (oldest === undefined) return false;
    await database.drop(oldest.session);
    return true;
  }

  return {
    async append(session, segment, text) {
      const isNew = !own.has(session);
      const row = own.get(session) ?? begin(session, text);
      const length = (row.segments[segment] ?? 0) + text.length;
      const next = { ...row, touchedAt: now(), segments: { ...row.segments, [segment]: length } };
      own.set(session, next);
      if (isNew) await prune(row.viewer).catch(() => undefined);
      for (;;) {
        try {
          return await database.append(next, segment, text);
        } catch (error) {
          if (!isFull(error) || !(await makeRoom())) throw error;
        }
      }
    },
    async dropSegment(session, segment) {
      const row = own.get(session);
      if (row === undefined) return;
      const segments = Object.fromEntries(Object.entries(row.segments).filter(([key]) => Number(key) !== segment));
      const next = { ...row, segments };
      own.set(session, next);
      await database.dropSegment(next, segment);
    },
    async sessions() {
      const rows = [...(await database.rows())].sort(newestFirst);
      return rows.map((row) => ({
        session: row.session,
        startedAt: row.startedAt,
        // Number 0 holds the header only.
        segments: Object.keys(row.segments).filter((segment) => segment !== '0').length,
        length: lengthOf(row),
      }));
    },
    async read(session) {
      const texts = await database.texts(session);
      return texts.length === 0 ? null : texts.join('');
    },
    async remove(session) {
      own.delete(session);
      await database.drop(session);
    },
  };
}

const newestFirst = (a: SessionRow, b: SessionRow): number => b.startedAt - a.startedAt;

const lengthOf = ({ segments }: SessionRow): number => Object.values(segments).reduce((sum, length) => sum + length, 0);

const isFull = (error: unknown): boolean => error instanceof Error && error.name === 'QuotaExceededError';

/** The first line of a session is its header. */
function headerIn(text: string): { readonly viewer: string | null; readonly startedAt: number | null } {
  try {
    const { viewer, startedAt } = JSON.parse(text) as Partial<LogHeader>;
    return { viewer: viewer ?? null, startedAt: startedAt ?? null };
  } catch {
    return { viewer: null, startedAt: null };
  }
}
