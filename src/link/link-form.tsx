import { useId, useRef } from 'react';
import { linkActions } from '@espalier/core/link';
import type { LinkFormModel } from '@espalier/core/link';
import { useAppDispatch } from '../store.ts';
import { useFormFocus, formHandlers } from '../ui/form-handlers.ts';
import { Button } from '../ui/button.tsx';
import { ReferenceField } from '../work-item/reference-field.tsx';
import styles from './link-form.module.css';

const PLURAL = { epic: 'Epics', issue: 'Issues' } as const;

/** RL-01.3: the kind of link and the items; all of them are sent at once. */
export function LinkForm({ form }: { readonly form: LinkFormModel }) {
  const { busy, canSubmit, kind, linkType, types, restored } = form;
  const dispatch = useAppDispatch();
  const titleId = useId();
  const group = useId();
  const element = useRef<HTMLFormElement>(null);
  useFormFocus(element, restored);

  const close = () => dispatch(linkActions.formClosed());
  const submit = () => dispatch(linkActions.submitted());

  return (
    <form
      ref={element}
      className={styles.form}
      aria-labelledby={titleId}
      aria-busy={busy}
      tabIndex={-1}
      noValidate
      {...formHandlers({ busy, canSubmit, submit, close })}
    >
      <fieldset className={styles.types} disabled={busy}>
        <legend className={styles.legend} id={titleId}>
          The current {kind}
        </legend>
        {types.map(({ type, text }) => (
          <label key={type} className={styles.type}>
            <input
              type="radio"
              name={group}
              checked={linkType === type}
              onChange={() => dispatch(linkActions.typeChosen({ linkType: type }))}
            />
            {text}
          </label>
        ))}
      </fieldset>
      <ReferenceField
        label={`the following ${PLURAL[kind].toLowerCase()}`}
        tokensLabel="References to link"
        offersLabel={`${PLURAL[kind]} that can be linked`}
        field={form}
        onType={(text, caret) => dispatch(linkActions.referencesTyped({ text, caret }))}
        onLeave={() => dispatch(linkActions.referencesLeft())}
        onRemove={(index) => dispatch(linkActions.referenceRemoved({ index }))}
        onPick={(reference) => dispatch(linkActions.completionChosen({ reference }))}
        onClose={() => dispatch(linkActions.completionClosed())}
      />
      {/* Pressing here does not move the focus, so the layout stays and nothing moves away from under the pointer. */}
      <div className={styles.actions} onMouseDown={(event) => event.preventDefault()}>
        <Button disabled={busy} onClick={close}>
          Cancel
        </Button>
        <Button type="submit" look="primary" loading={busy} disabled={!canSubmit}>
          Add
        </Button>
      </div>
    </form>
  );
}
