import type { FormEvent, KeyboardEvent, RefObject } from 'react';
import { useLayoutEffect } from 'react';

interface FormPlan {
  /** It is being sent. */
  readonly busy: boolean;
  readonly canSubmit: boolean;
  submit(): void;
  close(): void;
}

/** A form in the page: it is submitted if it can be, and Escape closes it unless it is being sent or a word is being composed. */
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

/**
 * Moves the focus into the form when it opens, unless the form was `restored` by itself, and back to where it was when the form closes with the focus in
 * it.
 */
export function useFormFocus(form: RefObject<HTMLFormElement | null>, restored: boolean): void {
  useLayoutEffect(() => {
    const element = form.current;
    let opener: EventTarget | null = document.activeElement;
    const enter = () => (element?.querySelector<HTMLElement>('input[type="text"]') ?? element)?.focus();
    // The menu from which the form was chosen traps the focus until it is gone, and then returns it to its button.
    const given = ({ target }: FocusEvent) => {
      opener = target;
      enter();
    };
    if (!restored) enter();
    if (!restored && !element?.contains(document.activeElement))
      document.addEventListener('focusin', given, { once: true });
    return () => {
      document.removeEventListener('focusin', given);
      const { activeElement, body } = document;
      const here = activeElement === body || element?.contains(activeElement);
      if (here && opener instanceof HTMLElement) opener.focus();
    };
  }, [form, restored]);
}
