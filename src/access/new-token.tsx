import { useId } from 'react';
import { selectTokens } from '@espalier/core/access/tokens';
import { usePorts, useSecret } from '../ports/context.ts';
import { useAppSelector } from '../store.ts';
import { Button } from '../ui/button.tsx';
import { CopyButton } from '../ui/copy-button.tsx';
import { TextField } from '../ui/field.tsx';
import styles from './tokens-page.module.css';

/** RP-02.131: the secret of the token that was just made, until it is put away. */
export function NewToken() {
  const shown = useSecret();
  const { tokens } = useAppSelector(selectTokens);
  const token = tokens.find(({ id }) => id === shown?.of);
  return shown === null || token === undefined ? null : (
    <Secret key={shown.of} name={token.name} secret={shown.secret} />
  );
}

function Secret({ name, secret }: { readonly name: string; readonly secret: string }) {
  const id = useId();
  const { secrets } = usePorts();
  const putAway = () => {
    secrets?.forget();
    // The keyboard goes on where the page begins.
    document.getElementById('main')?.focus();
  };
  return (
    <section className={styles.secret} aria-labelledby={id}>
      <h2 id={id} className={styles.heading}>
        <span dir="auto">{name}</span> is ready
      </h2>
      <TextField
        label="Token"
        hint="Copy it now: it is not shown again."
        readOnly
        autoFocus
        autoComplete="off"
        spellCheck={false}
        value={secret}
        onChange={() => undefined}
        onFocus={({ target }) => target.select()}
        end={<CopyButton text={secret} label="Copy token" />}
      />
      <div>
        <Button onClick={putAway}>Done</Button>
      </div>
    </section>
  );
}
