import { useEffect, useRef } from 'react';
import { Navigate, useLocation } from 'react-router-dom';
import { selectSessionStatus, selectSignedIn } from '@espalier/core/access';
import { selectTokenList, selectTokens, tokenActions, tokensSaga } from '@espalier/core/access/tokens';
import { useWatch, useAppDispatch, useAppSelector } from '../store.ts';
import { LoadFailure } from '../frame/missing.tsx';
import { usePageTitle } from '../frame/page-title.ts';
import { signInFrom } from '@espalier/core/frame';
import { usePorts } from '../ports/context.ts';
import { EmptyState } from '../ui/empty-state.tsx';
import { SkeletonRows } from '../ui/progress.tsx';
import { NewToken } from './new-token.tsx';
import { TokenForm } from './token-form.tsx';
import { TokenList } from './token-list.tsx';
import styles from './tokens-page.module.css';

/** The viewer's own access tokens: list, create, revoke (RP-02.129 to RP-02.133). */
export function TokensPage() {
  usePageTitle('Access tokens');
  const dispatch = useAppDispatch();
  const watch = useWatch();
  const location = useLocation();
  const { secrets } = usePorts();
  const known = useAppSelector(selectSessionStatus);
  const signedIn = useAppSelector(selectSignedIn);
  const { form, today } = useAppSelector(selectTokens);
  useEffect(() => {
    if (!signedIn) return;
    watch('tokens', tokensSaga);
    dispatch(tokenActions.opened());
    return () => secrets?.forget();
  }, [watch, dispatch, secrets, signedIn]);

  if (known === 'ready' && !signedIn) return <Navigate to={signInFrom(location)} replace />;
  return (
    <div className={styles.page}>
      <h1 className={styles.title}>Access tokens</h1>
      <p className={styles.note}>
        A token lets a script or another program use Espalier as you. It is sent with each request, as{' '}
        <code>PRIVATE-TOKEN</code> or <code>Authorization: Bearer</code>.
      </p>
      <NewToken />
      <section className={styles.section} aria-labelledby="new-token">
        <h2 id="new-token" className={styles.heading}>
          New token
        </h2>
        {/* The form for the next one starts empty. */}
        <TokenForm key={`${today} ${form.made}`} />
      </section>
      <section className={styles.section} aria-labelledby="your-tokens">
        <Heading />
        <Tokens />
      </section>
    </div>
  );
}

/** Takes the focus after a token was revoked: its button is gone. */
function Heading() {
  const heading = useRef<HTMLHeadingElement>(null);
  const { length } = useAppSelector(selectTokens).tokens;
  const before = useRef(length);
  useEffect(() => {
    if (length < before.current) heading.current?.focus();
    before.current = length;
  }, [length]);
  return (
    <h2 ref={heading} id="your-tokens" className={styles.heading} tabIndex={-1}>
      Your tokens
    </h2>
  );
}

function Tokens() {
  const dispatch = useAppDispatch();
  const { status, error } = useAppSelector(selectTokenList);
  const { tokens } = useAppSelector(selectTokens);
  if (status === 'failed') {
    return <LoadFailure text={error} onRetry={() => dispatch(tokenActions.retried())} />;
  }
  if (status !== 'ready') return <SkeletonRows rows={3} label="Loading your tokens" className={styles.row} />;
  if (tokens.length === 0) {
    return (
      <EmptyState compact icon="token" title="You have no access tokens">
        One that you create stands here, and can be revoked at any time.
      </EmptyState>
    );
  }
  return <TokenList tokens={tokens} />;
}
