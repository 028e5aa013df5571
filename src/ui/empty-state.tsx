import type { KeyboardEvent, ReactNode } from 'react';
import { useLayoutEffect, useRef } from 'react';
import { createPortal } from 'react-dom';
import { useOnline } from '../ports/context.ts';
import { classes } from './classes.ts';
import { Icon } from './icon.tsx';
import { Alert } from './alert.tsx';
import { Button } from './button.tsx';
import styles from './empty-state.module.css';

interface EmptyStateProps {
  readonly title: string;
  readonly icon?: string;
  readonly heading?: 'h1' | 'h2' | 'h3' | 'p';
  readonly compact?: boolean;
  /** Buttons and links that lead on. */
  readonly actions?: ReactNode;
  readonly children?: ReactNode;
}

/** Shown where there is nothing to show: why, and what to do (RL-06). */
export function EmptyState({
  title,
  icon,
  heading: Heading = 'p',
  compact = false,
  actions,
  children,
}: EmptyStateProps) {
  return (
    <div className={classes(styles.panel, compact && styles.compact)}>
      {icon !== undefined && <Icon name={icon} className={styles.icon} />}
      <Heading className={styles.title} tabIndex={Heading === 'h1' ? -1 : undefined}>
        {title}
      </Heading>
      {children !== undefined && <p className={styles.text}>{children}</p>}
      {actions !== undefined && <div className={styles.actions}>{actions}</div>}
    </div>
  );
}

interface PartFailureProps {
  /** What could not be loaded: "The menu". */
  readonly what: string;
  readonly onRetry: () => void;
  readonly onClose?: () => void;
}

/** Takes the place of a part of the page whose code could not be fetched. */
export function PartFailure({ what, onRetry, onClose }: PartFailureProps) {
  const online = useOnline();
  const retry = (
    <Button size="small" icon="retry" onClick={onRetry}>
      Try again
    </Button>
  );
  return (
    <Alert tone="danger" detail={online ? HELP : OFFLINE} actions={retry} {...(onClose && { onDismiss: onClose })}>
      {what} could not be loaded.
    </Alert>
  );
}

const HELP = 'Check the connection. Trying again loads the page anew.';
const OFFLINE = 'There is no connection. Try again when it is back.';

/** The same for what would have opened above the page: it takes the focus, and returns it to what opened it. */
export function PopupFailure({ onClose, ...rest }: PartFailureProps & { readonly onClose: () => void }) {
  const box = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    const opener = document.activeElement;
    box.current?.querySelector('button')?.focus();
    return () => {
      if (opener instanceof HTMLElement) opener.focus();
    };
  }, []);
  const press = (event: KeyboardEvent) => {
    if (event.key !== 'Escape') return;
    event.preventDefault();
    event.stopPropagation();
    onClose();
  };
  return createPortal(
    // It can be reached above a dialog as well.
    <div ref={box} className={styles.popup} data-react-aria-top-layer="true" onKeyDown={press}>
      <PartFailure {...rest} onClose={onClose} />
    </div>,
    document.body,
  );
}
