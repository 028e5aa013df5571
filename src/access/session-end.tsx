import { useState } from 'react';
import { selectSessionEnded, selectUnsaved } from '@espalier/core/access';
import { useAppSelector } from '../store.ts';
import { Alert } from '../ui/alert.tsx';
import { Button } from '../ui/button.tsx';
import { PopupFailure } from '../ui/empty-state.tsx';
import { useLazy } from '../ui/use-lazy.ts';
import styles from './access.module.css';

const loadDialog = () => import('./sign-in-dialog.tsx');

/** RP-02.114, RP-02.119: says that the session has ended, and lets the same person go on where they are. */
export function SessionEnd() {
  const ended = useAppSelector(selectSessionEnded);
  return ended ? <Ended /> : null;
}

function Ended() {
  // If a request is already waiting for the session, ask at once: a dialog may cover this line.
  const waits = useAppSelector(selectUnsaved);
  const [open, setOpen] = useState(waits);
  const [seen, setSeen] = useState(waits);
  if (waits !== seen) {
    setSeen(waits);
    if (waits) setOpen(true);
  }
  const { module, failed, retry } = useLazy(loadDialog, open);
  const close = () => setOpen(false);
  const signIn = (
    <Button size="small" onClick={() => setOpen(true)}>
      Sign in
    </Button>
  );
  return (
    <div className={open ? undefined : styles.line} data-react-aria-top-layer="true">
      <Alert tone="warning" actions={signIn}>
        You are signed out.
      </Alert>
      {open && failed && <PopupFailure what="The dialog" onRetry={retry} onClose={close} />}
      {open && module !== null && <module.SignInDialog waits={waits} onClose={close} />}
    </div>
  );
}
