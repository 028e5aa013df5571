import { usePorts, useSecret } from '../ports/context.ts';
import { Button } from '../ui/button.tsx';
import { CopyButton } from '../ui/copy-button.tsx';
import { TextField } from '../ui/field.tsx';
import styles from './managed-page.module.css';

/** AP-09.68: the link that was just made for somebody, until it is put away. */
export function SignInLink({ id, name }: { readonly id: string; readonly name: string }) {
  const shown = useSecret();
  const { secrets } = usePorts();
  const link = shown?.of === `users ${id}` ? shown.secret : null;
  if (link === null) return null;
  return (
    <section className={styles.secret} aria-label={`Sign-in link for ${name}`}>
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
