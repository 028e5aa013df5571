import { createHash } from 'node:crypto';
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { built } from './build.ts';
import { emptyPlace, isThere, quickEngine, removePlace, type Engine, type Place } from './place.ts';
import { makeToken, signInByPrintedLink, startServer, type RunningServer } from './server.ts';

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
 * A place with the demo data and passwords, and a token of every person. Filling it takes many times as long as copying it, so
 * it is made once for a build and a day (the demo data has days that count from today).
 */
export interface Seeded {
  readonly place: Place;
  readonly tokens: Readonly<Record<Person, string>>;
  /** The unused one-time link, from `/-/` on. */
  readonly signInPath: string;
}

export async function seeded(engine: Engine = quickEngine): Promise<Seeded> {
  const home = path.join(cache, engine, keyOfBuild());
  const read = async (): Promise<Seeded | null> => {
    const made = madeIn(home);
    return made !== null && (await isThere(made.place)) ? made : null;
  };
  return (await read()) ?? oneAtATime(async () => (await read()) ?? make(engine, home));
}

/** What was made there; null: nothing, or not to its end. */
function madeIn(home: string): Seeded | null {
  const about = path.join(home, 'made.json');
  return existsSync(about) ? (JSON.parse(readFileSync(about, 'utf8')) as Seeded) : null;
}

function keyOfBuild(): string {
  const hash = createHash('sha256').update(new Date().toDateString());
  for (const file of readdirSync(built.server).sort()) {
    if (file.endsWith('.js')) hash.update(readFileSync(path.join(built.server, file)));
  }
  return hash.digest('hex').slice(0, 16);
}

/** Test files run side by side, and the first ones of a build all find nothing: one of them fills the directory, the others wait. */
async function oneAtATime<T>(run: () => Promise<T>): Promise<T> {
  const lock = `${cache}.lock`;
  mkdirSync(path.dirname(lock), { recursive: true });
  while (!taken(lock)) await new Promise((resolve) => setTimeout(resolve, 100));
  try {
    return await run();
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

/** Takes those of earlier builds away. */
async function make(engine: Engine, home: string): Promise<Seeded> {
  const all = path.dirname(home);
  for (const name of existsSync(all) ? readdirSync(all) : []) {
    const old = madeIn(path.join(all, name));
    if (old !== null) await removePlace(old.place);
  }
  rmSync(all, { recursive: true, force: true });
  const place = await emptyPlace(engine);
  let server: RunningServer | undefined;
  try {
    server = await startServer({ place, busy: true });
    const tokens: Partial<Record<Person, string>> = {};
    for (const person of PEOPLE) {
      tokens[person] = await makeToken(place, person);
      const answer = await setPassword(server.url, await signInByPrintedLink(server, place, person));
      if (answer.status !== 204) throw new Error(`No password for ${person}: ${await answer.text()}`);
    }
    const signInLink = await server.signInLink();
    await server.stop();
    const dataDir = path.join(home, 'data');
    cpSync(place.dataDir, dataDir, { recursive: true });
    const made: Seeded = {
      place: { dataDir, databaseUrl: place.databaseUrl },
      tokens: tokens as Seeded['tokens'],
      signInPath: signInLink.slice(server.url.length),
    };
    const about = path.join(home, 'made.json');
    writeFileSync(`${about}.part`, JSON.stringify(made));
    renameSync(`${about}.part`, about);
    if (engine === 'embedded') await place.remove();
    return made;
  } catch (error) {
    await server?.stop();
    await place.remove();
    throw error;
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
