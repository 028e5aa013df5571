import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { jest } from '@jest/globals';
import pg from 'pg';
import { DatabaseLostError } from './open-database.ts';
import { withNamedStatements } from './named-statements.ts';

interface Sent {
  readonly connection: number;
  readonly name: string | undefined;
  readonly text: string;
}

/** A pool that only writes down what its connections are asked; every connect gives the named connection. */
function fakePool(fail?: (sent: Sent) => object | undefined) {
  const sent: Sent[] = [];
  const clients = [0, 1].map((connection) => ({
    query: async (asked: string | { name: string; text: string }) => {
      const one =
        typeof asked === 'string'
          ? { connection, name: undefined, text: asked }
          : { connection, name: asked.name, text: asked.text };
      sent.push(one);
      const error = fail?.(one);
      if (error) throw error;
      return { rows: [], rowCount: 0, command: 'SELECT' };
    },
    release: () => undefined,
    on: () => undefined,
  }));
  let next = 0;
  const pool = {
    on: (_event: 'connect', connected: (client: pg.PoolClient) => void) =>
      clients.forEach((client) => connected(client as unknown as pg.PoolClient)),
    connect: async () => clients[next] as unknown as pg.PoolClient,
    end: async () => undefined,
  } as unknown as Pick<pg.Pool, 'connect' | 'end' | 'on'>;
  const named = withNamedStatements(pool);
  return {
    sent,
    ask: async (text: string, parameters: unknown[] = [1], connection = 0) => {
      next = connection;
      const client = await named.connect();
      await client.query(text, parameters);
    },
  };
}

test('a statement that comes again gets a name, the same every time; others get none', async () => {
  const { sent, ask } = fakePool();
  for (let time = 0; time < 4; time += 1) await ask('SELECT $1');
  await ask('SELECT $1 + 1');
  expect(sent.map(({ name }) => name)).toEqual([undefined, undefined, 'espalier_1', 'espalier_1', undefined]);
});

test('a statement without parameters is never prepared: it may be a script', async () => {
  const { sent, ask } = fakePool();
  for (let time = 0; time < 5; time += 1) await ask('BEGIN', []);
  expect(sent.every(({ name }) => name === undefined)).toBe(true);
});

test('what was seen often on one connection is prepared at once on another', async () => {
  const { sent, ask } = fakePool();
  for (let time = 0; time < 3; time += 1) await ask('SELECT $1', [1], 0);
  await ask('SELECT $1', [1], 1);
  expect(sent.at(-1)).toEqual({ connection: 1, name: 'espalier_1', text: 'SELECT $1' });
});

test('a connection keeps at most 100 names; further statements run without one', async () => {
  const { sent, ask } = fakePool();
  for (let text = 0; text < 250; text += 1) {
    for (let time = 0; time < 3; time += 1) await ask(`SELECT $1 + ${text}`);
  }
  const names = new Set(sent.flatMap(({ name }) => name ?? []));
  expect(names.size).toBe(100);
  expect(sent.at(-1)).toEqual({ connection: 0, name: undefined, text: 'SELECT $1 + 249' });
});

test('a statement whose plan went stale through a migration fails once and gets a new name', async () => {
  let stale = true;
  const { sent, ask } = fakePool(({ name }) => {
    if (name === undefined || !stale) return undefined;
    stale = false;
    return Object.assign(new Error('cached plan must not change result type'), { code: '0A000' });
  });
  await ask('SELECT $1');
  await ask('SELECT $1');
  await expect(ask('SELECT $1')).rejects.toThrow('cached plan');
  await ask('SELECT $1');
  expect(sent.map(({ name }) => name)).toEqual([undefined, undefined, 'espalier_1', 'espalier_2']);
});

/** A message of PostgreSQL's protocol: its letter, its length, what it holds. */
function message(type: string, body: Buffer): Buffer {
  const head = Buffer.alloc(5);
  head.write(type);
  head.writeInt32BE(body.length + 4, 1);
  return Buffer.concat([head, body]);
}

test('AP-06.30 a connection that is ended with the same packet that opened it is a lost connection, not the end of the process', async () => {
  const said = jest.spyOn(console, 'error').mockReturnValue();
  const ending = 'SFATAL\0VFATAL\0C57P01\0Mterminating connection due to administrator command\0\0';
  const server = createServer((socket) => {
    socket.once('data', () =>
      socket.end(
        Buffer.concat([
          message('R', Buffer.alloc(4)),
          message('Z', Buffer.from('I')),
          message('E', Buffer.from(ending)),
        ]),
      ),
    );
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const pool = new pg.Pool({ host: '127.0.0.1', port, user: 'nobody', ssl: false });
  pool.on('error', () => undefined);
  const client = await withNamedStatements(pool).connect();
  try {
    await expect(client.query('SELECT $1', [1])).rejects.toThrow(DatabaseLostError);
    expect(said.mock.calls).toEqual([
      ['A database connection was lost:', 'terminating connection due to administrator command'],
    ]);
  } finally {
    client.release();
    await pool.end();
    server.close();
    said.mockRestore();
  }
});
