import type { CSSProperties } from 'react';
import type { Choice } from '@espalier/core/editor';
import { Avatar } from '../ui/avatar.tsx';
import styles from './markdown-field.module.css';

/** A choice as the list shows it: what it is, and how it looks. */
export function ChoiceRow({ choice: { label, hint, color, emoji, avatarUrl } }: { readonly choice: Choice }) {
  return (
    <span className={styles.choice}>
      {avatarUrl !== undefined && <Avatar name={hint ?? label} src={avatarUrl} />}
      {emoji !== undefined && <span aria-hidden>{emoji}</span>}
      {color !== undefined && <span className={styles.colour} style={{ '--colour': color } as CSSProperties} />}
      <span dir="auto">{label}</span>
      {hint !== null && (
        <span className={styles.hint} dir="auto">
          {hint}
        </span>
      )}
    </span>
  );
}
