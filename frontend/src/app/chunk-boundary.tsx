import { Component, type ReactNode } from 'react';
import { logError } from '../lib/log';
import { Button } from '../ui/buttons/button';
import { clearFailedPages } from './pages';

interface Props {
  /** A new value resets the error state. */
  resetKey: string;
  children: ReactNode;
}

interface State {
  failed: boolean;
  resetKey: string;
}

/** Shows an error message with a retry button when a page fails to load or render. */
export class ChunkBoundary extends Component<Props, State> {
  override state: State = { failed: false, resetKey: this.props.resetKey };

  static getDerivedStateFromError(): Partial<State> {
    return { failed: true };
  }

  static getDerivedStateFromProps({ resetKey }: Props, state: State): State | null {
    return resetKey === state.resetKey ? null : { failed: false, resetKey };
  }

  override componentDidCatch(error: Error): void {
    logError('page', error);
    clearFailedPages();
  }

  override render(): ReactNode {
    if (!this.state.failed) return this.props.children;
    return (
      <div className="mx-auto max-w-prose px-5 py-24 text-center">
        <h1 className="text-h2">This page couldn&apos;t be loaded</h1>
        <p className="mt-4 text-ink-soft">
          The connection may have dropped, or the site was updated while you had it open.
        </p>
        <Button className="mt-8" onClick={() => window.location.reload()}>
          Try again
        </Button>
      </div>
    );
  }
}
