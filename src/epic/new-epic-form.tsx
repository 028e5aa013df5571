import { useCallback, useMemo } from 'react';
import type { SyntheticEvent } from 'react';
import { selectFeature } from '@espalier/core/access';
import { epicActions, selectNewEpic } from '@espalier/core/epic';
import { SIDEBAR_ERRORS, SUGGESTED_COLORS } from '@espalier/core/sidebar';
import { useAppDispatch, useAppSelector } from '../store.ts';
import { submitsForm, TextFields } from '../text/text-fields.tsx';
import { Alert } from '../ui/alert.tsx';
import { Button } from '../ui/button.tsx';
import { Checkbox } from '../ui/field.tsx';
import { ColorPicker } from '../ui/color-picker.tsx';
import styles from '../text/new-form.module.css';

/** EP-04: title, description and confidentiality; after success the core visits the new epic. */
export function NewEpicForm({ onCancel }: { readonly onCancel: () => void }) {
  const dispatch = useAppDispatch();
  const { groupPath, title, description, confidential, sending, submittable, error } = useAppSelector(selectNewEpic);
  const withColor = useAppSelector((state) => selectFeature(state, 'epicColorHighlight'));
  const place = useMemo(() => ({ itemId: 'epic', groupPath, projectPath: null }), [groupPath]);
  const write = useCallback(
    (text: string) => void dispatch(epicActions.newEpicDescriptionChanged({ description: text })),
    [dispatch],
  );
  const submit = (event: SyntheticEvent) => {
    event.preventDefault();
    if (submittable) dispatch(epicActions.newEpicSubmitted());
  };
  return (
    <form
      className={styles.form}
      aria-busy={sending}
      onSubmit={submit}
      onKeyDown={(event) => submitsForm(event) && submit(event)}
    >
      {error !== null && <Alert tone="danger">{error}</Alert>}
      {/* EP-04.29 */}
      <TextFields
        isNew
        title={{ value: title, onChange: (text) => dispatch(epicActions.newEpicTitleChanged({ title: text })) }}
        description={{ value: description, rows: 4, place, actsOn: 'epic', onChange: write }}
        issuableType="epic"
        sending={sending}
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
