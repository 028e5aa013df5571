import type { ActionLog } from '../types.ts';
import type { RootState } from '../../planner.ts';
import { parseLog, replay } from '../index.ts';
import { selectVisible } from '../../planner.ts';
import { selectCurrentUser } from '../../access/index.ts';
import { selectEpic } from '../../epic/index.ts';
import { selectEpicList } from '../../epic/list-page.ts';
import { selectHomeGroups } from '../../group/index.ts';
import { selectToasts } from '../../notice/index.ts';
import { get } from '../../table/index.ts';
import { selectTreeRows } from '../../selectors.ts';
import { randomSession, type RecordedSession } from './session.ts';
import { wideSession } from './wide-session.ts';

export { LOG_FORMAT } from '../types.ts';

/** The sessions that the corpus of a format is recorded from (fixtures/action-logs, written by `node tools/scripts/corpus.mjs`). */
export const CORPUS: Readonly<Record<string, () => Promise<Pick<RecordedSession, 'text' | 'log'>>>> = {
  'visitor.jsonl': () => randomSession(101, 60, { hashEvery: 20, visitor: true }),
  'planning.jsonl': () => randomSession(102, 70, { hashEvery: 20, segmentActions: 60, viewer: 'ada' }),
  'trouble.jsonl': () => randomSession(103, 90, { hashEvery: 10, flags: { epicColorHighlight: true }, viewer: 'ada' }),
  'wide.jsonl': wideSession,
};

/** What a person saw at a moment: texts that any later version of the core must still give, however its state looks. */
export interface Shown {
  readonly user: string | null;
  readonly rows: readonly string[];
  readonly epic: string | null;
  readonly list: readonly string[];
  readonly groups: readonly string[];
  readonly alerts: readonly string[];
  readonly toasts: readonly string[];
  readonly pending: number;
}

export function shownIn(state: RootState): Shown {
  const { items } = selectVisible(state);
  const epic = selectEpic(state);
  return {
    user: selectCurrentUser(state)?.username ?? null,
    rows: selectTreeRows(state).map((row) => {
      const item = row.kind === 'item' ? get(items, row.id) : undefined;
      return item === undefined ? row.kind : `${row.depth} ${item.title} (${item.state})`;
    }),
    epic: epic === null ? null : `${epic.title} (${epic.state})`,
    list: selectEpicList(state).rows.map(({ title }) => title),
    groups: selectHomeGroups(state).rows.map(({ label }) => label),
    alerts: state.notice.filter(({ kind }) => kind !== 'toast').map(({ text }) => text),
    toasts: selectToasts(state).map(({ text }) => text),
    pending: state.pending.length,
  };
}

/** A moment of a log of the corpus, by the number of its action. */
export interface Moment {
  readonly seq: number;
  readonly shown: Shown;
}

/** Of every so many actions of a log, and of its last one, one moment is written down. */
export const MOMENT_EVERY = 10;

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
