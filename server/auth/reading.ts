import type { FastifyInstance, FastifyRequest } from 'fastify';
import { isReading } from './request.ts';
import { keepPosition } from './sessions.ts';
import { codeOf, type OpenDatabase, type Reading } from '../db/open-database.ts';
import { DISK_FULL } from '../db/room.ts';
import type { Db } from '../db/types.ts';
import type { AppDeps } from '../deps.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** Where it reads; null as long as it has read nothing, and where there are no replicas. */
    reading: Promise<Reading> | null;
    /** It may have changed something. */
    changes: boolean;
  }
}

/** AP-06.60: the database that a request which changes nothing is answered from. */
export async function readingDb({ db, replicas }: OpenDatabase, request: FastifyRequest): Promise<Db> {
  if (replicas === undefined) return db;
  const { session, token, seen, ip } = request;
  const key = session?.tokenHash ?? (token === null ? ip : `token ${token.id}`);
  request.reading ??= replicas.reading({ key, position: null, flushed: null, ...seen });
  return (await request.reading).db;
}

/** What was only read is answered also while the primary writes nothing. */
function unlessNothingCanBeWritten(error: unknown): void {
  if (![DISK_FULL, READ_ONLY].includes(codeOf(error))) throw error;
}

/** PostgreSQL's code for a change in a database that was set to be read only. */
const READ_ONLY = '25006';

/** AP-06.61, AP-06.62: keeps with a session or token what it has changed, or has read elsewhere than from its own replica, before the answer leaves. */
export function keepPositions(
  app: FastifyInstance,
  { database, metrics }: Pick<AppDeps, 'database' | 'metrics'>,
): void {
  app.decorateRequest('reading', null);
  app.decorateRequest('changes', false);
  if (database.replicas === undefined) return;
  app.addHook('onRequest', async (request) => {
    request.changes = !isReading(request);
  });
  app.addHook('onSend', async (request, _reply, payload) => {
    const reading = await request.reading;
    const isToBeKept = request.changes || reading?.elsewhere === true;
    if (reading !== null) metrics.readingEnded(reading.replica ?? 'primary');
    const hasChanged = request.changes;
    // Where it cannot be kept the answer is an error, which passes here again.
    request.reading = null;
    request.changes = false;
    if (!isToBeKept) return payload;
    const kept = keepPosition(database.db, request);
    await (hasChanged ? kept : kept.catch(unlessNothingCanBeWritten));
    return payload;
  });
}
