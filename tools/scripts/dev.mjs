// `npm run dev`: the client with hot reload from vite, the server rebuilt and restarted when its sources change.
// The server listens on PORT (3000), vite on VITE_PORT (5173): open the latter.
import { spawn } from 'node:child_process';
import path from 'node:path';
import { forgetBuild, linkServerPackages } from './lib/build.mjs';
import { ensureInstalled } from './lib/install.mjs';
import { atEnd, cleanUp, handleSignals, ROOT } from './lib/process.mjs';

process.chdir(ROOT);
handleSignals();
await ensureInstalled();
// What is watched here may be overwritten at any time: `npm start` builds again afterwards.
forgetBuild('server');

const port = process.env.PORT ?? '3000';
process.env.ESPALIER_SERVER_PORT = port;
const { build, createServer } = await import('vite');

let server;

/** Ends the running server, if any, and waits until it has closed its database. */
async function stopServer() {
  const stopping = server;
  server = undefined;
  if (!stopping || stopping.exitCode !== null || stopping.signalCode !== null) return;
  await new Promise((resolve) => {
    stopping.once('exit', resolve);
    stopping.kill('SIGTERM');
  });
}

async function restartServer() {
  await stopServer();
  linkServerPackages();
  const started = spawn(process.execPath, ['--enable-source-maps', 'dist/server/main.js'], {
    stdio: 'inherit',
    env: { NODE_ENV: 'development', ...process.env, PORT: port },
  });
  server = started;
  started.once('exit', (code) => {
    if (server === started) console.error(`The server ended (code ${code}); it starts again at the next change.`);
  });
}

atEnd(stopServer);
const watcher = await build({
  configFile: path.join(ROOT, 'tools/vite/server.ts'),
  logLevel: 'warn',
  build: { watch: {} },
});
atEnd(() => watcher.close());
let restarts = Promise.resolve();
let broken = false;
watcher.on('event', (event) => {
  if (event.code === 'START') broken = false;
  // vite has printed the error; the server that runs goes on running.
  if (event.code === 'ERROR') broken = true;
  if (event.code === 'END' && !broken) restarts = restarts.then(restartServer);
});

const vite = await createServer({
  configFile: path.join(ROOT, 'tools/vite/client.ts'),
  server: { port: Number(process.env.VITE_PORT ?? 5173), strictPort: process.env.VITE_PORT !== undefined },
});
atEnd(() => vite.close());
try {
  await vite.listen();
  vite.printUrls();
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  await cleanUp();
  process.exit(1);
}
