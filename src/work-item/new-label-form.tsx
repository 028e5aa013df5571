import { SUGGESTED_COLORS } from '@espalier/core/sidebar';
import type { ShownLabelForm } from '@espalier/core/work-item';
import { Button } from '../ui/button.tsx';
import { ColorPicker } from '../ui/color-picker.tsx';
import { TextField } from '../ui/field.tsx';
import styles from './label-picker.module.css';

export interface NewLabelActions {
  readonly onTitle: (title: string) => void;
  readonly onColor: (color: string) => void;
  readonly onSubmit: () => void;
  readonly onClose: () => void;
}

interface NewLabelFormProps extends NewLabelActions {
  /** Whose label it will be. */
  readonly owner: 'group' | 'project';
  readonly form: ShownLabelForm;
}

/** EP-08, WI-04.3: a new label, ticked once it is made. */
export function NewLabelForm({ owner, form, onTitle, onColor, onSubmit, onClose }: NewLabelFormProps) {
  const { title, color, colorError, error, sending, submittable } = form;
  return (
    <form
      className={styles.editor}
      aria-label={`Create ${owner} label`}
      onSubmit={(event) => {
        event.preventDefault();
        if (submittable) onSubmit();
      }}
    >
      <TextField
        label="Title of the new label"
        autoFocus
        maxLength={255}
        readOnly={sending}
        value={title}
        error={error}
        onChange={onTitle}
      />
      <ColorPicker
        label="Color of the new label"
        suggested={SUGGESTED_COLORS}
        value={color}
        error={colorError}
        disabled={sending}
        onChange={onColor}
      />
      <div className={styles.buttons}>
        <Button type="submit" look="primary" size="small" loading={sending} disabled={!submittable}>
          Create
        </Button>
        <Button size="small" onClick={onClose}>
          Cancel
        </Button>
      </div>
    </form>
  );
}
