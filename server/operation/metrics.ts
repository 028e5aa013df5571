import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client';
import type { OpenDatabase } from '../db/open-database.ts';
import { VERSION } from '../version.ts';
import type { Ended } from './request-log.ts';

/** In seconds: from an answer out of memory to a statement that is about to be cancelled. */
const BUCKETS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30];

/** What a server counts (docs/operating.md lists the names). */
export interface Metrics {
  requestEnded(ended: Ended): void;
  operationEnded(operation: string, failed: boolean, seconds: number): void;
  /** The name of the replica that answered a request which only reads, or `primary`. */
  readingEnded(database: string): void;
  /** A sign-in or change of password that has to wait. */
  attemptRefused(): void;
  readonly live: LiveMetrics;
  /** In Prometheus' text format. */
  text(): Promise<string>;
  readonly contentType: string;
}

/** AP-07.17: what the websocket has open, by how much it grew or shrank, and what it has sent. */
export interface LiveMetrics {
  sockets(by: number): void;
  subscriptions(by: number): void;
  messageSent(): void;
}

/** RP-02.421, RP-02.422: a registry of each server's own, beside that of the process. */
export function createMetrics({ pool, replicas }: Pick<OpenDatabase, 'pool' | 'replicas'>): Metrics {
  const registry = new Registry();
  const registers = [registry];
  const requests = new Histogram({
    name: 'espalier_http_request_duration_seconds',
    help: 'HTTP requests by method, pattern of the route and status',
    labelNames: ['method', 'route', 'status'] as const,
    buckets: BUCKETS,
    registers,
  });
  const operations = new Histogram({
    name: 'espalier_graphql_operation_duration_seconds',
    help: "GraphQL operations; those that are not of Espalier's own client count as other",
    labelNames: ['operation', 'result'] as const,
    buckets: BUCKETS,
    registers,
  });
  const refused = new Counter({
    name: 'espalier_attempts_refused_total',
    help: 'Sign-ins and changes of passwords that were refused unseen after too many failures',
    registers,
  });
  new Gauge({
    name: 'espalier_database_connections',
    help: 'Connections to the database: in use, idle, and requests that wait for one',
    labelNames: ['state'] as const,
    registers,
    collect() {
      for (const [state, count] of Object.entries(pool())) this.set({ state }, count);
    },
  });
  const readings = new Counter({
    name: 'espalier_readings_total',
    help: 'Requests that only read, by the database that answered them; where there are replicas',
    labelNames: ['database'] as const,
    registers,
  });
  new Gauge({
    name: 'espalier_replica_in_use',
    help: 'Is the replica read from',
    labelNames: ['replica'] as const,
    registers,
    collect() {
      for (const { name, usable } of replicas?.states ?? []) this.set({ replica: name }, usable ? 1 : 0);
    },
  });
  new Gauge({
    name: 'espalier_replica_behind_bytes',
    help: 'What the replica has not replayed of the log of the primary',
    labelNames: ['replica'] as const,
    registers,
    collect() {
      for (const { name, behind } of replicas?.states ?? []) this.set({ replica: name }, behind);
    },
  });
  new Gauge({ name: 'espalier_info', help: 'The version', labelNames: ['version'] as const, registers }).set(
    { version: VERSION },
    1,
  );
  const live = liveMetrics(registers);
  const whole = Registry.merge([registry, ofProcess()]);
  return {
    requestEnded: ({ method, route, status, ms }) =>
      requests.observe({ method, route, status: String(status) }, ms / 1000),
    operationEnded: (operation, failed, seconds) =>
      operations.observe({ operation, result: failed ? 'error' : 'ok' }, seconds),
    readingEnded: (database) => readings.inc({ database }),
    attemptRefused: () => refused.inc(),
    live,
    text: () => whole.metrics(),
    contentType: whole.contentType,
  };
}

function liveMetrics(registers: Registry[]): LiveMetrics {
  const sockets = new Gauge({ name: 'espalier_live_sockets', help: 'Open websockets', registers });
  const subscriptions = new Gauge({ name: 'espalier_live_subscriptions', help: 'Subscriptions of these', registers });
  const messages = new Counter({
    name: 'espalier_live_messages_total',
    help: 'Changes that were sent to subscriptions',
    registers,
  });
  return {
    sockets: (by) => sockets.inc(by),
    subscriptions: (by) => subscriptions.inc(by),
    messageSent: () => messages.inc(),
  };
}

let processMetrics: Registry | undefined;

/** Memory, processor, garbage collection, lag of the event loop: measured once for the process, whichever servers run in it. */
function ofProcess(): Registry {
  if (processMetrics === undefined) {
    processMetrics = new Registry();
    collectDefaultMetrics({ register: processMetrics });
  }
  return processMetrics;
}
