import type { FastifyReply, FastifyRequest } from 'fastify';
import type { OpenDatabase } from './db/connection.ts';
import type { Config } from './config.ts';
import type { Metrics } from './operation/metrics.ts';

/** What the routers are built with. */
export interface AppDeps {
  readonly database: OpenDatabase;
  readonly config: Config;
  /** Told about every error that is our own fault, and whose request met it. */
  readonly reportError: (request: FastifyRequest | undefined, error: unknown) => void;
  readonly metrics: Metrics;
  /** The clock, so that tests can set it. */
  readonly now: () => Date;
  /** Answers with the client's page (the SPA), or says plainly that it has not been built. `data`: an element for the end of the page. */
  readonly sendPage: (request: FastifyRequest, reply: FastifyReply, data?: string | null) => FastifyReply;
}
