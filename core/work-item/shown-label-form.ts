import type { NewLabelForm } from './new-label.ts';
import { INVALID_COLOR, parseColor } from './rules.ts';

/** The form as it is shown; null: it is not open. */
export function shownLabelForm({ open, title, color, error }: NewLabelForm, sending: boolean) {
  if (!open) return null;
  const colorError = parseColor(color) === null ? INVALID_COLOR : null;
  return {
    title,
    color,
    colorError,
    error,
    sending,
    submittable: title.trim() !== '' && colorError === null && !sending,
  };
}

export type ShownLabelForm = NonNullable<ReturnType<typeof shownLabelForm>>;
