import type { Db } from '../db/types.ts';
import type { Viewer } from '../access/viewer.ts';
import type { AcrossLimits } from './plan/across.ts';

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
