/** Signing in without leaving the page. Loaded on first use. */
import { useEffect } from 'react';
import { useLocation } from 'react-router-dom';
import { accessActions, selectCurrentUser, selectSignIn } from '@espalier/core/access';
import { signInFrom } from '@espalier/core/frame';
import { useAppDispatch, useAppSelector } from '../store.ts';
import { Alert } from '../ui/alert.tsx';
import { Button } from '../ui/button.tsx';
import { DialogModal } from '../ui/dialog-modal.tsx';
import styles from './access.module.css';
import { SignInFields, useSignInFields } from './sign-in-fields.tsx';
import { useEntry } from './use-entry.ts';

export function SignInDialog({ waits, onClose }: { readonly waits: boolean; readonly onClose: () => void }) {
  const dispatch = useAppDispatch();
  useEntry();
  const location = useLocation();
  const { status, error } = useAppSelector(selectSignIn);
  const known = useAppSelector(selectCurrentUser)?.username ?? '';
  const fields = useSignInFields(known);
  const { username, password } = fields;
  const sending = status === 'sending';
  useEffect(() => {
    dispatch(accessActions.signInOpened());
  }, [dispatch]);
  return (
    <DialogModal title="You are signed out" busy={sending} onClose={onClose}>
      <form
        className={styles.sessionForm}
        onSubmit={(event) => {
          event.preventDefault();
          if (!sending) dispatch(accessActions.signInSubmitted({ username, password, inPlace: true }));
        }}
      >
        <p>
          {waits
            ? 'What you have just changed is kept, and is saved when you have signed in.'
            : 'What you have typed is kept. Sign in to go on.'}
        </p>
        {error !== null && <Alert tone="danger">{error}</Alert>}
        <SignInFields {...fields} focus={known === '' ? 'username' : 'password'} />
        <div className={styles.sessionActions}>
          <a href={signInFrom(location)} target="_blank" rel="noopener">
            Sign in in another tab
          </a>
          <Button type="submit" look="primary" loading={sending}>
            Sign in
          </Button>
        </div>
      </form>
    </DialogModal>
  );
}
