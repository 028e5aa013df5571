import { useLayoutEffect, useState } from 'react';
import type { RefObject } from 'react';

/** The focus comes into the form when it opens, and goes back to where it was when the form closes with the focus in it. */
export function useFormFocus(form: RefObject<HTMLFormElement | null>): void {
  const [opener] = useState(() => document.activeElement);
  useLayoutEffect(() => {
    const element = form.current;
    const first = element?.querySelector<HTMLElement>('input[type="text"]');
    (first ?? element)?.focus();
    return () => {
      const { activeElement, body } = document;
      const here = activeElement === body || element?.contains(activeElement);
      if (here && opener instanceof HTMLElement) opener.focus();
    };
  }, [form, opener]);
}
