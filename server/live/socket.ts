import type { RawData, WebSocket } from 'ws';
import type { Credential } from '../auth/still-signed-in.ts';
import type { Operations } from './operations.ts';
import {
  type Asked,
  answered,
  askedBy,
  commandOf,
  confirmed,
  disconnect,
  failed,
  type Farewell,
  rejected,
  sent,
  VariablesError,
  WELCOME,
} from './protocol.ts';
import type { Viewer } from '../access/viewer.ts';
import type { Listener, Subscription } from './registry.ts';

/** What one socket may have. */
export interface SocketLimits {
  readonly subscriptions: number;
  /** Items that its person is at. */
  readonly attended: number;
  /** Characters of all its identifiers together: each comes back with every message. */
  readonly identifiers: number;
  /** Bytes that wait to be sent. A client that does not read them is sent away: it comes back and reads everything again. */
  readonly unsent: number;
}

export interface CableSocketOptions {
  readonly credential: Credential;
  /** Who made the handshake, with the rights of then. */
  readonly viewer: Viewer;
  readonly baseUrl: string;
  readonly operations: Operations;
  /** Answers a query or a mutation as if it had come over HTTP. */
  readonly ask: (asked: Asked) => Promise<unknown>;
  readonly limits: SocketLimits;
  readonly opened: (subscription: Subscription) => void;
  readonly closed: (subscription: Subscription) => void;
  readonly messageSent: () => void;
  readonly onError: (error: unknown) => void;
}

/** How long a client that was sent away may take to close its side. Milliseconds. */
const GRACE_MS = 1000;
const OPEN = 1;

const rightsOf = ({ admin, levels, projectLevels }: Viewer): string =>
  JSON.stringify([admin, ...[levels, projectLevels].map((each) => [...each].sort())]);

/** One connection of Action Cable. */
export class CableSocket implements Listener {
  readonly credential: Credential;
  readonly baseUrl: string;
  readonly #ws: WebSocket;
  readonly #options: CableSocketOptions;
  /** By their identifiers; null: answered once, and nothing more comes of it. */
  readonly #subscriptions = new Map<string, Subscription | null>();
  #characters = 0;
  #attended = 0;
  #commands: Promise<void> = Promise.resolve();
  readonly #rights: string;
  #isAlive = true;
  #heardAt = performance.now();
  #isLeaving = false;

  constructor(ws: WebSocket, options: CableSocketOptions) {
    this.#ws = ws;
    this.#options = options;
    this.credential = options.credential;
    this.baseUrl = options.baseUrl;
    this.#rights = rightsOf(options.viewer);
    ws.on('message', (data, isBinary) => {
      this.#heardAt = performance.now();
      if (!isBinary) this.#hear(data);
    });
    ws.on('pong', () => {
      this.#isAlive = true;
      this.#heardAt = performance.now();
    });
    ws.once('close', () => {
      // What was read before and waits behind an answer begins nothing more.
      this.#isLeaving = true;
      this.#end();
    });
    // What breaks a connection, frames that are none or too long among it, ends in `close`.
    ws.on('error', () => undefined);
  }

  welcome(): void {
    this.send(WELCOME);
  }

  /** AP-07.19: whether these are the rights of the handshake. */
  hasRightsOf(viewer: Viewer): boolean {
    return this.#rights === rightsOf(viewer);
  }

  /** Of a client that has gone without a word its answers to the websocket's own pings are missing. */
  lookWhetherItIsThere(): void {
    if (!this.#isAlive) return this.#ws.terminate();
    this.#isAlive = false;
    this.probe();
  }

  get heardAt(): number {
    return this.#heardAt;
  }

  probe(): void {
    if (this.#ws.readyState === OPEN) this.#ws.ping();
  }

  send(frame: string): void {
    if (this.#ws.readyState !== OPEN || this.#isLeaving) return;
    if (this.#ws.bufferedAmount > this.#options.limits.unsent)
      return this.farewell({ reason: 'slow_client', reconnect: true });
    this.#ws.send(frame);
  }

  tell(identifier: string, message: string): void {
    this.send(sent(identifier, message));
    this.#options.messageSent();
  }

  farewell(farewell: Farewell): void {
    if (this.#isLeaving) return;
    this.#isLeaving = true;
    this.#end();
    if (this.#ws.readyState === OPEN) this.#ws.send(disconnect(farewell));
    this.#ws.close(1000);
    setTimeout(() => this.#ws.terminate(), GRACE_MS).unref();
  }

  #hear(data: RawData): void {
    if (this.#isLeaving) return;
    const command = commandOf((data as Buffer).toString());
    if (command === null) return;
    const { identifier } = command;
    // One after the other: a query is answered before the next command is read.
    this.#commands = this.#commands
      .then(async () => {
        if (command.command === 'unsubscribe') this.#unsubscribe(identifier);
        else await this.#subscribe(identifier);
      })
      .catch(this.#options.onError);
  }

  async #subscribe(identifier: string): Promise<void> {
    const { limits, operations, opened } = this.#options;
    // As in Rails: whoever asks twice has it once.
    if (this.#isLeaving || this.#subscriptions.has(identifier)) return;
    const characters = this.#characters + identifier.length;
    if (this.#subscriptions.size >= limits.subscriptions || characters > limits.identifiers)
      return this.send(rejected(identifier));
    let asked: Asked | 'unknown';
    try {
      asked = askedBy(identifier);
    } catch (error) {
      if (!(error instanceof VariablesError)) throw error;
      this.#keep(identifier, null);
      return this.send(sent(identifier, failed(error.message)));
    }
    if (asked === 'unknown') return this.send(rejected(identifier));
    const plan = operations.plan(asked);
    if (plan.kind === 'subscription') {
      const attends = 'editing' in plan.topic;
      if (attends && this.#attended >= limits.attended) return this.send(rejected(identifier));
      if (attends) this.#attended += 1;
      const subscription = { identifier, plan, listener: this };
      opened(subscription);
      this.#keep(identifier, subscription);
      return this.send(sent(identifier, answered(plan.first, true)));
    }
    this.#keep(identifier, null);
    const answer = plan.kind === 'refused' ? { errors: plan.errors } : await this.#answer(asked);
    this.send(sent(identifier, answered(answer, false)));
  }

  #keep(identifier: string, subscription: Subscription | null): void {
    this.#subscriptions.set(identifier, subscription);
    this.#characters += identifier.length;
    this.send(confirmed(identifier));
  }

  /** Nothing is read meanwhile: whoever asks much waits. */
  async #answer(asked: Asked): Promise<unknown> {
    this.#ws.pause();
    try {
      return await this.#options.ask(asked);
    } finally {
      this.#ws.resume();
    }
  }

  #unsubscribe(identifier: string): void {
    const subscription = this.#subscriptions.get(identifier);
    if (subscription === undefined) return;
    this.#subscriptions.delete(identifier);
    this.#characters -= identifier.length;
    if (subscription === null) return;
    if ('editing' in subscription.plan.topic) this.#attended -= 1;
    this.#options.closed(subscription);
  }

  #end(): void {
    for (const identifier of [...this.#subscriptions.keys()]) this.#unsubscribe(identifier);
  }
}
