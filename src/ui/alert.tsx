import type { ReactNode } from 'react';
import styles from './alert.module.css';
import { IconButton } from './button.tsx';
import { classes } from './classes.ts';
import { Icon } from './icon.tsx';

export type AlertTone = 'danger' | 'warning' | 'info';

const ICONS: Readonly<Record<AlertTone, string>> = { danger: 'error', warning: 'warning', info: 'information-o' };

interface AlertProps {
  readonly tone?: AlertTone;
  /** Second line: details, for example the server's own words. */
  readonly detail?: string | null;
  readonly onDismiss?: () => void;
  readonly actions?: ReactNode;
  /** Read out as soon as it appears. Off inside a region that is live itself. */
  readonly live?: boolean;
  readonly children: ReactNode;
}

export function Alert({ tone = 'info', detail, onDismiss, actions, live = true, children }: AlertProps) {
  return (
    <div
      className={classes(styles.alert, styles[tone])}
      role={live ? (tone === 'info' ? 'status' : 'alert') : undefined}
    >
      <Icon name={ICONS[tone]} className={styles.icon} />
      <div className={styles.body}>
        {children}
        {detail != null && detail !== '' && <div className={styles.detail}>{detail}</div>}
        {actions !== undefined && <div className={styles.actions}>{actions}</div>}
      </div>
      {onDismiss && (
        <IconButton className={styles.close} size="small" icon="close" label="Dismiss" onClick={onDismiss} />
      )}
    </div>
  );
}
