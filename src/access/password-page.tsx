import { useEffect, useRef, useState } from 'react';
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
import { paths } from '@espalier/core/frame';
import { useAppDispatch, useAppSelector } from '../store.ts';
import { Alert } from '../ui/alert.tsx';
import { Button, buttonClass } from '../ui/button.tsx';
import { PasswordField } from '../ui/field.tsx';
import { Link } from '../ui/link.tsx';
import styles from './access.module.css';
import { useEntry } from './use-entry.ts';

/** The viewer's own password. What is typed stays in the fields: it enters an action only when the form is sent. */
export function PasswordPage() {
  usePageTitle('Password');
  const dispatch = useAppDispatch();
  useEntry();
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
  if (done) return <PasswordSet />;

  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!sending) dispatch(accessActions.passwordSubmitted({ currentPassword, password }));
  };
  return (
    <form className={styles.form} onSubmit={submit}>
      <h1 className={styles.title}>Password</h1>
      {error !== null && <Alert tone="danger">{error}</Alert>}
      <PasswordField
        label="Current password"
        hint="Leave it empty if you have none yet."
        name="current-password"
        autoComplete="current-password"
        value={currentPassword}
        onChange={setCurrentPassword}
      />
      <PasswordField
        label="New password"
        hint={`At least ${PASSWORD_MIN} characters.`}
        name="new-password"
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

/** The fields are gone, and what was typed in them; the focus moves on to the sentence that replaces them. */
function PasswordSet() {
  const said = useRef<HTMLParagraphElement>(null);
  useEffect(() => said.current?.focus(), []);
  return (
    <div className={styles.form}>
      <h1 className={styles.title}>Password</h1>
      <p ref={said} role="status" tabIndex={-1}>
        The password is set. You can sign in with it from now on; other sessions of yours have ended.
      </p>
      <div>
        <Link className={buttonClass('primary')} to={paths.home}>
          Go to the home page
        </Link>
      </div>
    </div>
  );
}
