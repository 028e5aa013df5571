// The benchmarks with their peers, which are installed apart from the product (tools/bench/package.json).
import { ensureInstalled } from './install.mjs';
import { run, viteBuild } from './process.mjs';

/** Installs the peers where they are missing, builds tools/bench/run.ts and runs it; gives its exit code. */
export async function ensureBench(args) {
  await ensureInstalled('tools/bench');
  const outDir = 'tools/bench/dist';
  const built = await viteBuild('server', ['--ssr', 'tools/bench/run.ts', '--outDir', outDir]);
  if (built.code !== 0) return built.code;
  return (await run(process.execPath, [`${outDir}/run.js`, ...args])).code;
}
