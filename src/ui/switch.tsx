import type { ReactNode } from 'react';
import styles from './switch.module.css';

interface SwitchProps {
  readonly checked: boolean;
  readonly onChange: (checked: boolean) => void;
  /** The change is on its way; it can be changed again. */
  readonly busy?: boolean;
  readonly children: ReactNode;
}

export function Switch({ checked, onChange, busy = false, children }: SwitchProps) {
  return (
    <label className={styles.switch}>
      <input
        className={styles.track}
        type="checkbox"
        role="switch"
        checked={checked}
        aria-busy={busy || undefined}
        onChange={(event) => onChange(event.target.checked)}
      />
      {children}
    </label>
  );
}
