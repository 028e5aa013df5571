import { useCallback, useEffect, useMemo, useRef, type ChangeEvent } from 'react';
import type { ManagedPage } from '@espalier/core/manage';
import { selectTemplateFiles, templateFileActions, type TemplateFile } from '@espalier/core/template';
import { useAppDispatch, useAppSelector } from '../store.ts';
import { Button } from '../ui/button.tsx';
import { classes } from '../ui/classes.ts';
import { Icon } from '../ui/icon.tsx';
import { readFiles } from './read-files.ts';
import styles from './managed-page.module.css';

const { filesChosen, filesSentAgain, filesClosed } = templateFileActions;

interface ImportProps {
  readonly sending: boolean;
  readonly disabled: boolean;
  readonly onChoose: (files: readonly File[]) => void;
}

/** Chooses files. */
function ImportButton({ sending, disabled, onChoose }: ImportProps) {
  const input = useRef<HTMLInputElement>(null);
  const choose = ({ target }: ChangeEvent<HTMLInputElement>) => {
    const files = [...(target.files ?? [])];
    // Lets the same file be chosen again after it was changed.
    target.value = '';
    onChoose(files);
  };
  return (
    <>
      <Button icon="upload" loading={sending} disabled={disabled} onClick={() => input.current?.click()}>
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

/** IE-08.53: takes files that are dropped on the page. Off, it keeps the browser from opening them in place of the page. */
function useDrop(start: (files: Iterable<File>) => Promise<void>, disabled: boolean): void {
  useEffect(() => {
    const over = (event: DragEvent) => {
      if (event.dataTransfer?.types.includes('Files') !== true) return;
      event.preventDefault();
      if (disabled) event.dataTransfer.dropEffect = 'none';
    };
    const drop = (event: DragEvent) => {
      if (event.defaultPrevented || event.dataTransfer?.types.includes('Files') !== true) return;
      event.preventDefault();
      if (!disabled) void start([...event.dataTransfer.files]);
    };
    document.addEventListener('dragover', over);
    document.addEventListener('drop', drop);
    return () => {
      document.removeEventListener('dragover', over);
      document.removeEventListener('drop', drop);
    };
  }, [start, disabled]);
}

interface FilesProps {
  readonly page: ManagedPage;
  readonly disabled: boolean;
}

/** IE-08.53: makes templates of files, and says what became of each. */
export function TemplateFiles({ page: { kind, fullPath }, disabled }: FilesProps) {
  const dispatch = useAppDispatch();
  const place = useMemo(() => ({ kind: kind === 'group' ? 'group' : 'project', fullPath }) as const, [kind, fullPath]);
  const files = useAppSelector((state) => selectTemplateFiles(state, place));
  const sending = files.some(({ status }) => status === 'sending');
  const off = disabled || sending;
  const asking = files.filter(({ status }) => status === 'asking');
  const start = useCallback(
    async (chosen: Iterable<File>) => {
      const read = await readFiles(chosen);
      if (read.length > 0) dispatch(filesChosen({ place, files: read }));
    },
    [dispatch, place],
  );
  useDrop(start, off);
  const send = (ids: readonly number[]) => dispatch(filesSentAgain({ place, ids }));
  return (
    <>
      <p className={styles.note}>
        Descriptions of issues and epics can begin with these texts, here and in everything below. They are written in
        Markdown, and can be imported from files that end in .md.
      </p>
      <div className={styles.actions}>
        <ImportButton sending={sending} disabled={disabled} onChoose={(chosen) => void start(chosen)} />
      </div>
      {files.length > 0 && (
        <div className={styles.fields}>
          <ul className={styles.list} aria-live="polite" aria-label="Imported files">
            {files.map((file) => (
              <FileRow key={file.id} file={file} disabled={off} onSend={() => send([file.id])} />
            ))}
          </ul>
          <div className={styles.actions}>
            {asking.length > 1 && (
              <Button disabled={off} onClick={() => send(asking.map(({ id }) => id))}>
                Replace all {asking.length}
              </Button>
            )}
            <Button disabled={off} onClick={() => dispatch(filesClosed({ place }))}>
              Close
            </Button>
          </div>
        </div>
      )}
    </>
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
