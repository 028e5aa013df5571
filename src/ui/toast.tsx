import type { HTMLAttributes, ReactNode } from 'react';
import { Button, IconButton } from './button.tsx';
import styles from './toast.module.css';

/** The place of the toasts, at the bottom left. It is there before its first toast, so that screen readers hear it. */
export function ToastStack({ children }: { readonly children: ReactNode }) {
  return (
    <div className={styles.stack} role="status" aria-live="polite">
      {children}
    </div>
  );
}

interface ToastBoxProps extends HTMLAttributes<HTMLDivElement> {
  readonly text: string;
  readonly action: { readonly label: string; readonly onPress: () => void } | null;
  readonly onClose: () => void;
}

/** One short message, with what it offers and its way out. Its owner says how long it stays. */
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
