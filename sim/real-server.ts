import { ModelServer } from './server/index.ts';
import { seededRandom } from '@espalier/core/testing';
import { createApp } from '../server/app.ts';
import { readConfig } from '../server/config.ts';
import { migrateToLatest } from '../server/db/migrate.ts';
import type { OpenDatabase } from '../server/db/open-database.ts';
import { pgliteDatabase } from '../server/db/pglite.ts';
import { openEngine } from '../server/db/pglite-engine.ts';
import { SimClock } from './clock.ts';
import { OPERATIONS_EACH, TABLES } from './draw.ts';
import { type Schedule, drawSchedule } from './schedule.ts';
import { type Outcome, Simulation, START } from './simulation.ts';
import { fillWorld } from './world.ts';
import { RealBackend } from './real-backend.ts';
import { rowFaults } from './real-rows.ts';
import { fillDatabase, plant, withoutExtras } from './real-world.ts';

/** A few schedules against the real server on the embedded database, beside the model: one request at a time, the same rows in the end. */

/** Runs a schedule on a database of its own tables. */
async function runReal(
  database: OpenDatabase,
  schedule: Schedule,
  draw: { random: () => number; weather: number },
): Promise<Outcome> {
  const clock = new SimClock(START);
  const failures: unknown[] = [];
  const app = await createApp({
    database,
    config: readConfig({}),
    now: () => new Date(clock.now()),
    onError: (error) => failures.push(error),
  });
  try {
    const model = new ModelServer({
      clock,
      idsPerTable: true,
      seed: (world) => fillWorld(world, schedule.world, { links: false }),
    });
    const backend = new RealBackend(model, app, database.db, await fillDatabase(database.db, model.world));
    await plant(backend, schedule.world);
    const simulation = new Simulation(schedule, { backend, draw, clock });
    const outcome = await simulation.run();
    const faults = [
      ...backend.differences,
      ...(await rowFaults(model.world, database.db)),
      ...failures.map((error) => (error instanceof Error ? (error.stack ?? error.message) : String(error))),
    ];
    const step = schedule.steps.length;
    const found = faults.map((text) => ({ rule: 'the real server and the model have the same rows', text, step }));
    return { ...outcome, failures: [...outcome.failures, ...found] };
  } finally {
    await app.close();
  }
}

/** Draws and runs `count` schedules against the real server. */
export async function runRealSchedules(seed: number, count: number, each: (outcome: Outcome) => void): Promise<void> {
  const engine = await openEngine({});
  const migrated = pgliteDatabase({ client: engine });
  await migrateToLatest(migrated.db);
  const image = await engine.pglite.dumpDataDir('none');
  await migrated.close();
  for (let index = 0; index < count; index += 1) {
    const random = seededRandom(seed + index);
    const { schedule, weather } = drawSchedule(random, seed + index, OPERATIONS_EACH, TABLES);
    const paged = { ...schedule, world: withoutExtras(schedule.world) };
    const database = pgliteDatabase({ client: await openEngine({ image: new Blob([await image.arrayBuffer()]) }) });
    try {
      each(await runReal(database, paged, { random, weather }));
    } finally {
      await database.close();
    }
  }
}
