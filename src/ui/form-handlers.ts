import type { FormEvent, KeyboardEvent } from 'react';

interface FormPlan {
  /** It is being sent. */
  readonly busy: boolean;
  readonly canSubmit: boolean;
  submit(): void;
  close(): void;
}

/** A form in the page: it is sent where it can be, and Escape closes it unless it is being sent or a word is being composed. */
export const formHandlers = ({ busy, canSubmit, submit, close }: FormPlan) => ({
  onSubmit: (event: FormEvent) => {
    event.preventDefault();
    if (canSubmit) submit();
  },
  onKeyDown: (event: KeyboardEvent) => {
    if (event.key !== 'Escape' || busy || event.nativeEvent.isComposing) return;
    event.preventDefault();
    close();
  },
});
