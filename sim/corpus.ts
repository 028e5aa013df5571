import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { Schedule } from './schedule.ts';
import type { Failure, Outcome } from './simulation.ts';
import { UsageError } from './arguments.ts';
import { runSchedule } from './draw.ts';
import { shrink } from './shrink.ts';

/** A schedule that failed once, with what it showed. Files of this kind are run before all others. */
export interface Case {
  /** Name of the invariant that it broke when it was found. */
  readonly rule: string;
  readonly text: string;
  readonly schedule: Schedule;
}

/** Throws UsageError for a file that is none. */
export function readCase(file: string): Case {
  let read: Partial<Case> | null;
  try {
    read = JSON.parse(readFileSync(file, 'utf8')) as Partial<Case> | null;
  } catch (error) {
    throw new UsageError(`${file} cannot be read: ${error instanceof Error ? error.message : String(error)}`);
  }
  if (read?.schedule?.format !== 1 || !Array.isArray(read.schedule.steps)) {
    throw new UsageError(`${file} is no schedule of this simulation.`);
  }
  return { rule: read.rule ?? '', text: read.text ?? '', schedule: read.schedule };
}

/** Files of a folder, by name; none where there is no folder. */
export function filesOf(folder: string): readonly string[] {
  try {
    const names = readdirSync(folder).filter((name) => name.endsWith('.json'));
    return names.sort().map((name) => path.join(folder, name));
  } catch {
    return [];
  }
}

/** Shrinks what failed and writes it to the folder. Gives the file's name. */
export async function keep(folder: string, { schedule, failures }: Outcome): Promise<string> {
  const [failure] = failures as readonly [Failure];
  const isSame = async (candidate: Schedule): Promise<boolean> =>
    (await runSchedule(candidate)).failures.some(({ rule }) => rule === failure.rule);
  const small = (await isSame(schedule)) ? await shrink(schedule, isSame) : schedule;
  const seen = (await runSchedule(small)).failures.find(({ rule }) => rule === failure.rule) ?? failure;
  const slug = failure.rule.replace(/[^a-z0-9]+/gi, '-').toLowerCase();
  const file = path.join(folder, `${slug}-${String(schedule.seed)}.json`);
  mkdirSync(folder, { recursive: true });
  const found: Case = { rule: failure.rule, text: seen.text, schedule: small };
  writeFileSync(file, `${JSON.stringify(found, null, 1)}\n`);
  return file;
}
