import { isIP } from 'node:net';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { sql } from 'kysely';
import { bearerOf } from './auth/request.ts';
import { sameSecret } from './auth/secrets.ts';
import type { Config } from './config.ts';
import { migrations } from './db/migrate.ts';
import type { OpenDatabase } from './db/open-database.ts';
import { answersWithin } from './health.ts';
import type { Metrics } from './operation/metrics.ts';
import { trusting } from './trust.ts';

const READY_TIMEOUT_MS = 2000;

export interface ProbeOptions {
  readonly database: Pick<OpenDatabase, 'db'>;
  readonly config: Pick<Config, 'metricsToken'>;
  readonly metrics: Metrics;
}

/** What tells the machinery around a server how it fares. None of these routes asks who is looking: that would ask the database. */
export function registerProbes(app: FastifyInstance, { database, config, metrics }: ProbeOptions): void {
  // RP-02.420: the process answers; nothing is said of the database, so that a slow statement restarts nobody.
  app.get('/-/liveness', (_request, reply) => reply.header('cache-control', 'no-store').send({ status: 'ok' }));

  app.get('/-/readiness', async (_request, reply) => {
    reply.header('cache-control', 'no-store');
    const missing = await answersWithin(missingMigrations(database.db), READY_TIMEOUT_MS);
    const checks = {
      database: missing === null ? 'failed' : 'ok',
      migrations: missing === null ? 'unknown' : missing.length === 0 ? 'ok' : 'missing',
    };
    const ready = checks.migrations === 'ok';
    return reply.status(ready ? 200 : 503).send({ status: ready ? 'ok' : 'failed', checks });
  });

  app.get('/-/metrics', async (request, reply) => {
    reply.header('cache-control', 'no-store');
    if (config.metricsToken === undefined) {
      if (!isDirectAndLocal(request)) return reply.status(404).send({ message: '404 Not Found' });
    } else if (!bears(request, config.metricsToken)) {
      return reply.status(401).header('www-authenticate', 'Bearer').send({ message: '401 Unauthorized' });
    }
    return reply.type(metrics.contentType).send(await metrics.text());
  });
}

/** Those of ours that the database has not had; of those that a newer server has added nothing is said. */
async function missingMigrations(db: OpenDatabase['db']): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`SELECT name FROM kysely_migration`.execute(db);
  const done = new Set(rows.map(({ name }) => name));
  return Object.keys(migrations).filter((name) => !done.has(name));
}

const isLoopback = trusting(['loopback']);
const FORWARDED = ['forwarded', 'via', 'x-forwarded-for', 'x-forwarded-host', 'x-forwarded-proto', 'x-real-ip'];

/** From this machine, by its own name and through no proxy: one on the same machine speaks for others. */
function isDirectAndLocal({ socket, headers }: FastifyRequest): boolean {
  if (!isLoopback(socket.remoteAddress) || FORWARDED.some((name) => headers[name] !== undefined)) return false;
  const host = (headers.host ?? '').replace(/:\d+$/, '').replace(/^\[(.*)\]$/, '$1');
  return host === 'localhost' || (isIP(host) !== 0 && isLoopback(host));
}

function bears(request: FastifyRequest, token: string): boolean {
  const given = bearerOf(request);
  return given !== undefined && sameSecret(given, token);
}
