import { useEffect, useId, useRef } from 'react';
import {
  FIELD_TEXTS,
  itemEdits,
  itemFieldActions,
  selectFieldRights,
  selectSavingFields,
  selectTitleForm,
} from '@espalier/core/work-item/fields';
import { useAppDispatch, useAppSelector } from '../store.ts';
import { IconButton } from '../ui/button.tsx';
import { classes, controlClass } from '../ui/classes.ts';
import layout from '../ui/detail-page.module.css';
import styles from './title-field.module.css';

/** WI-02.10: the title, edited in its place. Enter saves, Escape gives up; what was refused stands in the field again. */
export function TitleField({ id, title }: { readonly id: string; readonly title: string }) {
  const dispatch = useAppDispatch();
  const { title: mayChange } = useAppSelector((state) => selectFieldRights(state, id));
  const form = useAppSelector((state) => selectTitleForm(state, id));
  const saving = useAppSelector((state) => selectSavingFields(state, id).has('titleChanged'));
  const button = useRef<HTMLButtonElement>(null);
  const field = useRef<HTMLTextAreaElement>(null);
  const editing = form !== null && mayChange;
  const was = useRef(editing);
  const errorId = useId();
  useEffect(() => {
    if (editing && !was.current && document.activeElement === field.current) field.current?.select();
    // What had the focus in the form is gone with it.
    if (!editing && was.current && document.activeElement === document.body) button.current?.focus();
    was.current = editing;
  }, [editing]);
  if (!editing) {
    return (
      <div className={styles.shown}>
        <h1 className={layout.title} dir="auto" aria-busy={saving || undefined}>
          {title}
        </h1>
        {mayChange && (
          <IconButton
            ref={button}
            icon="pencil"
            label="Edit title"
            data-command="edit title"
            onClick={() => dispatch(itemFieldActions.titleTyped({ id, text: title, opened: true }))}
          />
        )}
      </div>
    );
  }
  const { text, error, restored } = form;
  const save = () => dispatch(itemEdits.titleChanged({ id }));
  const close = () => dispatch(itemFieldActions.titleClosed({ id }));
  return (
    <form
      className={styles.form}
      aria-label="Title"
      onSubmit={(event) => {
        event.preventDefault();
        if (error === null) save();
      }}
    >
      <h1 className="visually-hidden">{title}</h1>
      <textarea
        ref={field}
        className={classes(controlClass, layout.title, styles.field)}
        rows={1}
        dir="auto"
        aria-label="Title"
        aria-invalid={error !== null || undefined}
        aria-describedby={error === null ? undefined : errorId}
        autoFocus={!restored}
        value={text}
        onChange={({ target }) =>
          dispatch(itemFieldActions.titleTyped({ id, text: target.value.replace(/[\r\n]+/g, ' ') }))
        }
        onKeyDown={(event) => {
          if (event.nativeEvent.isComposing) return;
          if (event.key === 'Enter') {
            event.preventDefault();
            if (error === null) save();
          } else if (event.key === 'Escape') {
            event.preventDefault();
            event.stopPropagation();
            close();
          }
        }}
      />
      <IconButton type="submit" icon="check" label="Save title" disabled={error !== null} />
      <IconButton icon="close" label="Cancel editing the title" onClick={close} />
      {restored && (
        <p className="visually-hidden" role="status">
          {FIELD_TEXTS.titlePutBack}
        </p>
      )}
      {error !== null && (
        <p id={errorId} className={styles.error} role="alert">
          {error}
        </p>
      )}
    </form>
  );
}
