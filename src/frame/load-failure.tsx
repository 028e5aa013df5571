import { useEffect, useState } from 'react';
import { Button } from '../ui/button.tsx';
import { EmptyState } from '../ui/empty-state.tsx';

/** A page that could not be loaded, with a way to try again; says so when the browser knows itself offline. */
export function LoadFailure({ text, onRetry }: { readonly text: string | null; readonly onRetry: () => void }) {
  const online = useOnline();
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

function useOnline(): boolean {
  const [online, setOnline] = useState(navigator.onLine);
  useEffect(() => {
    const changed = () => setOnline(navigator.onLine);
    window.addEventListener('online', changed);
    window.addEventListener('offline', changed);
    return () => {
      window.removeEventListener('online', changed);
      window.removeEventListener('offline', changed);
    };
  }, []);
  return online;
}
