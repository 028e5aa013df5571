import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { built } from './build.ts';
import type { Place } from './place.ts';

const FIRST_START = 90_000;

export interface RunningServer {
  /** Without a slash at the end. */
  readonly url: string;
  /** The one-time link that the first start prints after its address. */
  signInLink(): Promise<string>;
  /** Everything the server has printed so far. */
  output(): string;
  /** Ends the process and waits for it: SIGTERM is the orderly way, SIGKILL the accident. */
  stop(signal?: 'SIGTERM' | 'SIGKILL'): Promise<void>;
}

export interface StartOptions {
  readonly place: Place;
  readonly seed?: 'demo' | 'none';
  /** 0: any free one. */
  readonly port?: number;
  /** It has much to do: filling the database, for example. */
  readonly busy?: boolean;
  /** Of another build than the one under test. */
  readonly main?: string;
  /** Further settings. */
  readonly settings?: Readonly<Record<string, string>>;
}

/**
 * The database is WebAssembly. Compiling it for speed takes a server that answers a few hundred requests longer than answering them;
 * compiled for a quick start it gives the same answers.
 */
const QUICK_START = ['--liftoff-only'];

/** The environment of the product's programs on that data. */
export const envOf = ({ dataDir, databaseUrl }: Place): NodeJS.ProcessEnv => ({
  ...process.env,
  DATA_DIR: dataDir,
  DATABASE_URL: databaseUrl,
});

/** Starts the built server, the one that `npm start` starts, and waits until it has printed its address. */
export async function startServer({
  place,
  seed = 'demo',
  port = 0,
  busy = false,
  main = built.main,
  settings = {},
}: StartOptions): Promise<RunningServer> {
  const env = {
    ...envOf(place),
    SEED: seed,
    PORT: String(port),
    HOST: '127.0.0.1',
    LOG_LEVEL: 'warn',
    ...settings,
  };
  const child = spawn(process.execPath, [...(busy ? [] : QUICK_START), main], {
    env,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  const hear = (chunk: Buffer): void => void (output += chunk.toString());
  child.stdout.on('data', hear);
  child.stderr.on('data', hear);
  const stop = async (signal: 'SIGTERM' | 'SIGKILL' = 'SIGTERM'): Promise<void> => {
    if (child.exitCode !== null || child.signalCode !== null) return;
    const ended = once(child, 'exit');
    child.kill(signal);
    await ended;
  };
  const url = await address(child, () => output);
  const signInLink = async (): Promise<string> => {
    const end = performance.now() + FIRST_START;
    for (;;) {
      const link = /http\S+\/-\/sign-in\?token=\S+/.exec(output)?.[0];
      if (link !== undefined) return link;
      if (performance.now() > end) throw new Error(`The first start printed no sign-in link:\n${output}`);
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
  };
  return { url, signInLink, output: () => output, stop };
}

function address(child: ChildProcess, output: () => string): Promise<string> {
  return new Promise((resolve, reject) => {
    const look = (): void => {
      const found = /http:\/\/127\.0\.0\.1:\d+/.exec(output())?.[0];
      if (found === undefined) return;
      done();
      resolve(found);
    };
    const fail = (why: string) => (): void => {
      done();
      reject(new Error(`The server ${why}. It printed:\n${output()}`));
    };
    const ended = fail('ended before it printed its address');
    const late = setTimeout(fail('printed no address in time'), FIRST_START);
    const done = (): void => {
      clearTimeout(late);
      child.off('exit', ended);
      child.stdout?.off('data', look);
    };
    child.on('exit', ended);
    child.stdout?.on('data', look);
  });
}

/** A personal access token, made by the command that a person would use while the server runs. */
export const makeToken = (place: Place, username: string): Promise<string> =>
  printedBy(built.tokenTool, place, username);

/** Signs a person in by a link, which `npm run sign-in-link` prints; gives the cookie of the session. */
export async function signInByPrintedLink(server: RunningServer, place: Place, username: string): Promise<string> {
  const link = new URL(await printedBy(built.linkTool, place, username));
  const answer = await fetch(`${server.url}/-/sign-in`, {
    method: 'POST',
    body: new URLSearchParams({ token: link.searchParams.get('token') ?? '' }),
    redirect: 'manual',
  });
  const cookie = answer.headers
    .getSetCookie()
    .map((text) => text.split(';')[0])
    .join('; ');
  if (cookie === '') throw new Error(`No session for ${username}: ${answer.status} ${await answer.text()}`);
  return cookie;
}

/** The last line that a command prints. */
async function printedBy(tool: string, place: Place, username: string): Promise<string> {
  const child = spawn(process.execPath, [tool, username], {
    env: envOf(place),
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let printed = '';
  let complaint = '';
  child.stdout.on('data', (chunk: Buffer) => void (printed += chunk.toString()));
  child.stderr.on('data', (chunk: Buffer) => void (complaint += chunk.toString()));
  const [code] = (await once(child, 'close')) as [number | null];
  const line = printed.trim().split('\n').at(-1);
  if (code !== 0 || line === undefined || line === '') throw new Error(`${tool} ${username}: ${complaint}${printed}`);
  return line;
}
