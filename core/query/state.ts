import type { Stamped, QueryMark } from '../store/action.ts';
import { get, remove, set, type Table } from '../table/index.ts';

/** The status of a read. `missing` stands for what does not exist and for what may not be seen: the two are never told apart. */
export type QueryStatus = 'idle' | 'loading' | 'ready' | 'missing' | 'failed';

/** The state of one query; its data is elsewhere. */
export interface QueryState {
  readonly status: QueryStatus;
  /** Why a read that somebody asked for failed; with `ready`, why a further page did. */
  readonly error: string | null;
  readonly loadingMore: boolean;
  /** The cursor of the next page; null: there is none, or it is not known. */
  readonly next: unknown;
}

/** By the key of the query: its name and its own key, separated by a space. */
export type Queries = Table<QueryState>;

export const IDLE: QueryState = { status: 'idle', error: null, loadingMore: false, next: null };
export const LOADING: QueryState = { ...IDLE, status: 'loading' };

export function reduceQueries(queries: Queries, { meta: { reads } }: Stamped): Queries {
  if (reads === undefined) return queries;
  const { queryKey } = reads;
  if (reads.step === 'left') return remove(queries, queryKey);
  const known = get(queries, queryKey) ?? IDLE;
  const next = stepped(known, reads);
  return same(known, next) ? queries : set(queries, queryKey, next);
}

function stepped(known: QueryState, { step, more, next = null, error = null }: QueryMark): QueryState {
  switch (step) {
    case 'asked':
      return more ? { ...known, error: null, loadingMore: true } : { ...LOADING, next: known.next };
    case 'failed':
      // RP-02.305: what is shown stays, and only a page that somebody asked for reports its failure.
      // mutant: failed-page-keeps-loading
      if (known.status === 'ready') return more ? { ...known, loadingMore: false, error } : known;
      // mutant: failed-list-keeps-loading
      return { ...IDLE, status: 'failed', error };
    case 'missing':
      // mutant: missing-root-is-ignored
      return { ...IDLE, status: 'missing' };
    default:
      // RP-02.306: a further page that was asked for before a refresh is still to come, if there is one.
      return { ...IDLE, status: 'ready', next, loadingMore: more !== true && known.loadingMore && next !== null };
  }
}

const same = (a: QueryState, b: QueryState): boolean =>
  a.status === b.status &&
  a.error === b.error &&
  a.loadingMore === b.loadingMore &&
  // Cursors are small plain data.
  (a.next === b.next || JSON.stringify(a.next) === JSON.stringify(b.next));
