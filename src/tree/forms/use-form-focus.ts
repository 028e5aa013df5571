import { useLayoutEffect } from 'react';
import type { RefObject } from 'react';

/**
 * The focus comes into the form when it opens, unless the form was `restored` by itself, and goes back to where it was when the form closes with the
 * focus in it.
 */
export function useFormFocus(form: RefObject<HTMLFormElement | null>, restored: boolean): void {
  useLayoutEffect(() => {
    const element = form.current;
    let opener: EventTarget | null = document.activeElement;
    const enter = () => (element?.querySelector<HTMLElement>('input[type="text"]') ?? element)?.focus();
    // The menu from which the form was chosen leaves nothing else the focus until it is gone, and then gives it back to its button.
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
