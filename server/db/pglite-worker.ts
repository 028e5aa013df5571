import { parentPort, workerData } from 'node:worker_threads';
import { errorFields, openEngine } from './pglite-engine.ts';
import type { FromWorker, ToWorker, WorkerSettings } from './pglite-protocol.ts';

/**
 * The thread that runs PGlite: a query blocks its thread for as long as it takes, and the server's own thread must keep answering.
 * Built as an entry of its own, beside the server.
 */
const port = parentPort;
if (port === null) throw new Error('pglite-worker runs as a worker thread of the server, not by itself.');

const say = (message: FromWorker): void => {
  port.postMessage(message);
};

async function answer(engine: Awaited<ReturnType<typeof openEngine>>, message: ToWorker): Promise<void> {
  try {
    if (message.type === 'close') {
      await engine.close();
      say({ type: 'result', id: message.id, result: { rows: [], affectedRows: 0 } });
      port?.close();
    } else if (message.type === 'image') {
      const image = new Uint8Array(await (await engine.pglite.dumpDataDir('gzip')).arrayBuffer());
      port?.postMessage({ type: 'image', id: message.id, image } satisfies FromWorker, [image.buffer]);
    } else {
      say({ type: 'result', id: message.id, result: await engine.query(message.sql, message.parameters) });
    }
  } catch (error) {
    say({ type: 'error', id: message.id, error: errorFields(error) });
  }
}

try {
  const { directory, image } = workerData as WorkerSettings;
  const engine = await openEngine({ directory, ...(image && { image: new Blob([image as Uint8Array<ArrayBuffer>]) }) });
  engine.onNotification((channel, payload) => {
    say({ type: 'notification', channel, payload });
  });
  port.on('message', (message: ToWorker) => void answer(engine, message));
  say({ type: 'ready' });
} catch (error) {
  say({ type: 'failed', error: errorFields(error) });
}
