import type { OpenDatabase } from './open-database.ts';

/** Holds every connection until released. */
export async function occupy(database: Pick<OpenDatabase, 'db' | 'kind'>): Promise<() => Promise<void>> {
  const count = database.kind === 'pglite' ? 1 : 5;
  const held = Array.from({ length: count }, () => {
    let release: () => void = () => undefined;
    const until = new Promise<void>((resolve) => (release = resolve));
    let begun: () => void = () => undefined;
    const has = new Promise<void>((resolve) => (begun = resolve));
    const ended = database.db.connection().execute(async () => (begun(), until));
    return { has, release, ended };
  });
  await Promise.all(held.map(({ has }) => has));
  return async () => {
    for (const { release } of held) release();
    await Promise.all(held.map(({ ended }) => ended));
  };
}
