import { cpus } from 'node:os';

/**
 * `npm run bench [core] [replay] [server] [view] [scale] [replicas] [live] [item] [text]`: each part beside its peers and its floor, in one run. Without arguments, all of them. `core:moves`,
 * `replay:rates`, `view:unfolding` or `view:roadmap` runs one part of it alone;
 * `scale:1000000` measures with so many issues.
 */
const parts: Readonly<Record<string, (only?: string) => Promise<string[]>>> = {
  core: async (only) => (await import('./core/index.ts')).benchCore(only),
  replay: async (only) => (await import('./replay/index.ts')).benchReplay(only),
  server: async () => (await import('./server/index.ts')).benchServer(),
  view: async (only) => (await import('./view/index.ts')).benchView(only),
  scale: async (only) => (await import('./scale/index.ts')).benchScale(only),
  live: async () => (await import('./live/index.ts')).benchLive(),
  item: async (only) => (await import('./item/index.ts')).benchItem(only),
  text: async () => (await import('./text/index.ts')).benchText(),
  replicas: async () => (await import('./scale/replicas.ts')).benchReplicas(),
};

async function main(): Promise<void> {
  const asked = process.argv.slice(2).filter((argument) => !argument.startsWith('-'));
  const unknown = asked.filter(
    (name) => !Object.hasOwn(parts, name.replace(/^(core|replay|view|scale|item):.*/, '$1')),
  );
  if (unknown.length > 0) {
    console.error(`No benchmark "${unknown.join(', ')}". There are: ${Object.keys(parts).join(', ')}.`);
    process.exit(2);
  }

  console.log(`Node ${process.version}, ${cpus().length} × ${cpus()[0]?.model ?? 'unknown processor'}`);
  const missed: string[] = [];
  for (const [name, bench] of Object.entries(parts)) {
    const only = asked.flatMap((one) => (one.startsWith(`${name}:`) ? [one.slice(name.length + 1)] : []));
    if (asked.length === 0 || asked.includes(name)) missed.push(...(await bench()));
    else for (const part of only) missed.push(...(await bench(part)));
  }
  console.log(
    missed.length === 0 ? '\nEvery demand is met.' : `\n${missed.length} demands are missed:\n${missed.join('\n')}`,
  );
  process.exit(0);
}

// The packages that are not part of the build look at this when they are loaded, which is later.
process.env.NODE_ENV ??= 'production';

if (process.env.BENCH_HEAP !== undefined) {
  // This process holds one contestant of the core part and says how much that takes.
  await (await import('./core/heap.ts')).printHeap(process.env.BENCH_HEAP);
} else if (process.env.BENCH_PART !== undefined) {
  // This process does one part of the core's.
  await (await import('./core/index.ts')).runPart(process.env.BENCH_PART);
  process.exit(0);
} else if (process.env.BENCH_SESSION !== undefined) {
  // This process records a long session and looks back on it.
  (await import('./replay/session.ts')).printSession(process.env.BENCH_SESSION);
} else if (process.env.BENCH_SERVE === 'live-floor') {
  await (await import('./live/floor.ts')).serveFloor(process.env.BENCH_DATABASE ?? '');
} else if (process.env.BENCH_SERVE !== undefined) {
  // This process is a contestant of the server part.
  (await import('./server/serve.ts')).serve(process.env.BENCH_SERVE, process.env.BENCH_DATABASE ?? '');
} else await main();
