import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process';

/** A Node process of a test, ended with it. */
export interface TestProcess {
  readonly child: ChildProcessWithoutNullStreams;
  /** Waits for a line of stdout that contains the text; rejects when the process ends first. */
  line(containing: string): Promise<string>;
  /** Waits for the end. `code` is null when a signal ended it. */
  ended(): Promise<{ code: number | null; stdout: string; stderr: string }>;
}

/** The embedded database is WebAssembly: compiled for a quick start it gives the same answers, and a process of a test asks it few. */
const QUICK_START = ['--liftoff-only'];

const running = new Set<ChildProcessWithoutNullStreams>();

/** Ends what the test has started and not ended itself; for `afterEach`. */
export async function endProcesses(): Promise<void> {
  await Promise.all(
    [...running].map((child) => {
      const closed = new Promise((resolve) => child.once('close', resolve));
      child.kill('SIGKILL');
      return closed;
    }),
  );
}

export function startNode(args: readonly string[], env: Readonly<Record<string, string>> = {}): TestProcess {
  const child = spawn(process.execPath, [...QUICK_START, ...args], {
    env: { ...process.env, NODE_OPTIONS: '', ...env },
  });
  running.add(child);
  let stdout = '';
  let stderr = '';
  const watchers = new Set<() => void>();
  child.stdout.on('data', (data: Buffer) => {
    stdout += data.toString();
    for (const look of [...watchers]) look();
  });
  child.stderr.on('data', (data: Buffer) => {
    stderr += data.toString();
  });
  const end = new Promise<{ code: number | null; stdout: string; stderr: string }>((resolve) => {
    child.on('close', (code) => {
      running.delete(child);
      resolve({ code, stdout, stderr });
    });
  });
  return {
    child,
    ended: () => end,
    line: (containing) =>
      new Promise((resolve, reject) => {
        const look = (): void => {
          const found = stdout
            .split('\n')
            .slice(0, -1)
            .find((line) => line.includes(containing));
          if (found === undefined) return;
          watchers.delete(look);
          resolve(found);
        };
        watchers.add(look);
        look();
        void end.then(({ code }) => {
          reject(new Error(`ended with ${String(code)} before "${containing}": ${stdout}${stderr}`));
        });
      }),
  };
}
