import { useId } from 'react';
import type { ReactNode } from 'react';
import { treeActions } from '@espalier/core/tree';
import type { TreeFormModel } from '@espalier/core/tree';
import { useAppDispatch } from '../../store.ts';
import { Icon } from '../../ui/icon.tsx';
import { InlineForm } from '../../ui/inline-form.tsx';
import styles from './forms.module.css';

export type FormOf<F extends TreeFormModel['form']> = Extract<TreeFormModel, { readonly form: F }>;

interface FormShellProps {
  readonly form: TreeFormModel;
  readonly title: string;
  readonly children: ReactNode;
}

/** What all forms of the tree have: a heading, the notice of confidentiality, and the buttons. */
export function FormShell({ form, title, children }: FormShellProps) {
  const { busy, canSubmit, submitLabel, confidentialNotice, restored } = form;
  const dispatch = useAppDispatch();
  const titleId = useId();
  return (
    <InlineForm
      labelledBy={titleId}
      {...{ busy, canSubmit, submitLabel, restored }}
      onSubmit={() => dispatch(treeActions.formSubmitted())}
      onClose={() => dispatch(treeActions.formClosed())}
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
    </InlineForm>
  );
}
