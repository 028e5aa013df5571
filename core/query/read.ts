import type { SagaGenerator } from 'typed-redux-saga';
import type { Answer, Operation, Ports } from '../ports/index.ts';
import type { Table } from '../table/index.ts';
import type { Query } from './query.ts';
import type { Queries } from './state.ts';
import { call, put, select } from 'typed-redux-saga';
import { withMeta, withNotice, type QueryMark } from '../store/action.ts';
import { abortable, isAborted, isWireError, sleep, wireFault } from '../store/effects.ts';
import { clockOf, isStale, versionsOf } from '../mutation/index.ts';
import { keyOf, selectQuery } from './query.ts';

export interface QueryRoot {
  readonly queries: Queries;
  readonly versions: Table<number>;
}

/** An answer, and the clock of changes when its read began. */
export interface Fetched<A> {
  readonly answer: Answer<A>;
  readonly since: number;
}

/** Sends one read, and repeats it as long as an edit of ours has changed what it read meanwhile (RP-02.302). */
export function* fetchQuery<P, A, D, C, V>(
  ports: Ports,
  query: Query<P, A, D, C, V>,
  params: P,
  cursor: C | null = null,
): SagaGenerator<Fetched<A>> {
  const keys = query.readsVersionsOf?.(params) ?? [];
  for (;;) {
    const { versions } = yield* select((state: QueryRoot) => state);
    const answer = yield* call(send<P, A, D, C, V>, ports, query, params, cursor);
    const now = yield* select((state: QueryRoot) => state.versions);
    if (!isStale(versionsOf(versions, keys), versionsOf(now, keys))) return { answer, since: clockOf(versions) };
  }
}

function* send<P, A, D, C, V>(
  ports: Ports,
  { request, read }: Query<P, A, D, C, V>,
  params: P,
  cursor: C | null,
): SagaGenerator<Answer<A>> {
  const several = read?.(ports, params, cursor) ?? null;
  if (several !== null) return yield* several;
  const asked = request?.(params, cursor);
  if (asked === undefined) throw new TypeError('A query without a request');
  return yield* call(() =>
    abortable(
      'method' in asked
        ? ports.rest.request<A>(asked)
        : ports.graphql.request(asked[0], asked[1] as V & Record<string, unknown>),
    ),
  );
}

/** An answer and its data, of which nothing changed while it was on its way. */
function* readFresh<P, A, D, C, V>(
  ports: Ports,
  query: Query<P, A, D, C, V>,
  params: P,
  cursor: C | null,
): SagaGenerator<Fetched<A> & { readonly data: D | null }> {
  for (;;) {
    const before = yield* select((state: object) => state);
    const fetched = yield* call(fetchQuery<P, A, D, C, V>, ports, query, params, cursor);
    const data = query.decode(fetched.answer.data, params, cursor);
    const now = yield* select((state: object) => state);
    if (data === null || query.isOvertaken?.(data, before, now) !== true) return { ...fetched, data };
  }
}

interface ReadOptions<C> {
  readonly cursor?: C | undefined;
  readonly shownAsLoading?: boolean;
  readonly delay?: number;
}

/** One read of a query, reduced into the state; then throws the port's rejection, or a fault where the answer is behind. `shownAsLoading`: not while polling. `delay`: milliseconds before it. */
export function* readQuery<P, A, D, C, V>(
  ports: Ports,
  query: Query<P, A, D, C, V>,
  params: P,
  { cursor: from, shownAsLoading = false, delay = 0 }: ReadOptions<C> = {},
): SagaGenerator<Answer<A>> {
  const key = keyOf(query, params);
  const cursor = from ?? null;
  const more = cursor === null ? {} : { more: true as const };
  const mark = (step: QueryMark['step'], rest: Partial<QueryMark> = {}) => ({
    reads: { queryKey: key, step, ...rest },
  });
  if (shownAsLoading) yield* put(withMeta(query.asked({ params }), mark('asked')));
  if (delay > 0) yield* call(sleep, ports.clock, delay);
  let taken: Answer<A>;
  try {
    const { answer, since, data } = yield* call(readFresh<P, A, D, C, V>, ports, query, params, cursor);
    taken = answer;
    if (data === null) {
      yield* put(withMeta(query.failed({ params, missing: true }), mark('missing')));
      return answer;
    }
    if (query.also !== undefined) yield* query.also(data, params, answer.data);
    const { next } = yield* select((state: QueryRoot) => selectQuery(state, query, params));
    const after = query.pages?.(data, cursor, next as C | null) ?? null;
    yield* put(
      withMeta(query.received({ params, data, cursor }), {
        ...mark('received', { ...more, ...(after !== null && { next: after }) }),
        since,
        ...(query.overtakes && { overtakes: query.overtakes }),
      }),
    );
    if (query.isBehind?.(data) !== true) return answer;
  } catch (error) {
    if (!isWireError(error)) throw error;
    const missing = isHidden(query, error);
    const { status } = yield* select((state: QueryRoot) => selectQuery(state, query, params));
    const isAwaited = status === 'loading' || cursor !== null;
    const alert = missing || !isAwaited || isAborted(error) ? undefined : query.alert?.(error, params, cursor);
    const failure = query.failed({ params, missing });
    const failed = alert === undefined ? failure : withNotice(failure, alert);
    const text = query.failure?.(error, params);
    yield* put(
      withMeta(
        failed,
        missing ? mark('missing') : mark('failed', { ...more, ...(text !== undefined && { error: text }) }),
      ),
    );
    throw error;
  }
  throw wireFault('malformed', { status: taken.status });
}

/** Of what has more than these pages of a hundred only the first ones are read. */
const PAGES_MOST = 10;

/** All pages of a query that takes the cursor as `after`, as one read. `next`: the cursor of the next page. Throws the port's rejection. */
export function* readPages<A, V extends Record<string, unknown>>(
  { graphql }: Pick<Ports, 'graphql'>,
  operation: Operation<A, V>,
  variables: NoInfer<V>,
  next: (data: A) => string | null,
): SagaGenerator<Answer<readonly [A, ...A[]]>> {
  const ask = (from: object) => abortable(graphql.request(operation, { ...variables, ...from } as V));
  const first: Answer<A> = yield* call(ask, {});
  const further: A[] = [];
  for (let after = next(first.data); after !== null && further.length + 1 < PAGES_MOST;) {
    const { data }: Answer<A> = yield* call(ask, { after });
    further.push(data);
    after = next(data);
  }
  return { ...first, data: [first.data, ...further] };
}

const NOT_FOUND = 404;

/** Whether a failure means that what was asked for does not exist, or may not be seen. */
export const isHidden = ({ hides }: Pick<Query<never>, 'hides'>, error: unknown): boolean =>
  isWireError(error) && (hides?.(error) ?? error.status === NOT_FOUND);

/** RP-02.313: what is no failure of the wire is a defect, and its watcher's supervisor has it. */
export function throwDefect(error: unknown): void {
  if (!isWireError(error)) throw error;
}
