import { useId } from 'react';
import type { KeyboardEvent } from 'react';
import { selectTextPlace } from '@espalier/core/editor';
import { NOTE_TEXTS, noteActions, selectNoteForm } from '@espalier/core/note';
import { MarkdownField } from '../editor/markdown-field.tsx';
import { useAppDispatch, useAppSelector } from '../store.ts';
import { Button } from '../ui/button.tsx';
import { Checkbox } from '../ui/field.tsx';
import styles from './activity.module.css';

interface NoteFormProps {
  readonly itemId: string;
  /** The item, the discussion, or the note that is written. */
  readonly target: string;
  readonly label: string;
  readonly submit: string;
  /** It is a button until somebody writes. */
  readonly folded?: boolean;
  /** It edits a comment. */
  readonly edits?: boolean;
  /** What it answers or edits is internal (WI-10.86). */
  readonly internal?: boolean;
  /** What it begins can be an internal discussion. */
  readonly mayInternal?: boolean;
}

/** Ctrl+Enter and Cmd+Enter send it, Escape leaves it. */
export function NoteForm({
  itemId,
  target,
  label,
  submit,
  folded = false,
  edits = false,
  mayInternal = false,
  ...given
}: NoteFormProps) {
  const dispatch = useAppDispatch();
  const { open, body, error, canSend, ...form } = useAppSelector((state) => selectNoteForm(state, target));
  const place = useAppSelector((state) => selectTextPlace(state, itemId));
  const id = useId();
  const internal = given.internal ?? form.internal;
  const isClosable = folded || edits;
  const type = (text: string) => dispatch(noteActions.typed({ itemId, target, body: text, internal }));
  const close = () => dispatch(noteActions.formClosed({ target }));
  const send = () => dispatch(edits ? noteActions.edited({ target }) : noteActions.commented({ target }));
  const press = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return;
    if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) {
      event.preventDefault();
      send();
    } else if (event.key === 'Escape' && isClosable) {
      event.preventDefault();
      event.stopPropagation();
      close();
    }
  };
  if (folded && !open)
    return (
      <Button size="small" look="quiet" onClick={() => type('')}>
        {label}
      </Button>
    );
  return (
    <div className={styles.form}>
      <label className={isClosable ? 'visually-hidden' : styles.label} htmlFor={id}>
        {label}
      </label>
      <MarkdownField
        id={id}
        rows={isClosable ? 2 : 3}
        autoFocus={isClosable}
        value={body}
        place={place}
        actsOn={edits ? undefined : itemId}
        aria-invalid={error !== null || undefined}
        aria-describedby={error === null ? undefined : `${id}-error`}
        onChange={type}
        onKeyDown={press}
      />
      {error !== null && (
        <p className={styles.failure} id={`${id}-error`} role="alert">
          {error}
        </p>
      )}
      {mayInternal && (
        <Checkbox
          checked={internal}
          hint={NOTE_TEXTS.internal}
          onChange={(isInternal) => dispatch(noteActions.typed({ itemId, target, body, internal: isInternal }))}
        >
          Make this an internal note
        </Checkbox>
      )}
      <div className={styles.actions}>
        <Button size="small" look="primary" disabled={!canSend} onClick={send}>
          {submit}
        </Button>
        {isClosable && (
          <Button size="small" onClick={close}>
            Cancel
          </Button>
        )}
      </div>
    </div>
  );
}
