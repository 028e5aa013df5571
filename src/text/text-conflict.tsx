import { useId } from 'react';
import { textActions } from '@espalier/core/text';
import type { ShownConflict, TextField } from '@espalier/core/text';
import { useAppDispatch } from '../store.ts';
import { Button } from '../ui/button.tsx';
import styles from './text-form.module.css';

interface TextConflictProps {
  readonly id: string;
  readonly conflict: Readonly<Partial<Record<TextField, ShownConflict>>>;
}

const FIELDS: readonly (readonly [TextField, string])[] = [
  ['title', 'Title'],
  ['description', 'Description'],
];

/** IE-05.42: both versions side by side, and what can become of them. */
export function TextConflict({ id, conflict }: TextConflictProps) {
  const dispatch = useAppDispatch();
  const heading = useId();
  return (
    <section className={styles.conflict} aria-labelledby={heading}>
      <h2 className={styles.heading} id={heading}>
        You and somebody else have changed the same lines
      </h2>
      {FIELDS.map(([field, name]) => {
        const versions = conflict[field];
        return versions && <Versions key={field} name={name} versions={versions} />;
      })}
      <div className={styles.actions}>
        <Button look="danger" onClick={() => dispatch(textActions.kept({ id }))}>
          Keep and overwrite
        </Button>
        <Button onClick={() => dispatch(textActions.theirsTaken({ id }))}>Discard my changes</Button>
        <Button onClick={() => dispatch(textActions.mergedByHand({ id }))}>Merge by hand</Button>
      </div>
    </section>
  );
}

function Versions({ name, versions: { mine, theirs } }: { readonly name: string; readonly versions: ShownConflict }) {
  return (
    <div className={styles.versions}>
      <Version name={`${name}: yours`} text={mine} other={theirs} />
      <Version name={`${name}: saved by somebody else`} text={theirs} other={mine} />
    </div>
  );
}

interface VersionProps {
  readonly name: string;
  readonly text: string;
  readonly other: string;
}

/** One version; the lines that the other one does not have are marked. */
function Version({ name, text, other }: VersionProps) {
  const known = new Set(other.split('\n'));
  return (
    <figure className={styles.version}>
      <figcaption className={styles.label}>{name}</figcaption>
      <pre className={styles.source} dir="auto" tabIndex={0} aria-label={name}>
        {text.split('\n').map((line, index) => (
          <span key={index}>
            {known.has(line) ? line : <mark>{line}</mark>}
            {'\n'}
          </span>
        ))}
      </pre>
    </figure>
  );
}
