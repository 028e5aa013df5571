// The benchmarks with their peers, which are installed apart from the product (bench/package.json).
import { existsSync } from 'node:fs';
import path from 'node:path';
import { ensureInstalled } from './install.mjs';
import { ROOT, run, runTool } from './process.mjs';

/** Installs the peers where they are missing, builds bench/run.ts (or takes bench/run.mjs) and runs it; gives its exit code. */
export async function ensureBench(args) {
  if (existsSync(path.join(ROOT, 'bench/package-lock.json'))) await ensureInstalled('bench');
  if (existsSync(path.join(ROOT, 'bench/run.mjs')))
    return (await run(process.execPath, ['bench/run.mjs', ...args])).code;
  const built = await runTool('vite/bin/vite.js', [
    'build',
    ...['--config', 'vite.server.config.ts', '--ssr', 'bench/run.ts', '--outDir', 'bench/dist', '--logLevel', 'warn'],
  ]);
  if (built.code !== 0) return built.code;
  return (await run(process.execPath, ['bench/dist/run.js', ...args])).code;
}
