import type { AddressInfo } from 'node:net';
import WebSocket from 'ws';
import type { FastifyInstance } from 'fastify';
import { SUBPROTOCOL } from './protocol.ts';

/** A frame of the server, parsed. */
export interface Frame {
  readonly type?: string;
  readonly identifier?: string;
  readonly message?: { readonly result?: unknown; readonly more?: boolean; readonly errors?: unknown };
  readonly reason?: string;
  readonly reconnect?: boolean;
}

export interface ConnectOptions {
  readonly path?: string;
  readonly headers?: Readonly<Record<string, string>>;
}

/** Listens on a free port of this machine; answers `127.0.0.1:port`. */
export async function listening(app: FastifyInstance): Promise<string> {
  if (!app.server.listening) await app.listen({ port: 0, host: '127.0.0.1' });
  return `127.0.0.1:${(app.server.address() as AddressInfo).port}`;
}

/** A client of Action Cable that keeps every frame but pings. */
export class TestClient {
  readonly ws: WebSocket;
  readonly frames: Frame[] = [];
  /** The same as text. */
  readonly texts: string[] = [];
  closed = false;
  #waiting: (() => void)[] = [];
  #nonce = 0;

  constructor(ws: WebSocket) {
    this.ws = ws;
    ws.on('message', (data) => {
      const text = (data as Buffer).toString();
      const frame = JSON.parse(text) as Frame;
      if (frame.type === 'ping') return;
      this.frames.push(frame);
      this.texts.push(text);
      this.#tell();
    });
    ws.once('close', () => {
      this.closed = true;
      this.#tell();
    });
    ws.on('error', () => undefined);
  }

  /** Opens one and waits for its welcome. */
  static async open(host: string, { path = '/-/cable', headers = {} }: ConnectOptions = {}): Promise<TestClient> {
    const client = new TestClient(new WebSocket(`ws://${host}${path}`, [SUBPROTOCOL], { headers }));
    await client.until(() => client.frames.some(({ type }) => type === 'welcome'));
    return client;
  }

  /** Waits until it is so; looks each time that something has come. */
  async until(isSo: () => boolean): Promise<void> {
    while (!isSo()) {
      if (this.closed) throw new Error(`the socket was closed; until then: ${this.texts.join('\n')}`);
      await new Promise<void>((resolve) => this.#waiting.push(resolve));
    }
  }

  async untilClosed(): Promise<void> {
    while (!this.closed) await new Promise<void>((resolve) => this.#waiting.push(resolve));
  }

  command(command: string, identifier: string): void {
    this.ws.send(JSON.stringify({ command, identifier }));
  }

  /** Subscribes, and waits for the first answer, or the refusal. Answers the identifier. */
  async subscribe(query: string, variables: unknown = {}, more: object = {}): Promise<string> {
    this.#nonce += 1;
    const identifier = JSON.stringify({ channel: 'GraphqlChannel', query, variables, nonce: this.#nonce, ...more });
    this.command('subscribe', identifier);
    await this.until(() =>
      this.frames.some((frame) => frame.identifier === identifier && frame.type !== 'confirm_subscription'),
    );
    return identifier;
  }

  /** The messages of a subscription, the first answer included. */
  messages(identifier: string): Frame['message'][] {
    return this.frames.flatMap((frame) =>
      frame.identifier === identifier && frame.message !== undefined ? [frame.message] : [],
    );
  }

  /** What a subscription was told of: the data after the first answer. */
  told(identifier: string): unknown[] {
    return this.messages(identifier)
      .slice(1)
      .map((message) => (message?.result as { data?: unknown }).data);
  }

  /** Waits for so many events of a subscription, and answers them. */
  async next(identifier: string, count = 1): Promise<unknown[]> {
    await this.until(() => this.told(identifier).length >= count);
    return this.told(identifier);
  }

  async close(): Promise<void> {
    this.ws.close();
    await this.untilClosed();
  }

  #tell(): void {
    const waiting = this.#waiting;
    this.#waiting = [];
    for (const resolve of waiting) resolve();
  }
}

/** The status of a handshake that is refused; 101 where it is not. */
export function handshake(host: string, { path = '/-/cable', headers = {} }: ConnectOptions = {}): Promise<number> {
  return new Promise((resolve, reject) => {
    const ws = new WebSocket(`ws://${host}${path}`, [SUBPROTOCOL], { headers });
    ws.once('unexpected-response', (_request, response) => {
      resolve(response.statusCode ?? 0);
      response.resume();
    });
    ws.once('open', () => {
      resolve(101);
      ws.close();
    });
    ws.once('error', reject);
  });
}

export const ITEM_CHANGED = 'subscription($id: IssuableID!) { itemChanged(issuableId: $id) { id kinds } }';
export const GROUP_CHANGED = 'subscription($path: ID!) { groupChanged(fullPath: $path) { fullPath kinds } }';
/** Is told of notes of an item that were `created`, `updated` or `deleted`. */
export const noteSubscription = (what: 'created' | 'updated' | 'deleted'): string => {
  const field = `workItemNote${what.charAt(0).toUpperCase()}${what.slice(1)}`;
  const fields =
    what === 'deleted'
      ? 'id discussionId lastDiscussionNote'
      : 'id body internal system resolved discussion { id notes { nodes { id } } }';
  return `subscription($id: NoteableID) { note: ${field}(noteableId: $id) { ${fields} } }`;
};
/** Says that one is at an item, and is told who else is. */
export const PRESENCE =
  'subscription presence($id: IssuableID!, $editing: PresenceField) { presence(issuableId: $id, editing: $editing) { count people { username editing } } }';

/** Who is there, as a subscription to `PRESENCE` was told last: `name`, or `name FIELD`; then how many more. Null: nothing was told. */
export function hereBy(client: TestClient, identifier: string): string | null {
  const last = client.told(identifier).at(-1) as
    { presence: { count: number; people: { username: string; editing: string | null }[] } } | undefined;
  if (last === undefined) return null;
  const { count, people } = last.presence;
  const names = people.map(({ username, editing }) => (editing === null ? username : `${username} ${editing}`));
  return [...names, ...(count > people.length ? [`+${count - people.length}`] : [])].join(', ');
}
