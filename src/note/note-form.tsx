import { useId } from 'react';
import type { KeyboardEvent } from 'react';
import { selectTextPlace } from '@espalier/core/editor';
import { NOTE_TEXTS, noteActions, selectNoteForm } from '@espalier/core/note';
import { MarkdownField } from '../editor/markdown-field.tsx';
import { useAppDispatch, useAppSelector } from '../store.ts';
import { Button } from '../ui/button.tsx';
import { Checkbox } from '../ui/field.tsx';
import { useEditForm } from '../ui/use-edit-form.tsx';
import { useFocusBack } from './use-focus-back.ts';
import styles from './activity.module.css';

interface NoteFormProps {
  readonly itemId: string;
  /** The item, the discussion, or the note that is written. */
  readonly target: string;
  readonly label: string;
  readonly submit: string;
  /** It is a button until somebody writes. */
  readonly folded?: boolean;
  /** It edits a comment that says this. */
  readonly edits?: string;
  /** What it answers or edits is internal (WI-10.86). */
  readonly internal?: boolean;
  /** What it begins can be an internal discussion. */
  readonly mayInternal?: boolean;
}

/** A button until somebody writes, where it is folded. */
export function NoteForm(props: NoteFormProps) {
  const { itemId, target, label, folded = false, internal } = props;
  const dispatch = useAppDispatch();
  const open = useAppSelector((state) => selectNoteForm(state, target).open);
  const button = useFocusBack(open);
  if (!folded || open) return <OpenForm {...props} />;
  const write = () => dispatch(noteActions.typed({ itemId, target, body: '', internal }));
  return (
    <Button ref={button} size="small" look="quiet" onClick={write}>
      {label}
    </Button>
  );
}

/** Ctrl+Enter and Cmd+Enter send it, Escape leaves it: after a question where words would be lost (IE-09.90). */
function OpenForm({ itemId, target, label, submit, folded, edits, mayInternal, ...given }: NoteFormProps) {
  const dispatch = useAppDispatch();
  const { body, error, canSend, ...form } = useAppSelector((state) => selectNoteForm(state, target));
  const place = useAppSelector((state) => selectTextPlace(state, itemId));
  const id = useId();
  const internal = given.internal ?? form.internal;
  const isClosable = folded || edits !== undefined;
  const type = (text: string) => dispatch(noteActions.typed({ itemId, target, body: text, internal }));
  const send = () => dispatch(edits === undefined ? noteActions.commented({ target }) : noteActions.edited({ target }));
  const { cancel, question } = useEditForm({
    sending: false,
    isWritten: body.trim() !== (edits ?? '').trim(),
    save: send,
    onClose: () => dispatch(noteActions.formClosed({ target })),
  });
  const press = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return;
    if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) {
      event.preventDefault();
      send();
    } else if (event.key === 'Escape' && isClosable) {
      event.preventDefault();
      event.stopPropagation();
      cancel();
    }
  };
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
        actsOn={edits === undefined ? itemId : undefined}
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
          <Button size="small" onClick={cancel}>
            Cancel
          </Button>
        )}
      </div>
      {question}
    </div>
  );
}
