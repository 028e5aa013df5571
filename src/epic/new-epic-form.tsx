import { useCallback, useId, useMemo } from 'react';
import type { FormEvent } from 'react';
import { selectFeature } from '@espalier/core/access';
import { epicActions, selectNewEpic } from '@espalier/core/epic';
import { SIDEBAR_ERRORS, SUGGESTED_COLORS } from '@espalier/core/sidebar';
import { MarkdownField } from '../editor/markdown-field.tsx';
import { useAppDispatch, useAppSelector } from '../store.ts';
import { TemplatePicker } from '../template/template-picker.tsx';
import { Alert } from '../ui/alert.tsx';
import { Button } from '../ui/button.tsx';
import { Checkbox, TextField } from '../ui/field.tsx';
import { ColorPicker } from '../ui/color-picker.tsx';
import styles from './new-epic-form.module.css';

/** EP-04: title, description and confidentiality; after success the core visits the new epic. */
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
      <NewEpicDescription />
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

/** EP-04.29 */
function NewEpicDescription() {
  const dispatch = useAppDispatch();
  const { groupPath, description, sending } = useAppSelector(selectNewEpic);
  const id = useId();
  const write = useCallback(
    (text: string) => void dispatch(epicActions.newEpicDescriptionChanged({ description: text })),
    [dispatch],
  );
  const place = useMemo(() => ({ itemId: 'epic', groupPath, projectPath: null }), [groupPath]);
  return (
    <div className={styles.description}>
      {groupPath !== null && (
        <TemplatePicker
          place={{ kind: 'group', fullPath: groupPath }}
          issuableType="epic"
          value={description}
          onReplace={write}
        />
      )}
      <label htmlFor={id}>Description</label>
      <MarkdownField
        id={id}
        rows={4}
        disabled={sending}
        value={description}
        place={place}
        actsOn="epic"
        onChange={write}
      />
    </div>
  );
}

/** EP-09.31: there is no epic yet, so the choice is only kept, and sent with the form. */
function NewEpicColor() {
  const dispatch = useAppDispatch();
  const { color, colorValid, sending } = useAppSelector(selectNewEpic);
  return (
    <div className={styles.color}>
      <span aria-hidden>Color</span>
      <ColorPicker
        label="Color"
        suggested={SUGGESTED_COLORS}
        defaultColor={SUGGESTED_COLORS[0]}
        value={color}
        error={colorValid ? null : SIDEBAR_ERRORS.invalidColor}
        disabled={sending}
        onChange={(picked) => dispatch(epicActions.newEpicColorPicked({ color: picked }))}
      />
    </div>
  );
}
