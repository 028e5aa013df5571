import type { SagaGenerator } from 'typed-redux-saga';
import type { Answer, Operation, Ports, RestRequest, WireError } from '../ports/index.ts';
import type { Action, ActionCreator, NoticeDraft } from '../store/action.ts';
import type { Queries, QueryState } from './state.ts';
import { serverAction, withMeta } from '../store/action.ts';
import { get } from '../table/index.ts';
import { IDLE, LOADING } from './state.ts';

export type Request<A, V> = readonly [operation: Operation<A, V>, variables: NoInfer<V>] | RestRequest;

export interface RefreshRead<A> {
  readonly answer: Answer<A>;
  readonly rest: unknown;
}

/** One read, as its domain describes it. `P`: its parameters, plain data. `A`: the answer. `D`: the decoded data. `C`: the cursor of a page. */
export interface QueryPlan<P, A, D, C, V> {
  /** Its key among queries of its name: ids, paths and numbers, separated by spaces. */
  key(params: P): string;
  request?(params: NoInfer<P>, cursor: C | null): Request<A, V>;
  /** Instead of `request`, if one read takes several requests; null: these parameters take one. Throws the port's rejection. */
  read?(ports: Ports, params: NoInfer<P>, cursor: C | null): SagaGenerator<Answer<A>> | null;
  /**
   * RP-02.312: instead of the first page, for a refresh in rounds: one read of it. `rest`: what the next read continues with; null: the first one, or there is
   * no other. Throws the port's rejection.
   */
  refresh?(ports: Ports, params: NoInfer<P>, rest: unknown): SagaGenerator<RefreshRead<A>>;
  /** The data for entities, lists and page state; null: it does not exist, or may not be seen. */
  decode(answer: A, params: NoInfer<P>, cursor: C | null): D | null;
  /** Side effects of an answer, before it reaches the state. */
  also?(data: D, params: NoInfer<P>, answer: A): SagaGenerator<unknown>;
  /** The cursor of the next page, after the page at `cursor`; `known`: the next cursor so far. Absent: there is one page. */
  pages?(data: D, cursor: C | null, known: C | null): C | null;
  /** A read that began before a change to one of these was answered is dropped and repeated. */
  readsVersionsOf?(params: NoInfer<P>): readonly string[];
  /** RP-02.302: whether what an answer brings was changed by somebody else's answer while it was on its way; then the read is repeated, too. */
  isOvertaken?(data: NoInfer<D>, before: object, now: object): boolean;
  /** RP-02.278: it is told of every change to what it brings, so that what it has changed is newer than what reads bring that are still on their way. */
  readonly overtakes?: true;
  /** RP-02.319: whether an answer that is taken in is known to be out of date; then it is read again as after a failure. */
  isBehind?(data: NoInfer<D>): boolean;
  /** Milliseconds before a read begins, for searches; `before`: the parameters of the last answer under the same key. */
  delay?(params: NoInfer<P>, before: NoInfer<P> | null): number;
  /** Polled while it is shown (AP-15). `fallback`: milliseconds if the server names no interval; null: polling ends then. `first`: milliseconds before the first poll. */
  readonly poll?: { readonly fallback: number | null; readonly first?: number };
  /** Milliseconds before a failed refresh is retried; they double. Absent: as polling does, or never. */
  readonly retry?: { readonly first: number; readonly longest: number };
  /** What a reading that somebody asked for says when it fails. */
  failure?(error: WireError, params: NoInfer<P>): string;
  /** The alert that such a failure raises, where saying it in its place is not enough; none where the browser broke the request off. */
  alert?(error: WireError, params: NoInfer<P>, cursor: C | null): NoticeDraft | undefined;
  /** Failures that mean that it does not exist, or may not be seen; by default 404. */
  hides?(error: WireError): boolean;
}

/** RP-02.305: milliseconds before a refresh of a page that failed is retried; they double. */
export const REFRESH_AGAIN = { first: 5_000, longest: 60_000 } as const;

export interface Received<P, D, C> {
  readonly params: P;
  readonly data: D;
  /** The cursor of the page; null: the first one, or there is just one. */
  readonly cursor: C | null;
}

export interface Failed<P> {
  readonly params: P;
  /** It does not exist, or may not be seen. */
  readonly missing: boolean;
}

/** A read's name, key and actions (`<name>/asked`, `<name>/received`, `<name>/failed`): all that slices and selectors need of it. */
export interface QueryName<P, D = unknown, C = unknown> {
  readonly name: string;
  key(params: P): string;
  readonly asked: ActionCreator<{ readonly params: P }>;
  readonly received: ActionCreator<Received<P, D, C>>;
  readonly failed: ActionCreator<Failed<P>>;
}

export interface Query<P, A = unknown, D = unknown, C = unknown, V = never>
  extends QueryName<P, D, C>, Omit<QueryPlan<P, A, D, C, V>, 'key'> {}

/** Names a read, for a domain whose requests are code that comes late. The name is permanent once logs exist. */
export const queryName = <P, D, C = null>(name: string, key: (params: P) => string): QueryName<P, D, C> => ({
  name,
  key,
  asked: serverAction<{ readonly params: P }>(`${name}/asked`),
  received: serverAction<Received<P, D, C>>(`${name}/received`),
  failed: serverAction<Failed<P>>(`${name}/failed`),
});

/** A record of one read, under a name that is new or was given before. */
export function query<P, A, D, C = null, V = Record<string, unknown>>(
  name: string,
  plan: QueryPlan<P, A, D, C, V>,
): Query<P, A, D, C, V>;
export function query<P, A, D, C = null, V = Record<string, unknown>>(
  name: QueryName<P, D, C>,
  plan: Omit<QueryPlan<P, A, D, C, V>, 'key'>,
): Query<P, A, D, C, V>;
export function query<P, A, D, C, V>(
  name: string | QueryName<P, D, C>,
  plan: Omit<QueryPlan<P, A, D, C, V>, 'key'> & Partial<Pick<QueryPlan<P, A, D, C, V>, 'key'>>,
): Query<P, A, D, C, V> {
  const { key = () => '' } = plan;
  return { ...plan, ...(typeof name === 'string' ? queryName<P, D, C>(name, key) : name) };
}

export const keyOf = <P>({ name, key }: Pick<QueryName<P>, 'name' | 'key'>, params: P): string =>
  `${name} ${key(params)}`.trimEnd();

/** It is no longer shown: its state is forgotten. */
export const left = serverAction<object>('query/left');

/** A domain's own action says that it has read the query again, and where the next page begins. */
export const readAgain = <P>(
  of: Pick<QueryName<P>, 'name' | 'key'>,
  params: P,
  next: unknown,
  action: Action,
): Action =>
  withMeta(action, { reads: { queryKey: keyOf(of, params), step: 'received', ...(next !== null && { next }) } });

/** Somebody has found out that it does not exist, or may not be seen any more. */
export const hidden = <P>(of: Pick<QueryName<P>, 'name' | 'key' | 'failed'>, params: P): Action =>
  withMeta(of.failed({ params, missing: true }), { reads: { queryKey: keyOf(of, params), step: 'missing' } });

/** The state of a query; `params` null: nothing is shown. What is shown and not requested yet counts as loading. */
export const selectQuery = <P>(
  { queries }: { readonly queries: Queries },
  of: Pick<QueryName<P>, 'name' | 'key'>,
  params: P | null,
): QueryState => (params === null ? IDLE : (get(queries, keyOf(of, params)) ?? LOADING));
