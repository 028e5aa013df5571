import { useCallback, useContext, useEffect, useRef, useState } from 'react';
import type { ReactNode } from 'react';
import { useLocation } from 'react-router-dom';
import { accessActions, selectSession, selectSessionStatus, selectUnsaved } from '@espalier/core/access';
import type { Route } from '@espalier/core/frame';
import { selectWaiting } from '@espalier/core/frame';
import { selectOverKind } from '@espalier/core/work-item';
import { SessionEnd } from '../access/session-end.tsx';
import { Notices, Toasts } from '../notice/notices.tsx';
import { RenewalContext, useRenewalState, useOnline } from '../ports/context.ts';
import { useAppDispatch, useAppSelector } from '../store.ts';
import { Alert } from '../ui/alert.tsx';
import { Button } from '../ui/button.tsx';
import { useLazy } from '../ui/use-lazy.ts';
import { Header } from './header.tsx';
import { OverPlace } from './over-place.tsx';
import { TitleContext } from './page-title.ts';
import type { TitlePlace } from './page-title.ts';
import styles from './frame.module.css';

/** Loaded after the page: before that there is nothing to explain. */
const loadTooltips = () => import('../ui/tooltip.tsx');

/** What surrounds every page: header, alerts of the page, toasts, the announcement of a new page, the skip link. */
export function Frame({ route, children }: { readonly route: Route; readonly children: ReactNode }) {
  const main = useRef<HTMLElement>(null);
  const [titles, setTitles] = useState({ page: '', over: '' });
  const title = titles.over === '' ? titles.page : titles.over;
  const over = useAppSelector(selectOverKind);
  const covered = over === 'modal';
  useFocusOnNewPage(main, covered);
  const { module: tips } = useLazy(loadTooltips, true);

  useEffect(() => {
    document.title = title === '' ? 'Espalier' : `${title} · Espalier`;
  }, [title]);

  const setTitle = useCallback(
    (text: string, place: TitlePlace) => setTitles((now) => ({ ...now, [place]: text })),
    [],
  );
  return (
    <TitleContext value={setTitle}>
      <a className={styles.skip} href="#main" onClick={() => main.current?.focus()}>
        Skip to content
      </a>
      <Header route={route} />
      <main ref={main} id="main" className={styles.main} tabIndex={-1}>
        <NewPage />
        <SessionFailure />
        {route.page !== 'sign-in' && <SessionEnd />}
        {/* What stands over the page shows them itself. */}
        {over === null && <Notices scope="page" />}
        {children}
      </main>
      <p className="visually-hidden" role="status" aria-live="polite">
        {title}
      </p>
      <Unsaved />
      <OverPlace route={route} />
      <Toasts />
      {tips !== null && <tips.PageTooltips />}
    </TitleContext>
  );
}

/** A new address starts at the top, and so does the focus; changes of the query (search, pages) leave both alone. */
function useFocusOnNewPage(main: { readonly current: HTMLElement | null }, covered: boolean): void {
  const { pathname, hash } = useLocation();
  const shown = useRef(pathname);
  useEffect(() => {
    // What covers the page keeps the focus until it is gone.
    if (shown.current === pathname || covered) return;
    shown.current = pathname;
    // The page has scrolled to the place that the address names.
    if (hash !== '' && document.getElementById(hash.slice(1)) !== null) return;
    window.scrollTo(0, 0);
    main.current?.focus({ preventScroll: true });
  }, [covered, hash, main, pathname]);
}

/** RP-02.223, RP-02.225 */
function NewPage() {
  const state = useRenewalState();
  const { renew } = useContext(RenewalContext);
  if (state === 'renewing') return <Alert tone="info">Loading the page anew …</Alert>;
  if (state !== 'newer') return null;
  const reload = (
    <Button size="small" onClick={renew}>
      Reload
    </Button>
  );
  return (
    <Alert tone="info" actions={reload}>
      A newer version of Espalier is ready.
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

/** RP-02.26: a change looks saved, so the viewer is told while it cannot be. The region exists before its text, so that screen readers announce it. */
function Unsaved() {
  const online = useOnline();
  const unsaved = useAppSelector(online ? selectWaiting : selectUnsaved);
  return (
    <div className={styles.unsaved} role="status" data-react-aria-top-layer="true">
      {unsaved && <p>Not saved yet: no connection</p>}
    </div>
  );
}
