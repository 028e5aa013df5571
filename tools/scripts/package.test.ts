/** What a stranger gets of @espalier/core: packed, installed in a folder of its own without a network, imported and type-checked there. */
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { resolveIn } from './lib/lockfile.mjs';
import { npm, npmOptions, ROOT, run } from './lib/process.mjs';

const read = (file: string): string => readFileSync(path.join(ROOT, file), 'utf8');
const { exports: entries } = JSON.parse(read('core/package.json')) as {
  exports: Record<string, { readonly default?: string }>;
};
const named = (subpath: string): string => path.posix.join('@espalier/core', subpath);

const folder = mkdtempSync(path.join(os.tmpdir(), 'espalier-stranger-'));
const home = path.join(folder, 'node_modules/@espalier/core');
afterAll(() => rmSync(folder, { recursive: true }));

/** Runs a program in the stranger's folder; fails the test with what it printed where it fails. */
async function must(command: string, args: readonly string[], options = {}): Promise<void> {
  const { code, output } = await run(command, args, { cwd: folder, collect: true, ...options });
  if (code !== 0) throw new Error(`${command} ${args.join(' ')}: ${output}`);
}

/** Folders of the packages that those named need, theirs included, as this repository has them installed. */
function withDependencies(names: readonly string[], from: string, found = new Set<string>()): ReadonlySet<string> {
  const { packages } = JSON.parse(read('package-lock.json')) as {
    packages: Record<string, { readonly dependencies?: Record<string, string> }>;
  };
  for (const name of names) {
    const at: string | undefined = resolveIn(packages, from, name);
    if (at === undefined) throw new Error(`package-lock.json has no ${name} for ${from}`);
    if (found.has(at)) continue;
    found.add(at);
    withDependencies(Object.keys(packages[at]?.dependencies ?? {}), at, found);
  }
  return found;
}

beforeAll(async () => {
  writeFileSync(path.join(folder, 'package.json'), '{ "type": "module" }');
  await must(npm(), ['pack', '--pack-destination', folder], { cwd: path.join(ROOT, 'core'), ...npmOptions() });
  const tarball = readdirSync(folder).find((file) => file.endsWith('.tgz')) ?? '';
  const { dependencies } = JSON.parse(read('core/package.json')) as { dependencies: object };
  const needed = withDependencies([...Object.keys(dependencies), '@types/node'], 'core');
  const offline = ['--offline', '--cache', path.join(folder, 'cache'), '--install-links'];
  await must(
    npm(),
    ['install', `./${tarball}`, ...[...needed].map((at) => path.join(ROOT, at)), ...offline, '--ignore-scripts'].concat(
      ['--omit=optional', '--no-audit', '--no-fund'],
    ),
    npmOptions(),
  );
  // Packing and installing take ten seconds, and several times that on a busy machine.
}, 300_000);

test('the package holds its build: no source, no test, no help for tests but that of its own subpath', () => {
  const files = readdirSync(home, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => path.relative(home, path.join(entry.parentPath, entry.name)).replaceAll(path.sep, '/'));
  expect(files.filter((file) => !/^dist\/.*\.(js|d\.ts)$/.test(file))).toEqual(['package.json']);
  const helpers = files.filter((file) => /\btesting\b|\.(test|spec)\./.test(file));
  expect(helpers.filter((file) => !/^dist\/testing\/[\w-]+\./.test(file))).toEqual([]);
});

test('every public subpath is named and can be imported in plain Node, and nothing else', async () => {
  const subpaths = Object.keys(entries);
  const hidden = subpaths.filter((subpath) => entries[subpath]?.default === undefined);
  expect(subpaths.filter((subpath) => subpath.includes('*'))).toEqual([]);
  expect(hidden).toEqual([]);
  const open = subpaths.filter((subpath) => !hidden.includes(subpath)).map(named);
  const closed = [...hidden, 'tree/slice', 'dist/index.js', 'tree/rules.ts'].map(named);
  writeFileSync(
    path.join(folder, 'imports.mjs'),
    `for (const name of ${JSON.stringify(open)}) await import(name);
    for (const name of ${JSON.stringify(closed)}) {
      const code = await import(name).then(() => 'imported', (error) => error.code);
      if (code !== 'ERR_PACKAGE_PATH_NOT_EXPORTED') throw new Error(name + ': ' + code);
    }`,
  );
  await must(process.execPath, ['imports.mjs']);
});

describe('the example of README.md', () => {
  const example = /```ts\n([^`]*)```/.exec(read('README.md'))?.[1] ?? '';

  test('passes in plain Node', async () => {
    expect(example).toContain("from '@espalier/core/testing'");
    writeFileSync(path.join(folder, 'example.mjs'), example);
    await must(process.execPath, ['--test', 'example.mjs']);
  });

  test.each([
    ['nodenext', 'nodenext'],
    ['bundler', 'esnext'],
  ])('and is strict TypeScript with moduleResolution %s', async (moduleResolution, module) => {
    const project = path.join(folder, moduleResolution);
    mkdirSync(project);
    writeFileSync(path.join(project, 'example.mts'), example);
    // Declarations are checked too: one that names a file that is not there would make its types `any`.
    const checks = { strict: true, noUncheckedIndexedAccess: true, verbatimModuleSyntax: true, skipLibCheck: false };
    const compilerOptions = { ...checks, target: 'es2022', module, moduleResolution, types: ['node'], noEmit: true };
    writeFileSync(path.join(project, 'tsconfig.json'), JSON.stringify({ compilerOptions }));
    await must(process.execPath, [path.join(ROOT, 'node_modules/@typescript/native/bin/tsc'), '-p', project]);
  });
});
