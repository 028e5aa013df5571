import type { Features } from '@espalier/core/access';
import type { Db } from '../db/types.ts';
import type { Viewer } from '../access/viewer.ts';

/** What a REST handler gets. Plain data, so that it can be tested with no HTTP. */
export interface RestContext {
  readonly db: Db;
  readonly viewer: Viewer;
  /** Of the browser session; null for a token or an anonymous visitor. */
  readonly csrfToken?: string | null;
  /** Full path of the group or project of a page route (`/groups/a/b/-/…`, `/a/b/-/…`); empty under /api/v4. */
  readonly groupPath: string;
  readonly params: Readonly<Record<string, string>>;
  /** `a[]=1&a[]=2` and `labels=a` as they came; repeated keys are lists. */
  readonly query: Readonly<Record<string, string | string[] | undefined>>;
  readonly body: unknown;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  /** Path and query as they were asked for, for the addresses of further pages. */
  readonly path?: string;
  /** The instant of the request, ISO 8601 with Z. */
  readonly now: string;
  /** `http://host:port` as the client sees the server, for absolute addresses. */
  readonly baseUrl: string;
  /** What of the product is switched on; all of it where this is not said. */
  readonly features?: Features;
}

export interface RestAnswer {
  readonly status: number;
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
}

export type RestMethod = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

/**
 * A route: under `/api/v4/` for API routes (`groups/:id/epics`, where :id may be a URL-encoded path) and after `/-/` for page routes
 * (`epics/:iid/links/:id`). A literal part goes before a parameter, whatever the order of registration.
 */
export interface RestRoute {
  readonly method: RestMethod;
  readonly pattern: string;
  readonly handle: (ctx: RestContext) => Promise<RestAnswer> | RestAnswer;
}

/** Not found, and equally: not allowed to know. */
export const notFound: RestAnswer = { status: 404, body: { message: '404 Not Found' } };
/** Seen, but not to be changed by this person. */
export const forbidden: RestAnswer = { status: 403, body: { message: '403 Forbidden' } };
export const unauthorized: RestAnswer = { status: 401, body: { message: '401 Unauthorized' } };
