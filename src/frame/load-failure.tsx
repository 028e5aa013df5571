import { useOnline } from '../ports/use-online.ts';
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
