import { Component, type ReactNode } from 'react';
import { logError } from '../lib/log';
import { Button } from '../ui/button';

interface Props {
  /** Another value gives the page another chance. */
  resetKey: string;
  children: ReactNode;
}

interface State {
  failed: boolean;
  resetKey: string;
}

/** Stands in for a page that could not be loaded or shown, with a way on; the page is never blank. */
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
