import { useEffect, useId, useMemo, useState } from 'react';
import type { FormEvent, KeyboardEvent } from 'react';
import {
  selectContent,
  selectContentFailed,
  selectManaging,
  TEMPLATE_TEXTS,
  templateActions,
} from '@espalier/core/template';
import type { TemplatePlace } from '@espalier/core/template';
import { LoadFailure } from '../frame/missing.tsx';
import { useAppDispatch, useAppSelector } from '../store.ts';
import { Alert } from '../ui/alert.tsx';
import { Button } from '../ui/button.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { TextField } from '../ui/field.tsx';
import { SkeletonRows } from '../ui/progress.tsx';
import fieldStyles from '../ui/field.module.css';
import styles from './templates-page.module.css';

interface FormProps {
  readonly place: TemplatePlace;
  /** Its name so far; null: it is new. */
  readonly was: string | null;
  readonly onClose: () => void;
}

/** The form of one template. A known one's text is read first. */
export function TemplateForm({ was, ...form }: FormProps) {
  return was === null ? <Form was={was} content="" {...form} /> : <ReadForm was={was} {...form} />;
}

function ReadForm({ was, ...form }: FormProps & { readonly was: string }) {
  const dispatch = useAppDispatch();
  const { place } = form;
  const chosen = useMemo(() => ({ place, template: { name: was, projectId: null, groupId: null } }), [place, was]);
  const read = useAppSelector((state) => selectContent(state, chosen));
  const failed = useAppSelector((state) => selectContentFailed(state, chosen));
  // After a change it is forgotten; the form keeps what it has begun with.
  const [content, setContent] = useState<string | null>(null);
  if (content === null && read !== null) setContent(read);
  useEffect(() => dispatch(templateActions.chosen(chosen)), [dispatch, chosen]);

  if (content !== null) return <Form was={was} content={content} {...form} />;
  if (failed) return <LoadFailure text={TEMPLATE_TEXTS.reading} onRetry={() => dispatch(templateActions.retried())} />;
  return <SkeletonRows rows={3} label="Loading the template" className={styles.row} />;
}

/** Ctrl+Enter and Cmd+Enter save; Escape and Cancel ask before they lose what was typed. */
function Form({ place, was, content: before, onClose }: FormProps & { readonly content: string }) {
  const dispatch = useAppDispatch();
  const { form } = useAppSelector(selectManaging);
  const [name, setName] = useState(was ?? '');
  const [content, setContent] = useState(before);
  const [asks, setAsks] = useState(false);
  const [sent, setSent] = useState(false);
  const id = useId();
  const sending = form.status === 'sending';
  const changed = name !== (was ?? '') || content !== before;
  const { error, faults } = sent ? form : { error: null, faults: {} };
  useUnloadQuestion(changed);

  const save = () => {
    if (sending) return;
    setSent(true);
    dispatch(templateActions.submitted({ place, was, text: { name, content } }));
  };
  const cancel = () => {
    if (sending) return;
    if (changed) setAsks(true);
    else onClose();
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    save();
  };
  const press = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing || asks) return;
    if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) save();
    else if (event.key === 'Escape') cancel();
    else return;
    event.preventDefault();
  };
  return (
    <form
      className={styles.form}
      aria-label={was === null ? 'New template' : `Edit ${was}`}
      noValidate
      onSubmit={submit}
      onKeyDown={press}
    >
      {error !== null && <Alert tone="danger">{error}</Alert>}
      <TextField
        label="Name"
        autoComplete="off"
        autoFocus
        dir="auto"
        value={name}
        error={faults.name ?? null}
        onChange={setName}
      />
      <div className={fieldStyles.field}>
        <label className={fieldStyles.label} htmlFor={id}>
          Content
        </label>
        <textarea
          id={id}
          className={fieldStyles.control}
          rows={14}
          dir="auto"
          value={content}
          aria-invalid={faults.content != null || undefined}
          aria-describedby={faults.content == null ? undefined : `${id}-error`}
          onChange={({ target }) => setContent(target.value)}
        />
        {faults.content != null && (
          <p className={fieldStyles.error} id={`${id}-error`} role="alert">
            {faults.content}
          </p>
        )}
      </div>
      <div className={styles.actions}>
        <Button type="submit" look="primary" loading={sending}>
          {was === null ? 'Create template' : 'Save changes'}
        </Button>
        <Button disabled={sending} onClick={cancel}>
          Cancel
        </Button>
      </div>
      {asks && <Discard onDiscard={onClose} onClose={() => setAsks(false)} />}
    </form>
  );
}

function Discard({ onDiscard, onClose }: { readonly onDiscard: () => void; readonly onClose: () => void }) {
  return (
    <Dialog
      title="Discard changes?"
      kind="alertdialog"
      onClose={onClose}
      actions={
        <>
          <Button autoFocus onClick={onClose}>
            Continue editing
          </Button>
          <Button look="danger" onClick={onDiscard}>
            Discard changes
          </Button>
        </>
      }
    >
      <p>Are you sure you want to cancel editing?</p>
    </Dialog>
  );
}

/** The browser asks before a tab with an unsaved text is closed. */
function useUnloadQuestion(changed: boolean): void {
  useEffect(() => {
    if (!changed) return;
    const ask = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener('beforeunload', ask);
    return () => window.removeEventListener('beforeunload', ask);
  }, [changed]);
}
