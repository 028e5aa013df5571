import type { ReactNode, HTMLAttributes } from 'react';
import { IconButton, Button } from './button.tsx';
import { classes } from './classes.ts';
import { Icon } from './icon.tsx';
import styles from './alert.module.css';

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

/** Where toasts appear, at the bottom left. The region exists before its first toast, so that screen readers announce it. */
export function ToastStack({ children }: { readonly children: ReactNode }) {
  return (
    <div className={styles.stack} role="status" aria-live="polite" data-react-aria-top-layer="true">
      {children}
    </div>
  );
}

interface ToastBoxProps extends HTMLAttributes<HTMLDivElement> {
  readonly text: string;
  readonly action: { readonly label: string; readonly onPress: () => void } | null;
  readonly onClose: () => void;
}

/** One short message with its action and a close button. Its owner decides how long it stays. */
export function ToastBox({ text, action, onClose, ...rest }: ToastBoxProps) {
  return (
    <div {...rest} className={styles.toast}>
      <span className={styles.text}>{text}</span>
      {action && (
        <Button className={styles.action} look="link" onClick={action.onPress}>
          {action.label}
        </Button>
      )}
      <IconButton className={styles.action} size="small" icon="close" label="Close" onClick={onClose} />
    </div>
  );
}
