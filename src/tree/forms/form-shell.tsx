import { useId, useRef } from 'react';
import type { ReactNode } from 'react';
import { treeActions } from '@espalier/core/tree';
import type { TreeFormModel } from '@espalier/core/tree';
import { useAppDispatch } from '../../store.ts';
import { Button } from '../../ui/button.tsx';
import { formHandlers, useFormFocus } from '../../ui/form-handlers.ts';
import { Icon } from '../../ui/icon.tsx';
import styles from './forms.module.css';

export type FormOf<F extends TreeFormModel['form']> = Extract<TreeFormModel, { readonly form: F }>;

interface FormShellProps {
  readonly form: TreeFormModel;
  readonly title: string;
  readonly children: ReactNode;
}

/** What all forms of the tree have: a heading, the buttons, Enter and Escape, and the way of the focus in and out. */
export function FormShell({ form, title, children }: FormShellProps) {
  const { busy, canSubmit, submitLabel, confidentialNotice, restored } = form;
  const dispatch = useAppDispatch();
  const titleId = useId();
  const element = useRef<HTMLFormElement>(null);
  useFormFocus(element, restored);

  const close = () => dispatch(treeActions.formClosed());
  const submit = () => dispatch(treeActions.formSubmitted());

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
      <h3 className={styles.title} id={titleId}>
        {title}
      </h3>
      {confidentialNotice !== null && (
        <p className={styles.notice}>
          <Icon name="eye-slash" /> {confidentialNotice}
        </p>
      )}
      {children}
      {/* Pressing here does not move the focus, so the layout stays and nothing moves away from under the pointer. */}
      <div className={styles.actions} onMouseDown={(event) => event.preventDefault()}>
        <Button disabled={busy} onClick={close}>
          Cancel
        </Button>
        <Button type="submit" look="primary" loading={busy} disabled={!canSubmit}>
          {submitLabel}
        </Button>
      </div>
    </form>
  );
}
