import type { Db } from './types.ts';

/** What cannot go on beside another of them: between its pieces the rows of the database are half of something. */
type Work = 'import' | 'restore';

interface Turn {
  readonly work: Work;
  readonly done: Promise<unknown>;
}

/** The one that runs in this process, or the last of those that wait. The embedded database has no other process. */
const turns = new WeakMap<Db, Turn>();

/** Runs it while no other runs. Where one does, throws what `busy` makes of it; without `busy` waits for its end. */
export async function alone<T>(db: Db, work: Work, run: () => Promise<T>, busy?: (running: Work) => Error): Promise<T> {
  const before = turns.get(db);
  if (before !== undefined && busy !== undefined) throw busy(before.work);
  const done = before === undefined ? run() : before.done.then(run, run);
  const turn: Turn = { work, done };
  turns.set(db, turn);
  try {
    return await done;
  } finally {
    if (turns.get(db) === turn) turns.delete(db);
  }
}

export const underWay = (running: string): string => `${running} is under way. Try again when it has ended.`;
