import { useLayoutEffect, useRef } from 'react';
import { createPortal } from 'react-dom';
import { useOnline } from '../ports/use-online.ts';
import { Alert } from './alert.tsx';
import { Button } from './button.tsx';
import styles from './part-failure.module.css';

interface PartFailureProps {
  /** What could not be loaded: "The menu". */
  readonly what: string;
  readonly onRetry: () => void;
  readonly onClose?: () => void;
}

/** Stands where a part of the page would stand whose code could not be fetched. */
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

/** The same for what would have opened above the page: it takes the focus, and gives it back to what opened it. */
export function PopupFailure({ onClose, ...rest }: PartFailureProps & { readonly onClose: () => void }) {
  const box = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    const opener = document.activeElement;
    box.current?.querySelector('button')?.focus();
    return () => {
      if (opener instanceof HTMLElement) opener.focus();
    };
  }, []);
  return createPortal(
    <div ref={box} className={styles.popup} onKeyDown={(event) => event.key === 'Escape' && onClose()}>
      <PartFailure {...rest} onClose={onClose} />
    </div>,
    document.body,
  );
}
