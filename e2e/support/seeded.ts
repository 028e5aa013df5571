import { createHash } from 'node:crypto';
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { built } from './build.ts';
import { makeDataDir, makeToken, signInByPrintedLink, startServer, type RunningServer } from './server.ts';

/** People of the demo data who sign in by password in these tests. */
export const PEOPLE = ['demo', 'chef', 'waiter'] as const;
export type Person = (typeof PEOPLE)[number];

export const PASSWORD = 'correct horse battery';

/** Of another build beside that build: two of them would clear each other's away. */
const cache =
  process.env.E2E_DIST === undefined
    ? fileURLToPath(new URL('../../.cache/e2e-seeded', import.meta.url))
    : path.join(process.env.E2E_DIST, '.e2e-seeded');

/**
 * A data directory with the demo data and passwords, and a token of every person. Filling it takes many times as long as copying it, so
 * it is made once for a build and a day (the demo data has days that count from today).
 */
export interface Seeded {
  readonly dataDir: string;
  readonly tokens: Readonly<Record<Person, string>>;
  /** The unused one-time link, from `/-/` on. */
  readonly signInPath: string;
}

export async function seeded(): Promise<Seeded> {
  const home = path.join(cache, keyOfBuild());
  const about = path.join(home, 'made.json');
  if (!existsSync(about)) await oneAtATime(() => (existsSync(about) ? Promise.resolve() : make(home, about)));
  return { ...(JSON.parse(readFileSync(about, 'utf8')) as Omit<Seeded, 'dataDir'>), dataDir: path.join(home, 'data') };
}

/** A copy to change at will. */
export function copyOf(dataDir: string): { path: string; remove(): void } {
  const copy = makeDataDir();
  cpSync(dataDir, copy.path, { recursive: true });
  return copy;
}

function keyOfBuild(): string {
  const hash = createHash('sha256').update(new Date().toDateString());
  for (const file of readdirSync(built.server).sort()) {
    if (file.endsWith('.js')) hash.update(readFileSync(path.join(built.server, file)));
  }
  return hash.digest('hex').slice(0, 16);
}

/** Test files run side by side, and the first ones of a build all find nothing: one of them fills the directory, the others wait. */
async function oneAtATime(run: () => Promise<void>): Promise<void> {
  const lock = `${cache}.lock`;
  mkdirSync(path.dirname(lock), { recursive: true });
  while (!taken(lock)) await new Promise((resolve) => setTimeout(resolve, 100));
  try {
    await run();
  } finally {
    rmSync(lock, { force: true });
  }
}

/** Takes the lock, if nobody who is still there has it. */
function taken(lock: string): boolean {
  try {
    writeFileSync(lock, String(process.pid), { flag: 'wx' });
    return true;
  } catch {
    if (!isRunning(lock)) rmSync(lock, { force: true });
    return false;
  }
}

function isRunning(lock: string): boolean {
  try {
    const holder = Number(readFileSync(lock, 'utf8'));
    // Written in two steps: a lock that names nobody yet was taken just now.
    return holder === 0 || process.kill(holder, 0);
  } catch {
    return false;
  }
}

async function make(home: string, about: string): Promise<void> {
  rmSync(cache, { recursive: true, force: true });
  const fresh = makeDataDir();
  let server: RunningServer | undefined;
  try {
    server = await startServer({ dataDir: fresh.path, busy: true });
    const tokens: Partial<Record<Person, string>> = {};
    for (const person of PEOPLE) {
      tokens[person] = await makeToken(fresh.path, person);
      const answer = await setPassword(server.url, await signInByPrintedLink(server, fresh.path, person));
      if (answer.status !== 204) throw new Error(`No password for ${person}: ${await answer.text()}`);
    }
    const { signInLink } = server;
    if (signInLink === undefined) throw new Error(`The first start printed no sign-in link:\n${server.output()}`);
    await server.stop();
    mkdirSync(home, { recursive: true });
    cpSync(fresh.path, `${home}/data.part`, { recursive: true });
    renameSync(`${home}/data.part`, `${home}/data`);
    writeFileSync(`${about}.part`, JSON.stringify({ tokens, signInPath: signInLink.slice(server.url.length) }));
    renameSync(`${about}.part`, about);
  } finally {
    await server?.stop();
    fresh.remove();
  }
}

async function setPassword(url: string, cookie: string): Promise<Response> {
  const session = await fetch(`${url}/-/session.json`, { headers: { cookie } });
  const { csrfToken } = (await session.json()) as { readonly csrfToken: string };
  return fetch(`${url}/-/password`, {
    method: 'POST',
    headers: { cookie, 'content-type': 'application/json', 'x-csrf-token': csrfToken },
    body: JSON.stringify({ password: PASSWORD }),
  });
}
