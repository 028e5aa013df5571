import type { FormEvent } from 'react';
import { Navigate, useSearchParams } from 'react-router-dom';
import { accessActions, returnPath, selectSession, selectSignIn, selectSignedIn } from '@espalier/core/access';
import { usePageTitle } from '../frame/page-title.ts';
import { useAppDispatch, useAppSelector } from '../store.ts';
import { Alert } from '../ui/alert.tsx';
import { Button, buttonClass } from '../ui/button.tsx';
import { SignInFields, useSignInFields } from './sign-in-fields.tsx';
import styles from './access.module.css';
import { useEntry } from './use-entry.ts';

export function SignInPage() {
  usePageTitle('Sign in');
  const dispatch = useAppDispatch();
  useEntry();
  const signedIn = useAppSelector(selectSignedIn);
  const { status, error } = useAppSelector(selectSignIn);
  const { signInWith } = useAppSelector(selectSession).settings;
  const [params] = useSearchParams();
  const returnTo = returnPath(params.get('return_to'));
  const fields = useSignInFields();
  const { username, password } = fields;
  const sending = status === 'sending';

  if (signedIn && !sending) return <Navigate to={returnTo} replace />;

  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!sending) dispatch(accessActions.signInSubmitted({ username, password, returnTo }));
  };
  return (
    <form className={styles.form} onSubmit={submit}>
      <h1 className={styles.title}>Sign in</h1>
      {error !== null && <Alert tone="danger">{error}</Alert>}
      <SignInFields {...fields} />
      <Button type="submit" look="primary" loading={sending}>
        Sign in
      </Button>
      {signInWith !== undefined && (
        // A page of the server: not by the router.
        <a className={buttonClass()} href={`/-/oidc?return_to=${encodeURIComponent(returnTo)}`}>
          Sign in with {signInWith}
        </a>
      )}
      <p className={styles.note}>
        The first start of Espalier prints a sign-in link for the administrator. Others get their account from an
        administrator.
      </p>
    </form>
  );
}
