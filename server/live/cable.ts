import { randomUUID } from 'node:crypto';
import { type IncomingMessage, type Server, ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { WebSocketServer } from 'ws';
import { baseUrlOf, isOwnOrigin } from '../base-url.ts';
import { credentialOf, stillSignedIn } from '../auth/still-signed-in.ts';
import type { AppDeps } from '../deps.ts';
import { HttpError } from '../http-errors.ts';
import { Delivery, type Heard } from './delivery.ts';
import { SIGN_OUTS } from './events.ts';
import type { Operations } from './operations.ts';
import type { Announcement } from './elsewhere.ts';
import { Presence, PRESENCE, type PresenceTimes } from './presence.ts';
import { ping, SUBPROTOCOL } from './protocol.ts';
import { Registry, type Subscription } from './registry.ts';
import { CableSocket, type SocketLimits } from './socket.ts';

export interface LiveOptions extends SocketLimits {
  /** Of all people together, and of one session, token or visitor's address. */
  readonly sockets: number;
  readonly socketsEach: number;
  /** Of a frame. */
  readonly bytes: number;
  /** Milliseconds between two pings, of Action Cable and of the websocket, and between two looks whether sessions still hold. */
  readonly pingEvery: number;
  readonly lookEvery: number;
  readonly sessionsEvery: number;
  readonly presence: PresenceTimes;
}

export const LIVE: LiveOptions = {
  subscriptions: 200,
  attended: 10,
  identifiers: 256 * 1024,
  unsent: 1024 * 1024,
  sockets: 5000,
  socketsEach: 500,
  bytes: 64 * 1024,
  pingEvery: 3000,
  lookEvery: 30_000,
  sessionsEvery: 10_000,
  presence: PRESENCE,
};

/** The status of a handshake that was agreed to. */
const SWITCHED = 101;

/** AP-07.23: through which servers tell each other who is where. */
const PRESENCE_CHANNEL = 'espalier_presence';

const PATHS = ['/-/cable', '/cable'];

/** What of a handshake stands for whoever made it, in a query that is asked later. */
const CARRIED = [
  'cookie',
  'private-token',
  'authorization',
  'host',
  'x-forwarded-for',
  'x-forwarded-host',
  'x-forwarded-proto',
];

/**
 * Action Cable at `/-/cable` and `/cable`. A handshake passes the hooks of every request, which find out who asks; `app` is the whole server, `site` the part of it where they
 * are.
 */
export function registerCable(
  app: FastifyInstance,
  site: FastifyInstance,
  deps: AppDeps,
  operations: Operations,
  options: LiveOptions = LIVE,
): void {
  const { database, metrics, now } = deps;
  const onError = (error: unknown): void => deps.reportError(undefined, error);
  const server = new WebSocketServer({
    noServer: true,
    clientTracking: false,
    maxPayload: options.bytes,
    perMessageDeflate: false,
    handleProtocols: (offered) => (offered.has(SUBPROTOCOL) ? SUBPROTOCOL : false),
  });
  const sockets = new Set<CableSocket>();
  const bySender = new Map<string, number>();
  const count = (sender: string, by: number): void => {
    const number = (bySender.get(sender) ?? 0) + by;
    if (number === 0) bySender.delete(sender);
    else bySender.set(sender, number);
    metrics.live.sockets(by);
  };
  const registry = new Registry((by) => metrics.live.subscriptions(by));
  const delivery = new Delivery({ db: database.db, now, registry, onError });
  // Of the embedded database there is one server.
  const hasOthers = database.kind === 'postgres';
  const presence = new Presence({
    db: database.db,
    now,
    server: randomUUID(),
    announce: hasOthers ? (text) => database.notify(PRESENCE_CHANNEL, text) : null,
    onError,
    times: options.presence,
  });
  const handshakes = new WeakMap<IncomingMessage, { readonly socket: Duplex; readonly head: Buffer }>();

  let listening: Promise<(() => Promise<void>)[]> | undefined;
  /** One after the other: what fails leaves none of them behind. */
  const listenToAll = async (): Promise<(() => Promise<void>)[]> => {
    const stops: (() => Promise<void>)[] = [];
    try {
      stops.push(
        await database.listen(
          'espalier_events',
          (payload) => delivery.hear(JSON.parse(payload) as Heard),
          () => delivery.missed(),
        ),
      );
      stops.push(await database.listen(SIGN_OUTS, () => void endSessions().catch(onError)));
      const hear = (payload: string) => presence.hear(JSON.parse(payload) as Announcement);
      if (hasOthers) stops.push(await database.listen(PRESENCE_CHANNEL, hear));
      return stops;
    } catch (error) {
      for (const stop of stops) await stop();
      throw error;
    }
  };
  /** Begins to listen with the first socket; a failure is the answer to that one, and the next one tries again. */
  const listen = async (): Promise<void> => {
    listening ??= listenToAll();
    await listening.catch((error: unknown) => {
      listening = undefined;
      throw error;
    });
  };

  const begin = (request: FastifyRequest, reply: FastifyReply): FastifyReply => {
    const handshake = handshakes.get(request.raw);
    if (handshake === undefined) throw new HttpError(404, '404 Not Found');
    if (!isOwnOrigin(request, deps.config))
      throw new HttpError(403, '403 Forbidden: the page is not one of this server (PUBLIC_URL)');
    const credential = credentialOf(request.session, request.token);
    const sender = credential ?? request.ip;
    if (sockets.size >= options.sockets || (bySender.get(sender) ?? 0) >= options.socketsEach)
      throw new HttpError(503, '503 This server has no room for another websocket');
    reply.hijack();
    const { raw } = reply;
    raw.detachSocket(handshake.socket as never);
    server.handleUpgrade(request.raw, handshake.socket, handshake.head, (ws) => {
      // For the log: it was answered.
      raw.statusCode = SWITCHED;
      raw.emit('finish');
      raw.emit('close');
      const socket = new CableSocket(ws, {
        credential,
        viewer: request.viewer,
        baseUrl: baseUrlOf(request, deps.config),
        operations,
        ask: asking(app, request),
        limits: options,
        opened: (subscription: Subscription) => {
          registry.add(subscription);
          presence.add(subscription);
        },
        closed: (subscription: Subscription) => {
          registry.remove(subscription);
          presence.remove(subscription);
          delivery.forget(subscription);
        },
        messageSent: () => metrics.live.messageSent(),
        onError,
      });
      sockets.add(socket);
      count(sender, 1);
      ws.once('close', () => {
        sockets.delete(socket);
        count(sender, -1);
      });
      listen().then(
        () => socket.welcome(),
        (error: unknown) => {
          onError(error);
          socket.farewell({ reason: 'no_database', reconnect: true });
        },
      );
    });
    return reply;
  };
  for (const url of PATHS) site.route({ method: 'GET', url, exposeHeadRoute: false, handler: begin });

  app.server.on('upgrade', (request: IncomingMessage, socket: Duplex, head: Buffer) => {
    // What breaks before it is a websocket is nobody's fault.
    socket.on('error', () => undefined);
    if (request.headers.upgrade?.toLowerCase() !== 'websocket') return handBack(app.server, request, socket, head);
    const response = new ServerResponse(request);
    // Where it comes to nothing it is answered like any request; the connection can carry no second one.
    response.shouldKeepAlive = false;
    response.once('finish', () => {
      if (response.statusCode !== SWITCHED) socket.end();
    });
    response.assignSocket(socket as never);
    handshakes.set(request, { socket, head });
    app.routing(request as never, response as never);
  });

  const timers = [
    setInterval(() => {
      const frame = ping(Date.now());
      for (const socket of sockets) socket.send(frame);
    }, options.pingEvery),
    setInterval(() => {
      for (const socket of sockets) socket.lookWhetherItIsThere();
    }, options.lookEvery),
    setInterval(() => void endSessions().catch(onError), options.sessionsEvery),
  ];
  for (const timer of timers) timer.unref();

  const endSessions = async (): Promise<void> => {
    const signedIn = [...sockets].filter(({ credential }) => credential !== null);
    if (signedIn.length === 0) return;
    const viewers = await stillSignedIn(
      database.db,
      signedIn.map(({ credential }) => credential),
      now().toISOString(),
    );
    for (const socket of signedIn) {
      const viewer = viewers.get(socket.credential);
      if (viewer === undefined) socket.farewell({ reason: 'unauthorized', reconnect: false });
      else if (!socket.hasRightsOf(viewer)) socket.farewell({ reason: 'rights_changed', reconnect: true });
    }
  };

  app.addHook('preClose', async () => {
    for (const timer of timers) clearInterval(timer);
    for (const socket of sockets) socket.farewell({ reason: 'server_restart', reconnect: true });
    for (const stop of (await listening?.catch(() => undefined)) ?? []) await stop().catch(onError);
    await delivery.close();
    await presence.close();
    server.close();
  });
}

/**
 * A request that asks for another upgrade (HTTP/2 over plain text, as many programs do by themselves) is answered as one that asks for none. The parser has let go of the connection and of the
 * body: it reads both once more.
 */
function handBack(server: Server, { method, url, rawHeaders }: IncomingMessage, socket: Duplex, head: Buffer): void {
  const lines = [`${method ?? ''} ${url ?? ''} HTTP/1.1`, 'Connection: close'];
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const [name = '', value = ''] = rawHeaders.slice(at, at + 2);
    if (!/^(?:connection|upgrade|http2-settings)$/i.test(name)) lines.push(`${name}: ${value}`);
  }
  socket.unshift(Buffer.concat([Buffer.from(`${lines.join('\r\n')}\r\n\r\n`, 'latin1'), head]));
  server.emit('connection', socket);
}

/** Asks like whoever made the handshake, over HTTP but for the wire: with the same limits, rights and log. */
function asking(app: FastifyInstance, request: FastifyRequest): (asked: object) => Promise<unknown> {
  const carried = CARRIED.flatMap((name) => {
    const value = request.headers[name];
    return value === undefined ? [] : [[name, value] as const];
  });
  const headers = {
    ...Object.fromEntries(carried),
    ...(request.session !== null && { 'x-csrf-token': request.session.csrfToken }),
    'content-type': 'application/json',
    accept: 'application/json',
  };
  const remoteAddress = request.raw.socket.remoteAddress;
  return async (asked) => {
    const answer = await app.inject({
      method: 'POST',
      url: '/api/graphql',
      headers,
      payload: JSON.stringify(asked),
      ...(remoteAddress !== undefined && { remoteAddress }),
    });
    const body = answer.json<{ errors?: unknown; data?: unknown; message?: string }>();
    return body.message === undefined ? body : { errors: [{ message: body.message }] };
  };
}
