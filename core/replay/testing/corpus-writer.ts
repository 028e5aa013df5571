import type { ActionLog } from '../types.ts';
import { parseLog, replay } from '../index.ts';
import { CORPUS, MOMENT_EVERY, shownIn, type Moment } from './corpus.ts';

export { LOG_FORMAT } from '../types.ts';

export interface RecordedLog {
  readonly name: string;
  readonly text: string;
  readonly moments: readonly Moment[];
}

/** What is shown at the moments of a log. */
export function momentsOf(log: ActionLog): readonly Moment[] {
  const moments: Moment[] = [];
  replay(log, {
    onAction: (state, { seq }) => {
      if (seq % MOMENT_EVERY === 0 || seq === log.end.seq) moments.push({ seq, shown: shownIn(state) });
    },
  });
  return moments;
}

export async function recordCorpus(): Promise<readonly RecordedLog[]> {
  const logs: RecordedLog[] = [];
  for (const [name, run] of Object.entries(CORPUS)) {
    const text = (await run()).text();
    logs.push({ name, text, moments: momentsOf(parseLog(text)) });
  }
  return logs;
}
