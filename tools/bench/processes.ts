import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { Agent, request } from 'node:http';
import path from 'node:path';
import { pathToFileURL } from 'node:url';

/** Servers that a benchmark starts, and requests to them. */

interface Postgres {
  readonly url: string;
  stop(): Promise<void>;
  /** A streaming replica of it. */
  standby(): Promise<Pick<Postgres, 'url' | 'stop'>>;
}

/** A PostgreSQL of the benchmark's own; undefined where the machine has none. */
export async function startPostgres(): Promise<Postgres | undefined> {
  const file = pathToFileURL(path.resolve('tools/scripts/lib/postgres.mjs')).href;
  const lib = (await import(/* @vite-ignore */ file)) as { startPostgres: typeof startPostgres };
  return lib.startPostgres();
}

/** Starts a server and gives the address that it prints. */
export function start(started: ChildProcess[], args: string[], env: Record<string, string>): Promise<string> {
  const child = spawn(process.execPath, args, {
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  started.push(child);
  // Read to the end: a reader that goes away early would end the server with its next line.
  let printed = '';
  return new Promise((resolve, reject) => {
    child.stdout.on('data', (chunk: Buffer) => {
      printed += String(chunk);
      const url = /http:\/\/127\.0\.0\.1:\d+/.exec(printed)?.[0];
      if (url !== undefined) resolve(url);
    });
    child.once('error', reject);
    child.once('exit', () => reject(new Error(`${args.join(' ')} ended before it served: ${printed}`)));
  });
}

/** Starts the product without demo data and gives its address. */
export const startProduct = (started: ChildProcess[], env: Record<string, string>): Promise<string> =>
  start(started, ['dist/server/main.js'], {
    PORT: '0',
    HOST: '127.0.0.1',
    SEED: 'none',
    DATABASE_URL: '',
    LOG_LEVEL: 'warn',
    ...env,
  });

export async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = once(child, 'exit');
  child.kill('SIGTERM');
  await ended;
}

const agent = new Agent({ keepAlive: true, maxSockets: 64 });

export interface Asked {
  readonly method?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
}

/** The text of an answer. Throws where it is not a success. */
export function ask(url: string, { method = 'POST', headers = {}, body }: Asked): Promise<string> {
  return new Promise((resolve, reject) => {
    const sent = request(
      url,
      { method, agent, headers: { ...(body === undefined ? {} : { 'content-type': 'application/json' }), ...headers } },
      (response) => {
        let text = '';
        response.setEncoding('utf8');
        response.on('data', (chunk: string) => (text += chunk));
        response.on('end', () =>
          response.statusCode !== undefined && response.statusCode < 300
            ? resolve(text)
            : reject(new Error(`${response.statusCode}: ${text.slice(0, 400)}`)),
        );
      },
    );
    sent.on('error', reject);
    sent.end(body);
  });
}
