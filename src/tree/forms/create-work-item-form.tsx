import { useId } from 'react';
import { treeActions } from '@espalier/core/tree';
import { useAppDispatch } from '../../store.ts';
import fieldStyles from '../../ui/field.module.css';
import type { FormOf } from './form-shell.tsx';
import { FormShell } from './form-shell.tsx';
import styles from './forms.module.css';
import { TitleField } from './title-field.tsx';

/** TR-19: a new child of a work item. */
export function CreateWorkItemForm({ form }: { readonly form: FormOf<'createWorkItem' | 'addWorkItem'> }) {
  const dispatch = useAppDispatch();
  const hintId = useId();
  const { checked, locked } = form.confidential;
  const name = form.typeName.toLowerCase();
  return (
    <FormShell form={form} title={`Add a new ${name}`}>
      <TitleField title={form.title} busy={form.busy} error={form.error?.text ?? null} hint={form.hint} />
      <label className={styles.check}>
        <input
          type="checkbox"
          checked={checked}
          disabled={locked || form.busy}
          aria-describedby={hintId}
          onChange={() => dispatch(treeActions.confidentialToggled())}
        />
        <span>
          This {name} is confidential
          <span className={fieldStyles.hint} id={hintId} style={{ display: 'block' }}>
            {locked
              ? 'Its parent is confidential, so it is too.'
              : 'Only project members with at least the Reporter role, the author and assignees can view it.'}
          </span>
        </span>
      </label>
    </FormShell>
  );
}
