import { existsSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { readConfig } from './config.ts';
import { start } from './start.ts';
import { failureText, stopOnSignal } from './stopping.ts';

/** The built client: beside the built server (dist/client), or below the repository when the sources run. */
const clientDir = ['../client', '../dist/client']
  .map((directory) => fileURLToPath(new URL(directory, import.meta.url)))
  .find((directory) => existsSync(path.join(directory, 'index.html')));

try {
  const config = readConfig(process.env);
  const running = await start({
    config,
    // Who sits at a terminal reads two lines and wants to see them; a service has its log kept.
    log: { level: config.logLevel ?? (process.stdout.isTTY ? 'warn' : 'info'), stream: process.stdout },
    ...(clientDir !== undefined && { clientDir }),
    say: console.log,
    warn: console.error,
  });
  const stop = stopOnSignal(running.stop, (code) => process.exit(code), console.error);
  process.on('SIGTERM', stop);
  process.on('SIGINT', stop);
} catch (error) {
  console.error(failureText(error));
  process.exit(1);
}
