import { execFile } from 'node:child_process';
import { mkdtempSync, mkdirSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

/** Modules built as the server is built, for tests that need a real second process or a worker thread (Node 20 runs no TypeScript). */
export interface BuiltModules {
  /** Where `<name>.js` of every entry is. */
  directory: string;
  remove(): void;
}

const root = join(dirname(fileURLToPath(import.meta.url)), '..', '..');

/** `entries`: name -> path below the repository's root. Takes about a second. */
export async function buildForTest(entries: Readonly<Record<string, string>>): Promise<BuiltModules> {
  // Inside the repository, so that packages are found from there.
  const cache = join(root, '.cache');
  mkdirSync(cache, { recursive: true });
  const directory = mkdtempSync(join(cache, 'test-build-'));
  const input = Object.fromEntries(Object.entries(entries).map(([name, path]) => [name, join(root, path)]));
  const options = {
    configFile: false,
    root,
    logLevel: 'warn',
    publicDir: false,
    resolve: { conditions: ['espalier-source'] },
    ssr: { resolve: { conditions: ['espalier-source'] } },
    build: {
      ssr: true,
      target: 'node20',
      outDir: directory,
      emptyOutDir: false,
      rollupOptions: { input, output: { entryFileNames: '[name].js', chunkFileNames: '[name]-[hash].js' } },
    },
  };
  const script = `import { build } from 'vite'; await build(${JSON.stringify(options)});`;
  // Without the loader options that jest itself was started with.
  const env = { ...process.env, NODE_OPTIONS: '' };
  await promisify(execFile)(process.execPath, ['--input-type=module', '-e', script], { cwd: root, env });
  return { directory, remove: () => rmSync(directory, { recursive: true, force: true }) };
}
