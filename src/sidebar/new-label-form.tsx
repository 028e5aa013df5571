import { SUGGESTED_COLORS, sidebarActions } from '@espalier/core/sidebar';
import type { LabelPicker } from '@espalier/core/sidebar';
import { useAppDispatch } from '../store.ts';
import { Button } from '../ui/button.tsx';
import { ColorPicker } from '../ui/color-picker.tsx';
import { TextField } from '../ui/field.tsx';
import styles from './sidebar.module.css';

/** EP-08: a new label of the group, ticked once it is made. */
export function NewLabelForm({ form }: { readonly form: NonNullable<LabelPicker['newLabel']> }) {
  const dispatch = useAppDispatch();
  const { title, color, colorError, error, sending, submittable } = form;
  return (
    <form
      className={styles.editor}
      aria-label="Create group label"
      onSubmit={(event) => {
        event.preventDefault();
        if (submittable) dispatch(sidebarActions.newLabelSubmitted());
      }}
    >
      <TextField
        label="Title of the new label"
        autoFocus
        maxLength={255}
        readOnly={sending}
        value={title}
        error={error}
        onChange={(next) => dispatch(sidebarActions.newLabelTitleChanged({ title: next }))}
      />
      <ColorPicker
        label="Color of the new label"
        suggested={SUGGESTED_COLORS}
        value={color}
        error={colorError}
        disabled={sending}
        onChange={(next) => dispatch(sidebarActions.newLabelColorChanged({ color: next }))}
      />
      <div className={styles.buttons}>
        <Button type="submit" look="primary" size="small" loading={sending} disabled={!submittable}>
          Create
        </Button>
        <Button size="small" onClick={() => dispatch(sidebarActions.newLabelClosed())}>
          Cancel
        </Button>
      </div>
    </form>
  );
}
