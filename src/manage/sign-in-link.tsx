import { useEffect, useRef } from 'react';
import { usePorts, useSecret } from '../ports/context.ts';
import { Button } from '../ui/button.tsx';
import { CopyButton } from '../ui/copy-button.tsx';
import { TextField } from '../ui/field.tsx';
import styles from './managed-page.module.css';

/** AP-09.68: the link that was just made for somebody, until it is put away. */
export function SignInLink({ id, name }: { readonly id: string; readonly name: string }) {
  const shown = useSecret();
  const { secrets } = usePorts();
  const section = useRef<HTMLElement>(null);
  const link = shown?.of === `users ${id}` ? shown.secret : null;
  useEffect(() => {
    if (link === null) return;
    // After the question has closed, which gives the focus to the heading.
    const frame = requestAnimationFrame(() => section.current?.querySelector('input')?.focus());
    return () => cancelAnimationFrame(frame);
  }, [link]);
  if (link === null) return null;
  return (
    <section ref={section} className={styles.secret} aria-label={`Sign-in link for ${name}`}>
      <TextField
        label="Sign-in link"
        hint="Copy it now: it is not shown again."
        readOnly
        autoComplete="off"
        spellCheck={false}
        value={link}
        onChange={() => undefined}
        onFocus={({ target }) => target.select()}
        end={<CopyButton text={link} label="Copy link" />}
      />
      <div>
        <Button onClick={() => secrets?.forget()}>Done</Button>
      </div>
    </section>
  );
}
