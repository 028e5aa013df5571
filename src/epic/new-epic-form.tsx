import type { FormEvent } from 'react';
import { selectFeature } from '@espalier/core/access';
import { epicActions, selectNewEpic } from '@espalier/core/epic';
import { useAppDispatch, useAppSelector } from '../store.ts';
import { Alert } from '../ui/alert.tsx';
import { Button } from '../ui/button.tsx';
import { Checkbox, TextField } from '../ui/field.tsx';
import { NewEpicColor } from './new-epic-color.tsx';
import styles from './new-epic-form.module.css';

/** EP-04: title and confidentiality; after success the core visits the new epic. */
export function NewEpicForm({ onCancel }: { readonly onCancel: () => void }) {
  const dispatch = useAppDispatch();
  const { title, confidential, sending, submittable, error } = useAppSelector(selectNewEpic);
  const withColor = useAppSelector((state) => selectFeature(state, 'epicColorHighlight'));
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (submittable) dispatch(epicActions.newEpicSubmitted());
  };
  return (
    <form className={styles.form} onSubmit={submit}>
      {error !== null && <Alert tone="danger">{error}</Alert>}
      <TextField
        label="Title"
        required
        autoComplete="off"
        autoFocus
        readOnly={sending}
        value={title}
        onChange={(text) => dispatch(epicActions.newEpicTitleChanged({ title: text }))}
      />
      <Checkbox
        checked={confidential}
        hint="Only group members with at least the Reporter role can see it."
        onChange={(value) => dispatch(epicActions.newEpicConfidentialChanged({ confidential: value }))}
      >
        Make this epic confidential
      </Checkbox>
      {withColor && <NewEpicColor />}
      <div className={styles.actions}>
        <Button disabled={sending} onClick={onCancel}>
          Cancel
        </Button>
        <Button type="submit" look="primary" loading={sending} disabled={!submittable && !sending}>
          Create epic
        </Button>
      </div>
    </form>
  );
}
