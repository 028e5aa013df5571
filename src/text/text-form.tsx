import { useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react';
import type { KeyboardEvent, RefObject } from 'react';
import { selectTextPlace } from '@espalier/core/editor';
import { textEditors } from '@espalier/core/presence';
import type { Planner } from '@espalier/core';
import { mapCaret, selectTextForm, TEXT_TEXTS, textActions, textSaga } from '@espalier/core/text';
import type { TextFormModel } from '@espalier/core/text';
import { typeNoun } from '@espalier/core/work-item';
import { useHere } from '../ports/context.ts';
import { useAppDispatch, useAppSelector, useWatch } from '../store.ts';
import { Alert } from '../ui/alert.tsx';
import { Button } from '../ui/button.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { TextConflict } from './text-conflict.tsx';
import { submitsForm, TextFields } from './text-fields.tsx';
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
  const { id, title, description, field, saving, canSave, restored, asking, types } = form;
  const place = useAppSelector((state) => selectTextPlace(state, id));
  useFocus(element, restored ? null : field === 'title' ? 'input' : 'textarea');
  const write = useCallback(
    (text: string) => void dispatch(textActions.descriptionTyped({ id, text })),
    [dispatch, id],
  );
  const save = () => canSave && dispatch(textActions.saveAsked({ id }));
  const cancel = () => dispatch(textActions.cancelAsked({ id }));
  const press = (event: KeyboardEvent) => {
    // The question is a part of the form for React.
    if (asking) return;
    if (submitsForm(event)) {
      event.preventDefault();
      save();
    } else if (event.key === 'Escape' && !event.defaultPrevented && !event.nativeEvent.isComposing) {
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
      <TextFields
        title={{
          value: title,
          error: form.titleError,
          onChange: (text) => dispatch(textActions.titleTyped({ id, text })),
        }}
        types={types.map(({ type, name }) => ({ value: type, label: name }))}
        type={types.find(({ type }) => type === form.chosenType)?.type ?? 'issue'}
        onType={(type) => dispatch(textActions.typeChosen({ id, type }))}
        description={{
          value: description,
          rows: 8,
          place,
          actsOn: id,
          edits: true,
          placeIn: mapCaret,
          onChange: write,
        }}
        issuableType={typeNoun(form.type)}
        sending={saving}
      />
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

/** The focus goes into the form that a person opens, and back to what opened it, or to the button of the header where that is gone. */
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
      const back = opener?.isConnected === true && opener !== body ? opener : document.querySelector(OPENER);
      if (back instanceof HTMLElement) back.focus();
    };
  }, [form, at]);
}

const OPENER = '[data-command="edit text"]';
