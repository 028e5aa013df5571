import type { AddressInfo } from 'node:net';
import pg from 'pg';
import { type WebSocket, WebSocketServer } from 'ws';

/** The least that it can cost: a socket says which item it wants to hear of, and every notification goes to the sockets of its items. Nobody is asked who they are. */
export async function serveFloor(databaseUrl: string): Promise<void> {
  const server = new WebSocketServer({ port: 0, host: '127.0.0.1', perMessageDeflate: false });
  const byItem = new Map<number, Set<WebSocket>>();
  server.on('connection', (socket) => {
    socket.on('message', (data) => {
      const item = Number((data as Buffer).toString());
      byItem.set(item, (byItem.get(item) ?? new Set()).add(socket));
      socket.send('{"type":"confirm_subscription"}');
    });
  });
  const client = new pg.Client(databaseUrl);
  await client.connect();
  client.on('notification', ({ payload }) => {
    const { workItemIds, kind } = JSON.parse(payload ?? '') as { workItemIds: number[]; kind: string };
    const message = JSON.stringify({ message: { kinds: [kind] } });
    for (const id of workItemIds) for (const socket of byItem.get(id) ?? []) socket.send(message);
  });
  await client.query('LISTEN espalier_events');
  console.log(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
}
