import type { ReactNode } from 'react';
import styles from './switch.module.css';

interface SwitchProps {
  readonly checked: boolean;
  readonly onChange: (checked: boolean) => void;
  /** The change is on its way; it can be changed again. */
  readonly busy?: boolean;
  /** It cannot be changed now; it keeps the keyboard, so that the reason is read out. */
  readonly unavailable?: boolean;
  /** Id of the text that says why, or what it means. */
  readonly describedBy?: string;
  readonly children: ReactNode;
}

export function Switch({ checked, onChange, busy = false, unavailable = false, describedBy, children }: SwitchProps) {
  return (
    <label className={styles.switch}>
      <input
        className={styles.track}
        type="checkbox"
        role="switch"
        checked={checked}
        aria-busy={busy || undefined}
        aria-disabled={unavailable || undefined}
        aria-describedby={describedBy}
        onChange={(event) => {
          if (!unavailable) onChange(event.target.checked);
        }}
      />
      {children}
    </label>
  );
}
