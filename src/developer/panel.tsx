/** The developer panel: the session's actions, and the product's own screens at any of their moments. Loaded when it is first opened. */

import { useEffect, useState, type ReactNode } from 'react';
import { createPortal } from 'react-dom';
import { Alert } from '../ui/alert.tsx';
import { IconButton } from '../ui/button.tsx';
import type { DeveloperDoor } from './door.ts';
import { useDoor } from './use-door.ts';
import { LogView } from './log-view.tsx';
import type { SessionRecording } from './recording.ts';
import { SourceBar } from './source-bar.tsx';
import { useDock, useLayer } from './use-dock.ts';
import { type Source, useLogs } from './use-logs.ts';
import styles from './panel.module.css';

interface DeveloperPanelProps {
  readonly door: DeveloperDoor;
  /** The pages of the product, to be shown at a moment. */
  readonly children: ReactNode;
}

export function DeveloperPanel({ door, children }: DeveloperPanelProps) {
  const layer = useLayer('panel');
  const { frame, separator } = useDock();
  const [recording, setRecording] = useState<SessionRecording | null>(null);
  const [failed, setFailed] = useState(false);
  useEffect(() => {
    let live = true;
    door.recording().then(
      (loaded) => live && setRecording(loaded),
      () => live && setFailed(true),
    );
    return () => {
      live = false;
    };
  }, [door]);
  useFocusWhileOpen(frame);

  return createPortal(
    <section ref={frame} className={styles.panel} aria-label="Developer panel" tabIndex={-1}>
      <div className={styles.separator} {...separator} />
      {failed && <Alert tone="danger">The recorder could not be loaded. Reload the page to try again.</Alert>}
      {recording !== null && (
        <Panel door={door} recording={recording}>
          {children}
        </Panel>
      )}
      <IconButton className={styles.close} icon="close" label="Close" size="small" onClick={() => door.toggle()} />
    </section>,
    layer,
  );
}

interface PanelProps extends DeveloperPanelProps {
  readonly recording: SessionRecording;
}

function Panel({ door, recording, children }: PanelProps) {
  const { travelling } = useDoor(door);
  const logs = useLogs(recording, travelling);
  /** Counts the logs that were opened: a selection in one means nothing in the next. */
  const [round, setRound] = useState(0);
  const { opened, error } = logs;

  const look = (source: Source, text?: string) => {
    door.travel(false);
    setRound((before) => before + 1);
    void logs.look(source, text);
  };
  return (
    <>
      <div className={styles.top}>
        <h2 className={styles.title}>Developer panel</h2>
        <SourceBar recording={recording} logs={logs} onLook={look} />
      </div>
      {recording.problem !== null && <p className={styles.problem}>{recording.problem}</p>}
      {error !== null && <Alert tone="danger">{error}</Alert>}
      {opened !== null && (
        <LogView key={round} door={door} opened={opened}>
          {children}
        </LogView>
      )}
    </>
  );
}

/** The panel takes the focus when it opens and gives it back when it closes. */
function useFocusWhileOpen(frame: { readonly current: HTMLElement | null }): void {
  useEffect(() => {
    const before = document.activeElement;
    const { current } = frame;
    current?.focus();
    return () => {
      const inside = current?.contains(document.activeElement) ?? false;
      const nowhere = document.activeElement === null || document.activeElement === document.body;
      if ((inside || nowhere) && before instanceof HTMLElement && before.isConnected) before.focus();
    };
  }, [frame]);
}
