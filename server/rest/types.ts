import type { Features } from '@espalier/core/access';
import type { Db } from '../db/types.ts';
import type { Viewer } from '../access/viewer.ts';
import { hiddenText, Refusal, type Refused } from '../command/outcome.ts';
import type { PlanStore } from '../command/plan-store.ts';

/** What a REST handler gets. Plain data, so that handlers can be tested without HTTP. */
export interface RestContext {
  readonly db: Db;
  /** The plan stored in `db`. */
  readonly store: PlanStore;
  readonly viewer: Viewer;
  /** Of the browser session; null for a token or an anonymous visitor. */
  readonly csrfToken?: string | null;
  /** Full path of the group or project of a page route (`/groups/a/b/-/…`, `/a/b/-/…`); empty under /api/v4. */
  readonly groupPath: string;
  readonly params: Readonly<Record<string, string>>;
  /** As sent; `a[]=1&a[]=2` and repeated keys are lists. */
  readonly query: Readonly<Record<string, string | string[] | undefined>>;
  readonly body: unknown;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  /** Path and query as requested, to build the addresses of other pages of a list. */
  readonly path?: string;
  /** The instant of the request, ISO 8601 with Z. */
  readonly now: string;
  /** `http://host:port` as the client sees the server, for absolute addresses. */
  readonly baseUrl: string;
  /** Whether invitations go by mail; absent: nothing does. */
  readonly mails?: boolean;
  /** How long a trial is that Owners start; absent or 0: they start none. */
  readonly trialDays?: number;
  /** Which features are switched on; all of them if absent. */
  readonly features?: Features;
  /** The provider by which people sign in beside passwords; absent: there is none. */
  readonly signInWith?: string | undefined;
}

export interface RestAnswer {
  readonly status: number;
  /** Bytes are sent as they are, of the type that the headers name. */
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
}

export type RestMethod = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

/**
 * A route: under `/api/v4/` for API routes (`groups/:id/epics`, where :id may be a URL-encoded path) and after `/-/` for page routes
 * (`epics/:iid/links/:id`). A literal segment wins over a parameter, whatever the order of registration.
 */
export interface RestRoute {
  readonly method: RestMethod;
  readonly pattern: string;
  readonly handle: (ctx: RestContext) => Promise<RestAnswer> | RestAnswer;
}

/** The routes of a server, by prefix. */
export interface RestRoutes {
  /** Under /api/v4/. */
  readonly api: readonly RestRoute[];
  /** Under /-/. */
  readonly site: readonly RestRoute[];
  /** Under /groups/<full path>/-/. */
  readonly groupPage: readonly RestRoute[];
  /** Under /<full path of a project>/-/. */
  readonly projectPage: readonly RestRoute[];
  /** Under /<full path of a project>/, for those that GitLab has without `/-/`. */
  readonly project: readonly RestRoute[];
  /** Under /uploads/-/system/. */
  readonly uploads: readonly RestRoute[];
  /** Under /dashboard/. */
  readonly dashboard: readonly RestRoute[];
}

/** Not found, or not visible to this viewer: the two must look alike. */
export const notFound: RestAnswer = { status: 404, body: { message: '404 Not Found' } };
/** What is looked for in a place, by GitLab's name of it; a missing place is named by `asApi`. */
export const notFoundAs = (what: string): RestAnswer => ({ status: 404, body: { message: `404 ${what} Not Found` } });
/** Visible, but this person may not change it. */
export const forbidden: RestAnswer = { status: 403, body: { message: '403 Forbidden' } };
export const unauthorized: RestAnswer = { status: 401, body: { message: '401 Unauthorized' } };

/** AP-05.41: what GitLab answers to parameters that it does not understand: 400 with all of them in one sentence. */
export class Invalid extends Refusal {
  constructor(faults: readonly string[]) {
    super(400, [faults.join(', ')]);
  }
}

const sentences = (errors: readonly string[]): string =>
  errors.reduce((text, error) => `${text}${text.endsWith('.') ? ' ' : '. '}${error}`);

/** A refusal as a REST answer: `message` for people and older clients, `errors` as a list. Hidden things are simply not found. */
export function refusedAnswer(refused: Omit<Refused, 'ok'>): RestAnswer {
  const { status, errors } = refused;
  if (refused instanceof Invalid) return { status, body: { error: errors[0] } };
  if (status === 401) return unauthorized;
  if (errors.length === 1 && errors[0] === hiddenText) return status === 403 ? forbidden : notFound;
  return { status, body: { message: sentences(errors), errors } };
}
