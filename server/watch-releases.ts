import type { OpenDatabase } from './db/open-database.ts';
import { sqlStore } from './store/sql/index.ts';
import { RELEASES_CHANNEL } from './store/sql/tree.ts';
import { tellSome } from './tree/releases.ts';

/** Between two pieces requests have their turn. Milliseconds. */
const PAUSE = 20;
/** What failed is tried again. */
const RETRY = 10_000;

/** EP-06.44: tells all children whose parent is gone, those that an earlier process has left too, until it is stopped. Several servers share the work. */
export async function watchReleases(
  database: Pick<OpenDatabase, 'db' | 'listen'>,
  onError: (error: unknown) => void,
  retryMs = RETRY,
): Promise<() => Promise<void>> {
  let isStopped = false;
  let isAsked = false;
  let running: Promise<void> | null = null;
  let retry: NodeJS.Timeout | undefined;
  const run = async (): Promise<void> => {
    while (isAsked && !isStopped) {
      isAsked = false;
      while (!isStopped && (await tellSome(sqlStore(database.db))))
        await new Promise((resolve) => setTimeout(resolve, PAUSE));
    }
  };
  const wake = (): void => {
    clearTimeout(retry);
    isAsked = true;
    running ??= run()
      .catch((error: unknown) => {
        onError(error);
        if (!isStopped) retry = setTimeout(wake, retryMs);
      })
      .finally(() => {
        running = null;
      });
  };
  const unlisten = await database.listen(RELEASES_CHANNEL, wake, wake);
  wake();
  return async () => {
    isStopped = true;
    clearTimeout(retry);
    await unlisten();
    await running;
  };
}
