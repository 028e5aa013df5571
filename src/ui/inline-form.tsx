import { useLayoutEffect, useRef } from 'react';
import type { FormEvent, KeyboardEvent, ReactNode, RefObject } from 'react';
import { Button } from './button.tsx';
import { classes } from './classes.ts';
import styles from './field.module.css';

interface InlineFormProps {
  /** Id of the element that names it. */
  readonly labelledBy: string;
  /** It is being sent. */
  readonly busy: boolean;
  readonly canSubmit: boolean;
  readonly submitLabel: string;
  /** It is open again by itself. */
  readonly restored: boolean;
  readonly onSubmit: () => void;
  readonly onClose: () => void;
  readonly className?: string;
  readonly children: ReactNode;
}

/** A form in the page, with its buttons: it is submitted if it can be, and Escape closes it unless it is being sent or a word is being composed. */
export function InlineForm({ labelledBy, busy, canSubmit, submitLabel, restored, ...props }: InlineFormProps) {
  const { onSubmit, onClose, className, children } = props;
  const element = useRef<HTMLFormElement>(null);
  useFormFocus(element, restored);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (canSubmit) onSubmit();
  };
  const press = (event: KeyboardEvent) => {
    if (event.key !== 'Escape' || event.nativeEvent.isComposing) return;
    event.preventDefault();
    // It is about the form, and not about the dialog that it may stand in.
    event.stopPropagation();
    if (!busy) onClose();
  };
  return (
    <form
      ref={element}
      className={classes(styles.form, className)}
      aria-labelledby={labelledBy}
      aria-busy={busy}
      tabIndex={-1}
      noValidate
      onSubmit={submit}
      onKeyDown={press}
    >
      {children}
      {/* Pressing here does not move the focus, so the layout stays and nothing moves away from under the pointer. */}
      <div className={styles.actions} onMouseDown={(event) => event.preventDefault()}>
        <Button disabled={busy} onClick={onClose}>
          Cancel
        </Button>
        <Button type="submit" look="primary" loading={busy} disabled={!canSubmit}>
          {submitLabel}
        </Button>
      </div>
    </form>
  );
}

/**
 * Moves the focus into the form when it opens, unless the form was `restored` by itself, and back to where it was when the form closes with the focus in
 * it.
 */
function useFormFocus(form: RefObject<HTMLFormElement | null>, restored: boolean): void {
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
