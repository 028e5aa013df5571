import { useEffect, useRef } from 'react';
import { useLocation } from 'react-router-dom';
import { NOT_FOUND_TEXT, selectSessionStatus, selectSignedIn } from '@espalier/core/access';
import { paths, signInFrom } from '@espalier/core/frame';
import { useAppSelector } from '../store.ts';
import { buttonClass, Button } from '../ui/button.tsx';
import { EmptyState } from '../ui/empty-state.tsx';
import { Link } from '../ui/link.tsx';
import { useOnline } from '../ports/context.ts';
import { usePageTitle } from './page-title.ts';

interface MissingProps {
  readonly title?: string;
  readonly text?: string;
  /** Of the browser's tab, where it is another. */
  readonly pageTitle?: string;
}

/** What does not exist and what the viewer may not see look the same, on purpose. */
export function Missing({ title = 'Page not found', text = NOT_FOUND_TEXT, pageTitle = title }: MissingProps) {
  const location = useLocation();
  const known = useAppSelector(selectSessionStatus) === 'ready';
  const signedIn = useAppSelector(selectSignedIn);
  usePageTitle(pageTitle);
  return (
    <EmptyState
      heading="h1"
      icon="search"
      title={title}
      actions={
        <>
          <Link className={buttonClass('primary')} to={paths.home}>
            Go to the home page
          </Link>
          {known && !signedIn && (
            <Link className={buttonClass()} to={signInFrom(location)}>
              Sign in
            </Link>
          )}
        </>
      }
    >
      {text}
    </EmptyState>
  );
}

/** A page that could not be loaded, with a way to try again. It says when the browser is offline, and retries when it is back online (RP-02.136). */
export function LoadFailure({ text, onRetry }: { readonly text: string | null; readonly onRetry: () => void }) {
  const online = useOnline();
  // A browser may think that it is online all the while; then the session is what could not be read before, and can.
  const reached = useAppSelector(selectSessionStatus) === 'ready' && online;
  const before = useRef(reached);
  useEffect(() => {
    if (reached && !before.current) onRetry();
    before.current = reached;
  }, [reached, onRetry]);
  return (
    <div role="alert">
      <EmptyState
        icon="error"
        title={text ?? 'Something went wrong on our end.'}
        actions={
          <Button look="primary" icon="retry" onClick={onRetry}>
            Try again
          </Button>
        }
      >
        {online
          ? 'The server could not be reached or did not answer as expected.'
          : 'You are offline. Check the connection.'}
      </EmptyState>
    </div>
  );
}
