import { useCallback, useEffect, useId, useLayoutEffect, useRef, useState } from 'react';
import type { KeyboardEvent, RefObject } from 'react';
import { selectTextPlace } from '@espalier/core/editor';
import type { TextPlace } from '@espalier/core/editor';
import { textEditors } from '@espalier/core/presence';
import type { Planner } from '@espalier/core';
import { mapCaret, selectTextForm, TEXT_TEXTS, textActions, textSaga } from '@espalier/core/text';
import type { FormType, TextFormModel } from '@espalier/core/text';
import { typeNoun } from '@espalier/core/work-item';
import { MarkdownField } from '../editor/markdown-field.tsx';
import { useHere } from '../ports/context.ts';
import { useAppDispatch, useAppSelector, useWatch } from '../store.ts';
import { TemplatePicker } from '../template/template-picker.tsx';
import { Alert } from '../ui/alert.tsx';
import { Button } from '../ui/button.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { Select, TextField } from '../ui/field.tsx';
import { TextConflict } from './text-conflict.tsx';
import styles from './text-form.module.css';

/** Takes part in what happens to texts, from when the code is there. */
export const watchText = (watch: Planner['watch']): void => watch('text', textSaga);

/** What opens the form comes with its code. */
export const openText = textActions.opened;

/** IE-02: the title and the description of an item. Ctrl+Enter and Cmd+Enter save, Escape cancels. */
export function TextForm({ id }: { readonly id: string }) {
  const watch = useWatch();
  useEffect(() => watchText(watch), [watch]);
  const form = useAppSelector((state) => selectTextForm(state, id));
  return form && <Form form={form} />;
}

function Form({ form }: { readonly form: TextFormModel }) {
  const dispatch = useAppDispatch();
  const element = useRef<HTMLFormElement>(null);
  const fieldId = useId();
  const { id, title, description, field, saving, canSave, restored, asking, types } = form;
  const where = useAppSelector((state) => selectTextPlace(state, id));
  useFocus(element, restored ? null : field === 'title' ? 'input' : 'textarea');
  const save = () => canSave && dispatch(textActions.saveAsked({ id }));
  const cancel = () => dispatch(textActions.cancelAsked({ id }));
  const press = (event: KeyboardEvent) => {
    // The question is a part of the form for React.
    if (asking || event.defaultPrevented || event.nativeEvent.isComposing) return;
    if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) {
      event.preventDefault();
      save();
    } else if (event.key === 'Escape') {
      event.preventDefault();
      event.stopPropagation();
      if (!saving) cancel();
    }
  };
  return (
    <form
      ref={element}
      className={styles.form}
      aria-label="Title and description"
      aria-busy={saving}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        save();
      }}
      onKeyDown={press}
    >
      <Warnings form={form} />
      <TextField
        label="Title"
        dir="auto"
        value={title}
        error={form.titleError}
        readOnly={saving}
        onChange={(text) => dispatch(textActions.titleTyped({ id, text }))}
      />
      {types.length > 0 && (
        <div className={styles.type}>
          <span className={styles.label}>Type</span>
          <Select<FormType>
            label="Type"
            value={types.find(({ type }) => type === form.chosenType)?.type ?? 'issue'}
            options={types.map(({ type, name }) => ({ value: type, label: name }))}
            onChange={(type) => dispatch(textActions.typeChosen({ id, type }))}
          />
        </div>
      )}
      <Templates id={id} type={form.type} value={description} where={where} />
      <div className={styles.description}>
        <label className={styles.label} htmlFor={fieldId}>
          Description
        </label>
        <MarkdownField
          id={fieldId}
          rows={8}
          value={description}
          disabled={saving}
          place={where}
          actsOn={id}
          edits
          placeIn={mapCaret}
          onChange={(text) => dispatch(textActions.descriptionTyped({ id, text }))}
        />
      </div>
      {form.error !== null && <Alert tone="danger">{form.error}</Alert>}
      <div className={styles.actions}>
        <Button type="submit" look="primary" loading={saving} disabled={!canSave}>
          Save changes
        </Button>
        <Button disabled={saving} onClick={cancel}>
          Cancel
        </Button>
      </div>
      <p className="visually-hidden" role="status">
        {form.takenOver > 0 && `${TEXT_TEXTS.takenOver} (${form.takenOver})`}
      </p>
      {asking && <CancelQuestion id={id} />}
    </form>
  );
}

interface TemplatesProps extends Pick<TextFormModel, 'id' | 'type'> {
  readonly value: string;
  readonly where: TextPlace;
}

/** IE-02.65: the templates of its place take the place of the description. */
function Templates({ id, type, value, where: { groupPath, projectPath } }: TemplatesProps) {
  const dispatch = useAppDispatch();
  const replace = useCallback(
    (text: string) => void dispatch(textActions.descriptionTyped({ id, text })),
    [dispatch, id],
  );
  const fullPath = projectPath ?? groupPath;
  if (fullPath === null) return null;
  const place = { kind: projectPath === null ? ('group' as const) : ('project' as const), fullPath };
  return <TemplatePicker place={place} issuableType={typeNoun(type)} value={value} onReplace={replace} />;
}

/** What others do and have done meanwhile, and what can be done about it. */
function Warnings({ form }: { readonly form: TextFormModel }) {
  const { warning, conflict, mayNot } = form;
  const others = textEditors(useHere());
  return (
    <>
      <p className={styles.others} role="status">
        {others}
      </p>
      {mayNot !== null && <Alert tone="danger">{mayNot}</Alert>}
      {warning !== null && (
        <Alert
          tone="danger"
          actions={
            <a href={location.href} target="_blank" rel="noreferrer">
              Open the page in a new tab
            </a>
          }
        >
          {warning}
        </Alert>
      )}
      {conflict !== null && <TextConflict id={form.id} conflict={conflict} />}
    </>
  );
}

/** IE-02.61 */
function CancelQuestion({ id }: { readonly id: string }) {
  const dispatch = useAppDispatch();
  const goOn = () => dispatch(textActions.continued({ id }));
  return (
    <Dialog
      kind="alertdialog"
      title={TEXT_TEXTS.cancel}
      onClose={goOn}
      actions={
        <>
          <Button onClick={goOn}>{TEXT_TEXTS.continue}</Button>
          <Button look="danger" onClick={() => dispatch(textActions.discarded({ id }))}>
            {TEXT_TEXTS.discard}
          </Button>
        </>
      }
    >
      What you have written is lost if you discard it.
    </Dialog>
  );
}

/** The focus goes into the form that a person opens, and back to what opened it, or to the pencil where that is gone. */
function useFocus(form: RefObject<HTMLFormElement | null>, first: 'input' | 'textarea' | null): void {
  // Where one begins to write does not change.
  const [at] = useState(first);
  useLayoutEffect(() => {
    const element = form.current;
    const opener = document.activeElement;
    if (at !== null) element?.querySelector<HTMLElement>(at)?.focus();
    return () => {
      const { activeElement, body } = document;
      if (activeElement !== body && !element?.contains(activeElement)) return;
      const back = opener?.isConnected === true && opener !== body ? opener : document.querySelector(PENCIL);
      if (back instanceof HTMLElement) back.focus();
    };
  }, [form, at]);
}

const PENCIL = '[data-command="edit text"]';
