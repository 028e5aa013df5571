import { useEffect, useRef, useState } from 'react';
import type { ReactNode } from 'react';
import { Link, useLocation } from 'react-router-dom';
import { accessActions, selectSession, selectSessionEnded, selectSessionStatus } from '@espalier/core/access';
import { Notices } from '../notice/notices.tsx';
import { Toasts } from '../notice/toasts.tsx';
import { useAppDispatch, useAppSelector } from '../store.ts';
import { Alert } from '../ui/alert.tsx';
import { Button, buttonClass } from '../ui/button.tsx';
import { exactTime } from '../ui/time.tsx';
import { Tooltips } from '../ui/tooltip.tsx';
import styles from './frame.module.css';
import { Header } from './header.tsx';
import { TitleContext } from './page-title.ts';
import type { Route } from './route.ts';
import { signInFrom } from './route.ts';
import { Unsaved } from './unsaved.tsx';

/** What surrounds every page: header, alerts of the page, toasts, the announcement of a new page, the skip link. */
export function Frame({ route, children }: { readonly route: Route; readonly children: ReactNode }) {
  const main = useRef<HTMLElement>(null);
  const [title, setTitle] = useState('');
  useFocusOnNewPage(main);

  useEffect(() => {
    document.title = title === '' ? 'Espalier' : `${title} · Espalier`;
  }, [title]);

  return (
    <TitleContext value={setTitle}>
      <a className={styles.skip} href="#main" onClick={() => main.current?.focus()}>
        Skip to content
      </a>
      <Header route={route} />
      <main ref={main} id="main" className={styles.main} tabIndex={-1}>
        <SessionFailure />
        {route.page !== 'sign-in' && <SessionEnd />}
        <Notices scope="page" />
        {children}
      </main>
      <p className="visually-hidden" role="status" aria-live="polite">
        {title}
      </p>
      <Unsaved />
      <Toasts />
      <Tooltips describe={exactTime} />
    </TitleContext>
  );
}

/** A new address starts at the top, and the keyboard with it; changes of the query (search, pages) leave it alone. */
function useFocusOnNewPage(main: { readonly current: HTMLElement | null }): void {
  const { pathname, hash } = useLocation();
  const shown = useRef(pathname);
  useEffect(() => {
    if (shown.current === pathname) return;
    shown.current = pathname;
    // The page has gone to the place that the address names.
    if (hash !== '' && document.getElementById(hash.slice(1)) !== null) return;
    window.scrollTo(0, 0);
    main.current?.focus({ preventScroll: true });
  }, [hash, main, pathname]);
}

/** RP-02.114 */
function SessionEnd() {
  const location = useLocation();
  const ended = useAppSelector(selectSessionEnded);
  if (!ended) return null;
  const signIn = (
    <Link className={buttonClass('plain', 'small')} to={signInFrom(location)}>
      Sign in
    </Link>
  );
  return (
    <Alert tone="warning" actions={signIn}>
      You are signed out.
    </Alert>
  );
}

function SessionFailure() {
  const dispatch = useAppDispatch();
  const status = useAppSelector(selectSessionStatus);
  const { error } = useAppSelector(selectSession);
  if (status !== 'failed') return null;
  const retry = (
    <Button size="small" icon="retry" onClick={() => dispatch(accessActions.sessionRequested())}>
      Try again
    </Button>
  );
  return (
    <Alert tone="danger" actions={retry}>
      {error}
    </Alert>
  );
}
