import type { ReactNode } from 'react';
import styles from './switch.module.css';

interface SwitchProps {
  readonly checked: boolean;
  readonly onChange: (checked: boolean) => void;
  readonly children: ReactNode;
}

export function Switch({ checked, onChange, children }: SwitchProps) {
  return (
    <label className={styles.switch}>
      <input
        className={styles.track}
        type="checkbox"
        role="switch"
        checked={checked}
        onChange={(event) => onChange(event.target.checked)}
      />
      {children}
    </label>
  );
}
