import { useEffect, useState } from 'react';
import type { FormEvent } from 'react';
import { Navigate } from 'react-router-dom';
import {
  PASSWORD_MIN,
  accessActions,
  selectPasswordForm,
  selectSessionStatus,
  selectSignedIn,
} from '@espalier/core/access';
import { usePageTitle } from '../frame/page-title.ts';
import { paths } from '../frame/route.ts';
import { useAppDispatch, useAppSelector } from '../store.ts';
import { Alert } from '../ui/alert.tsx';
import { Button } from '../ui/button.tsx';
import { TextField } from '../ui/field.tsx';
import styles from './form-page.module.css';

/** One's own password. What is typed stays in the fields: it enters an action only when the form is sent. */
export function PasswordPage() {
  usePageTitle('Password');
  const dispatch = useAppDispatch();
  const known = useAppSelector(selectSessionStatus);
  const signedIn = useAppSelector(selectSignedIn);
  const { status, error, done } = useAppSelector(selectPasswordForm);
  const [currentPassword, setCurrentPassword] = useState('');
  const [password, setPassword] = useState('');
  const sending = status === 'sending';
  useEffect(() => {
    dispatch(accessActions.passwordOpened());
  }, [dispatch]);

  if (known === 'ready' && !signedIn) return <Navigate to={paths.signIn} replace />;

  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!sending) dispatch(accessActions.passwordSubmitted({ currentPassword, password }));
  };
  return (
    <form className={styles.form} onSubmit={submit}>
      <h1 className={styles.title}>Password</h1>
      {error !== null && <Alert tone="danger">{error}</Alert>}
      {done && <p role="status">The password is set. You can sign in with it from now on.</p>}
      <TextField
        label="Current password"
        hint="Leave it empty if you have none yet."
        name="current-password"
        type="password"
        autoComplete="current-password"
        value={currentPassword}
        onChange={setCurrentPassword}
      />
      <TextField
        label="New password"
        hint={`At least ${PASSWORD_MIN} characters.`}
        name="new-password"
        type="password"
        autoComplete="new-password"
        required
        value={password}
        onChange={setPassword}
      />
      <Button type="submit" look="primary" loading={sending}>
        Set password
      </Button>
    </form>
  );
}
