import { useRef, type ChangeEvent, type ReactNode } from 'react';
import { templateFileActions, type TemplateFile, type TemplatePlace } from '@espalier/core/template';
import { useAppDispatch } from '../store.ts';
import { Button } from '../ui/button.tsx';
import { classes } from '../ui/classes.ts';
import { Icon } from '../ui/icon.tsx';
import { readFiles } from './read-files.ts';
import styles from './templates-page.module.css';

const { filesChosen, filesSentAgain, filesClosed } = templateFileActions;

function useImport(place: TemplatePlace) {
  const dispatch = useAppDispatch();
  return async (files: Iterable<File>) => {
    const read = await readFiles(files);
    if (read.length > 0) dispatch(filesChosen({ place, files: read }));
  };
}

/** IE-08.53: chooses files. */
export function ImportButton({ place, sending }: { readonly place: TemplatePlace; readonly sending: boolean }) {
  const input = useRef<HTMLInputElement>(null);
  const start = useImport(place);
  const choose = ({ target }: ChangeEvent<HTMLInputElement>) => {
    const files = [...(target.files ?? [])];
    // Lets the same file be chosen again after it was changed.
    target.value = '';
    void start(files);
  };
  return (
    <>
      <Button icon="upload" loading={sending} onClick={() => input.current?.click()}>
        Import
      </Button>
      <input
        ref={input}
        type="file"
        multiple
        accept=".md,text/markdown"
        aria-label="Template files"
        hidden
        onChange={choose}
      />
    </>
  );
}

interface DropProps {
  readonly place: TemplatePlace;
  readonly disabled: boolean;
  readonly children: ReactNode;
}

/** IE-08.53: takes files that are dropped on it. Off, it keeps the browser from opening them in place of the page. */
export function FileDrop({ place, disabled, children }: DropProps) {
  const start = useImport(place);
  return (
    <div
      className={styles.drop}
      onDragOver={(event) => {
        if (!event.dataTransfer.types.includes('Files')) return;
        event.preventDefault();
        if (disabled) event.dataTransfer.dropEffect = 'none';
      }}
      onDrop={(event) => {
        if (event.defaultPrevented || !event.dataTransfer.types.includes('Files')) return;
        event.preventDefault();
        if (!disabled) void start([...event.dataTransfer.files]);
      }}
    >
      {children}
    </div>
  );
}

interface FilesProps {
  readonly place: TemplatePlace;
  readonly files: readonly TemplateFile[];
  readonly disabled: boolean;
}

/** IE-08.53: what became of the files. */
export function TemplateFiles({ place, files, disabled }: FilesProps) {
  const dispatch = useAppDispatch();
  const asking = files.filter(({ status }) => status === 'asking');
  const send = (ids: readonly number[]) => dispatch(filesSentAgain({ place, ids }));
  return (
    <div className={styles.files}>
      <ul className={styles.list} aria-live="polite" aria-label="Imported files">
        {files.map((file) => (
          <FileRow key={file.id} file={file} disabled={disabled} onSend={() => send([file.id])} />
        ))}
      </ul>
      <div className={styles.actions}>
        {asking.length > 1 && (
          <Button disabled={disabled} onClick={() => send(asking.map(({ id }) => id))}>
            Replace all {asking.length}
          </Button>
        )}
        <Button disabled={disabled} onClick={() => dispatch(filesClosed({ place }))}>
          Close
        </Button>
      </div>
    </div>
  );
}

const OUTCOMES = {
  queued: { icon: 'clock', text: 'Waiting' },
  sending: { icon: 'clock', text: 'Importing…' },
  sent: { icon: 'check', text: 'Imported' },
  asking: { icon: 'warning', text: 'A template of this name exists already' },
  failed: { icon: 'error', text: null },
} as const;

interface FileRowProps {
  readonly file: TemplateFile;
  readonly disabled: boolean;
  readonly onSend: () => void;
}

function FileRow({ file: { file, content, status, text }, disabled, onSend }: FileRowProps) {
  const { icon, text: usual } = OUTCOMES[status];
  const offer = status === 'asking' ? 'Replace' : status === 'failed' && content !== null ? 'Try again' : null;
  return (
    <li className={styles.row}>
      <div className={styles.about}>
        <span className={styles.name} dir="auto">
          {file}
        </span>
        <span className={classes(styles.outcome, status === 'failed' && styles.failed)}>
          <Icon name={icon} /> {text ?? usual}
        </span>
      </div>
      {offer !== null && (
        <Button size="small" disabled={disabled} aria-label={`${offer}: ${file}`} onClick={onSend}>
          {offer}
        </Button>
      )}
    </li>
  );
}
