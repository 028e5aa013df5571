import { Component } from 'react';
import type { ReactNode } from 'react';
import type { Log } from '@espalier/core/ports';
import { Button } from '../ui/button.tsx';
import { EmptyState } from '../ui/empty-state.tsx';

interface Props {
  readonly log: Log;
  /** A new value clears the failure: a page that crashed does not take the next one with it. */
  readonly resetKey?: string;
  readonly children: ReactNode;
}

interface State {
  readonly failed: boolean;
  readonly resetKey: string | undefined;
}

/** A component that throws takes down its page and nothing else. */
export class ErrorBoundary extends Component<Props, State> {
  override state: State = { failed: false, resetKey: this.props.resetKey };

  static getDerivedStateFromError(): Partial<State> {
    return { failed: true };
  }

  static getDerivedStateFromProps({ resetKey }: Props, state: State): Partial<State> | null {
    return resetKey === state.resetKey ? null : { failed: false, resetKey };
  }

  override componentDidCatch(error: unknown): void {
    this.props.log.error('A page broke while it was drawn', error);
  }

  override render(): ReactNode {
    if (!this.state.failed) return this.props.children;
    return (
      <EmptyState
        heading="h1"
        icon="error"
        title="Something went wrong on our end."
        actions={
          <>
            <Button look="primary" icon="retry" onClick={() => this.setState({ failed: false })}>
              Try again
            </Button>
            <Button onClick={() => window.location.reload()}>Reload the page</Button>
          </>
        }
      >
        This page could not be drawn. Your data is safe on the server.
      </EmptyState>
    );
  }
}
