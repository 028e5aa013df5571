import { Blob } from 'node:buffer';
import { readFileSync } from 'node:fs';
import { PGlite } from '@electric-sql/pglite';
import { pg_trgm } from '@electric-sql/pglite/contrib/pg_trgm';
import { TestEnvironment } from 'jest-environment-node';

/**
 * The environment of the server's tests: one embedded database per worker, which each test file gets emptied. Starting it anew for every file took
 * two seconds of a processor, more than most of the files themselves. What is asked of it and what it answers is plain data: objects made
 * out here have other prototypes than those of a test.
 */
const engine = { pglite: undefined, image: '', taken: false };

const { setTimeout } = globalThis;

/** PostgreSQL sets itself a timer for when it has been idle, and the next when that has run out: the process need not wait for those. */
const unwaited = (callback, delay, ...rest) => setTimeout(() => quietly(() => callback(...rest)), delay).unref();

function quietly(run) {
  const before = globalThis.setTimeout;
  globalThis.setTimeout = unwaited;
  try {
    return run();
  } finally {
    globalThis.setTimeout = before;
  }
}

async function open(image) {
  globalThis.setTimeout = unwaited;
  const pglite = await PGlite.create({
    extensions: { pg_trgm },
    loadDataDir: new Blob([readFileSync(image)]),
  }).finally(() => {
    globalThis.setTimeout = setTimeout;
  });
  const ask = pglite.execProtocolRawSync.bind(pglite);
  pglite.execProtocolRawSync = (...args) => quietly(() => ask(...args));
  return pglite;
}

const databaseOfWorker = {
  /** The open database for that image file; undefined while somebody has it. */
  async take(image) {
    if (engine.taken) return undefined;
    engine.taken = true;
    if (engine.image !== image) await drop();
    engine.pglite ??= await open(image);
    engine.image = image;
    return engine.pglite;
  },
  giveBack() {
    engine.taken = false;
  },
};

/** A file that ended without giving it back may have left it in any state. */
async function drop() {
  const { pglite } = engine;
  engine.pglite = undefined;
  await pglite?.close().catch(() => undefined);
}

// eslint-disable-next-line no-restricted-syntax -- jest takes the default export of an environment
export default class ServerEnvironment extends TestEnvironment {
  async setup() {
    await super.setup();
    if (engine.taken) await drop();
    engine.taken = false;
    this.global.databaseOfWorker = databaseOfWorker;
  }
}
