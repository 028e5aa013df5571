import { useEffect, useRef } from 'react';
import { useOnline } from '../ports/use-online.ts';
import { Button } from '../ui/button.tsx';
import { EmptyState } from '../ui/empty-state.tsx';

/** A page that could not be loaded, with a way to try again; says so when the browser knows itself offline, and tries again when it is not any more (RP-02.136). */
export function LoadFailure({ text, onRetry }: { readonly text: string | null; readonly onRetry: () => void }) {
  const online = useOnline();
  const before = useRef(online);
  useEffect(() => {
    if (online && !before.current) onRetry();
    before.current = online;
  }, [online, onRetry]);
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
