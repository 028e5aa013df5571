import { existsSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { ConfigError, readConfig } from './config.ts';
import { start } from './start.ts';

/** The built client: beside the built server (dist/client), or below the repository when the sources run. */
const clientDir = ['../client', '../dist/client']
  .map((directory) => fileURLToPath(new URL(directory, import.meta.url)))
  .find((directory) => existsSync(path.join(directory, 'index.html')));

try {
  const running = await start({
    config: readConfig(process.env),
    ...(clientDir !== undefined && { clientDir }),
    say: console.log,
    warn: console.error,
  });
  let asked = 0;
  const stop = (signal: NodeJS.Signals) => {
    asked += 1;
    // The second signal does not wait for anybody.
    if (asked > 1) process.exit(signal === 'SIGINT' ? 130 : 143);
    running.stop().then(
      () => process.exit(0),
      (error: unknown) => {
        console.error(error);
        process.exit(1);
      },
    );
  };
  process.on('SIGTERM', stop);
  process.on('SIGINT', stop);
} catch (error) {
  // What a person can put right is said in one line; anything else is ours and comes with its stack.
  const plain =
    error instanceof ConfigError ||
    (error instanceof Error && 'code' in error) ||
    (error instanceof Error && /Error$/.test(error.name));
  console.error(plain && error instanceof Error ? error.message : error);
  process.exit(1);
}
