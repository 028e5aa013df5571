import { useCallback, useEffect, useRef, useState } from 'react';
import type { ActionLog, Player, StoredSession } from '@espalier/core/replay';
import { createPlayer, parseLog } from '@espalier/core/replay';
import type { SessionRecording } from './recording.ts';

/** Where the log that is shown comes from. */
export type Source =
  | { readonly kind: 'live' }
  | { readonly kind: 'session'; readonly session: string }
  | { readonly kind: 'file'; readonly name: string };

export interface OpenLog {
  readonly log: ActionLog;
  readonly player: Player;
}

export interface Logs {
  readonly source: Source;
  /** Null until the first log has been read. */
  readonly opened: OpenLog | null;
  /** Why the last requested log could not be opened. */
  readonly error: string | null;
  /** Former sessions that this browser keeps, newest first. */
  readonly former: readonly StoredSession[];
  readonly look: (source: Source, text?: string) => Promise<void>;
}

/** The running session is read again at most this often, and never so often that reading takes more than a twentieth of the time. */
const REFRESH_MS = 1000;
const SHARE = 20;

/** The log that the panel shows; that of the running session grows with it, unless `frozen`. */
export function useLogs(recording: SessionRecording, frozen: boolean): Logs {
  const [source, setSource] = useState<Source>({ kind: 'live' });
  const [opened, setOpened] = useState<OpenLog | null>(null);
  const [error, setError] = useState<string | null>(null);
  const [former, setFormer] = useState<readonly StoredSession[]>([]);
  const cost = useRef(0);

  const look = useCallback(
    async (wanted: Source, text?: string) => {
      try {
        const read = text ?? (await recording.text(wanted.kind === 'session' ? wanted.session : undefined));
        if (read === null) throw new Error('There is no log to show: nothing has been recorded.');
        const start = performance.now();
        const log = parseLog(read);
        setOpened({ log, player: createPlayer(log) });
        cost.current = performance.now() - start;
        setSource(wanted);
        setError(null);
      } catch (reason) {
        setError(reason instanceof Error ? reason.message : String(reason));
      }
    },
    [recording],
  );

  useEffect(() => {
    let live = true;
    void look({ kind: 'live' });
    recording.sessions().then(
      (sessions) => live && setFormer(sessions),
      () => undefined,
    );
    return () => {
      live = false;
    };
  }, [look, recording]);

  const shown = useRef<OpenLog | null>(null);
  useEffect(() => {
    shown.current = opened;
  }, [opened]);
  useEffect(() => {
    if (source.kind !== 'live' || frozen) return;
    let timer = 0;
    let live = true;
    const later = () => {
      timer = window.setTimeout(() => void refresh(), Math.max(REFRESH_MS, cost.current * SHARE));
    };
    const refresh = async () => {
      const { current } = shown;
      const same = current?.player.last === recording.seq && current.log.header.session === recording.session;
      if (recording.enabled && !same) await look(source);
      if (live) later();
    };
    later();
    return () => {
      live = false;
      window.clearTimeout(timer);
    };
  }, [frozen, look, recording, source]);

  return { source, opened, error, former: former.filter((each) => each.session !== recording.session), look };
}
