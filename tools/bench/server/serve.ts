import type { AddressInfo } from 'node:net';
import { floorServer, yogaServer } from './peers.ts';

/** The process of one contestant: serves until it is ended, and tells its address to whoever started it. */
export function serve(name: string, databaseUrl: string): void {
  const server = name === 'floor' ? floorServer(databaseUrl) : yogaServer(databaseUrl, name === 'yoga-dataloader');
  server.listen(0, '127.0.0.1', () => console.log(`http://127.0.0.1:${(server.address() as AddressInfo).port}`));
}
