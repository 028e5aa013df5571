import type { Db } from '../db/types.ts';
import type { Viewer } from '../access/viewer.ts';

/** What every resolver gets: made anew for each request. */
export interface GraphqlContext {
  readonly db: Db;
  readonly viewer: Viewer;
  /** The instant of the request, ISO 8601 with Z. */
  readonly now: string;
  /** `http://host:port` as the client sees the server, for `webUrl`. */
  readonly baseUrl: string;
  /** Aborted when the client has left before its answer. */
  readonly left?: AbortSignal;
  /** The header Idempotency-Key: the same key twice means one change. */
  readonly idempotencyKey?: string;
  /** With that header: the name in the answer of the field that makes the change. */
  readonly idempotencyPart?: string;
  /** True where the document has aliases below its root fields (see schema.ts). */
  readonly aliased?: boolean;
  /** Tests ask for other limits of lists across groups. */
  readonly across?: AcrossLimits;
}

/** What a list across groups may look at (plan/across.ts). */
export interface AcrossLimits {
  /** Where no more items may be seen, a list is read whole. */
  readonly few: number;
  /** Items that are looked at along an order for each of a page. */
  readonly each: number;
  /** The same where an index finds the words that are asked for. */
  readonly worded: number;
  /** Items that a search of short words looks at. */
  readonly vague: number;
  /** AP-06.51: where many may be seen, so many of a filter are counted, and one more where there are more. */
  readonly counted: number;
}
