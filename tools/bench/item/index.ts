import type { ChildProcess } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { openDatabase } from '../../../server/db/connection.ts';
import { end, startPostgres, startProduct } from '../processes.ts';
import { withBrowser } from '../view/chromium.ts';
import { benchNotes } from './notes.ts';
import { benchOpening } from './opening.ts';
import { buildProbe } from './probe.ts';
import { completePlan, fillPlan, type Stage } from './plan.ts';
import { benchText } from './text.ts';
import { benchTyping } from './typing.ts';

const PARTS: Readonly<Record<string, (stage: Stage) => Promise<string[]>>> = {
  opening: benchOpening,
  typing: benchTyping,
  text: benchText,
  notes: benchNotes,
};

/** An item in a Chromium, against the real server on loopback, beside a bare form over the same wire. Gives the demands that are missed. */
export async function benchItem(only?: string): Promise<string[]> {
  if (only !== undefined && !Object.hasOwn(PARTS, only))
    throw new Error(`The item has no part "${only}". There are: ${Object.keys(PARTS).join(', ')}.`);
  const postgres = await startPostgres();
  const directory = mkdtempSync(path.join(os.tmpdir(), 'espalier-bench-'));
  const started: ChildProcess[] = [];
  try {
    const worker = pathToFileURL(path.resolve('dist/server/pglite-worker.js'));
    const database = postgres === undefined ? { dataDir: directory, worker } : { databaseUrl: postgres.url };
    const token = await fillPlan(await openDatabase(database));
    const url = await startProduct(started, {
      DATABASE_URL: postgres?.url ?? '',
      DATA_DIR: postgres === undefined ? directory : path.join(directory, 'unused'),
    });
    console.log(`\nitem: the product on ${postgres === undefined ? 'its embedded database' : 'PostgreSQL'}`);
    const plan = await completePlan(url);
    const probe = await buildProbe();
    const missed = await withBrowser(async (browser) => {
      const context = await browser.newContext({ viewport: { width: 1440, height: 900 }, serviceWorkers: 'block' });
      const answer = await context.request.post(`${url}/-/sign-in`, { data: { token } });
      if (!answer.ok()) throw new Error(`Nobody is signed in: ${answer.status()}`);
      const all: string[] = [];
      for (const [name, part] of Object.entries(PARTS)) {
        if (only === undefined || only === name) all.push(...(await part({ context, url, plan, probe })));
      }
      return all;
    });
    return missed ?? ['item: not run, there is no Chromium'];
  } finally {
    await Promise.all(started.map(end));
    await postgres?.stop();
    rmSync(directory, { recursive: true, force: true });
  }
}
