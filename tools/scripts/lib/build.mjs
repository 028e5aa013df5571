// The things that are built, each again only when its sources changed. Hashes are kept in dist/.build-hash.
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { compressBelow } from './compress.mjs';
import { hashOf } from './hash.mjs';
import { ROOT, runTool, viteBuild } from './process.mjs';

const HASHES = path.join(ROOT, 'dist/.build-hash');
const PACKAGES = ['package-lock.json', 'package.json', 'tsconfig.base.json'];
const COMMON = [...PACKAGES, 'core'];
/** The command-line tools of the server; what else stands in tools/ is for the work on this repository. */
const COMMANDS = readdirSync(path.join(ROOT, 'tools'))
  .filter((name) => name.endsWith('.ts') && name !== 'replay.ts')
  .map((name) => `tools/${name}`);

export const PARTS = {
  core: {
    what: '@espalier/core for plain Node (core/dist)',
    sources: [...COMMON, 'core/tsconfig.build.json'],
    results: ['core/dist/index.js'],
    async make(options) {
      rmSync(path.join(ROOT, 'core/dist'), { recursive: true, force: true });
      return runTool('@typescript/native/bin/tsc', ['-p', 'core/tsconfig.build.json'], options);
    },
  },
  server: {
    what: 'the server (dist/server)',
    sources: [...COMMON, 'server', ...COMMANDS, 'tools/vite/server.ts'],
    results: ['dist/server/main.js'],
    async make(options) {
      const made = await viteBuild('server', [], options);
      if (made.code === 0) linkServerPackages();
      return made;
    },
  },
  replay: {
    what: 'the replay of action logs (dist/replay)',
    // It imports the core's build, so that a change of the core is none of its own.
    sources: [...PACKAGES, 'tools/replay', 'tools/replay.ts', 'tools/vite/replay.ts'],
    results: ['dist/replay/main.js'],
    make: (options) => viteBuild('replay', [], options),
  },
  sim: {
    what: 'the simulation (dist/sim)',
    sources: [...COMMON, 'sim', 'server', 'tools/vite/sim.ts'],
    results: ['dist/sim/main.js'],
    async make(options) {
      const made = await viteBuild('sim', [], options);
      if (made.code === 0) linkServerPackages('dist/sim');
      return made;
    },
  },
  client: {
    what: 'the browser client (dist/client)',
    sources: [...COMMON, 'src', 'tools/vite/client.ts', 'tools/vite/lean.ts', 'tools/vite/worker.ts'],
    results: ['dist/client/index.html', 'dist/client/service-worker.js'],
    async make(options) {
      let made = await viteBuild('client', [], options);
      if (made.code === 0) made = await viteBuild('worker', [], options);
      if (made.code === 0) compressBelow(path.join(ROOT, 'dist/client'));
      return made;
    },
  },
};

/** npm keeps some packages of the server below server/; Node looks for what a build imports only above its folder. */
export function linkServerPackages(folder = 'dist/server') {
  const packages = path.join(ROOT, 'server/node_modules');
  const link = path.join(ROOT, folder, 'node_modules');
  rmSync(link, { recursive: true, force: true });
  if (existsSync(packages)) symlinkSync(path.relative(path.dirname(link), packages), link, 'dir');
}

function readHashes() {
  try {
    return JSON.parse(readFileSync(HASHES, 'utf8'));
  } catch {
    return {};
  }
}

function writeHash(name, hash) {
  mkdirSync(path.dirname(HASHES), { recursive: true });
  writeFileSync(HASHES, `${JSON.stringify({ ...readHashes(), [name]: hash }, null, 2)}\n`);
}

/** Has the part built anew the next time it is needed. */
export function forgetBuild(name) {
  writeHash(name, undefined);
}

/**
 * Builds the named parts whose sources changed since they were built (all of them with `force`). What the build prints goes to stderr.
 * All are tried; gives the exit code of the first build that failed, else 0.
 */
export async function ensureBuilt(names = Object.keys(PARTS), { force = false } = {}) {
  let failed = 0;
  for (const name of names) {
    const part = PARTS[name];
    const hash = hashOf(ROOT, part.sources);
    const there = part.results.every((file) => existsSync(path.join(ROOT, file)));
    if (!force && there && readHashes()[name] === hash) continue;
    console.error(`Building ${part.what} …`);
    const { code } = await part.make({ toStderr: true });
    if (code === 0) writeHash(name, hash);
    failed ||= code;
  }
  return failed;
}
