import type { ReactNode } from 'react';
import { Icon } from '../ui/icon.tsx';
import styles from './confidential.module.css';

/** The sign of a confidential item; its tooltip says who can see it. */
export function ConfidentialIcon({ tooltip }: { readonly tooltip: string }) {
  return <Icon name="eye-slash" className={styles.icon} label="Confidential" tooltip={tooltip} />;
}

/** A title with the sign in front, in one line with its first word; the title alone where there is no tooltip. */
export function Marked({ tooltip, children }: { readonly tooltip: string | null; readonly children: ReactNode }) {
  if (tooltip === null) return children;
  return (
    <span className={styles.marked}>
      <ConfidentialIcon tooltip={tooltip} />
      {children}
    </span>
  );
}
