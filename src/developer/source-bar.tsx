import { useRef, useState } from 'react';
import type { ChangeEvent } from 'react';
import { printLog, redact } from '@espalier/core/replay';
import { Button, Switch } from '../ui/button.tsx';
import { Select } from '../ui/field.tsx';
import { MenuButton } from '../ui/menu.tsx';
import { dayAndTime } from './filters.tsx';
import type { SessionRecording } from './recording.ts';
import type { Logs, Source } from './use-logs.ts';
import styles from './panel.module.css';

interface SourceBarProps {
  readonly recording: SessionRecording;
  readonly logs: Logs;
  readonly onLook: (source: Source, text?: string) => void;
}

/** Which log is shown; recording on and off; saving to a file and opening one. */
export function SourceBar({ recording, logs: { source, opened, former }, onLook }: SourceBarProps) {
  const [enabled, setEnabled] = useState(recording.enabled);
  const file = useRef<HTMLInputElement>(null);

  const options = [
    { value: 'live', label: 'This session' },
    ...former.map(({ session, startedAt }) => ({ value: session, label: `Session of ${dayAndTime(startedAt)}` })),
    ...(source.kind === 'file' ? [{ value: 'file', label: source.name }] : []),
  ];
  const look = (value: string) => {
    if (value !== 'file') onLook(value === 'live' ? { kind: 'live' } : { kind: 'session', session: value });
  };
  const load = async (event: ChangeEvent<HTMLInputElement>) => {
    const [chosen] = event.target.files ?? [];
    // Lets the same file be chosen again after it was changed.
    event.target.value = '';
    if (chosen) onLook({ kind: 'file', name: chosen.name }, await chosen.text());
  };
  const download = (redacted: boolean) => {
    if (opened === null) return;
    const log = redacted ? redact(opened.log) : opened.log;
    save(printLog(log), `espalier-${log.header.session.slice(0, 8)}${redacted ? '-redacted' : ''}.jsonl`);
  };

  return (
    <div className={styles.source}>
      <Switch
        checked={enabled}
        onChange={(on) => {
          recording.setEnabled(on);
          setEnabled(recording.enabled);
          onLook({ kind: 'live' });
        }}
      >
        Record
      </Switch>
      <div className={styles.choice}>
        <Select
          label="Log"
          value={source.kind === 'session' ? source.session : source.kind}
          options={options}
          onChange={look}
        />
      </div>
      <MenuButton
        label="Download"
        icon="download"
        size="small"
        entries={[
          { key: 'whole', label: 'As recorded', hint: 'With all titles and names' },
          { key: 'redacted', label: 'Redacted', hint: 'Titles, texts and names replaced' },
        ]}
        onChoose={(key) => download(key === 'redacted')}
      />
      <Button size="small" icon="upload" onClick={() => file.current?.click()}>
        Load…
      </Button>
      <input
        ref={file}
        type="file"
        accept=".jsonl,application/jsonl,text/plain"
        aria-label="Log file"
        hidden
        onChange={(event) => void load(event)}
      />
    </div>
  );
}

function save(text: string, name: string): void {
  const url = URL.createObjectURL(new Blob([text], { type: 'application/jsonl' }));
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  URL.revokeObjectURL(url);
}
