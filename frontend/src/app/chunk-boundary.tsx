import { Component, type ElementType, type ReactNode } from 'react';
import { siteConfig } from '../lib/config/site-config';
import { ChunkLoadError } from '../lib/hydration/load-chunk';
import { logError } from '../lib/log';
import { Button } from '../ui/buttons/button';
import { clearFailedPages } from './pages';

const IF_PAYING = 'If you were paying, please check your email before you pay again.';

interface Props {
  /** Path of the page. A new value resets the error state. */
  resetKey: string;
  /** Around the error message. */
  ErrorLayout: ElementType;
  children: ReactNode;
}

interface State {
  error: Error | undefined;
  resetKey: string;
}

/** Shows an error message with a retry button when a page fails to load or render. */
export class ChunkBoundary extends Component<Props, State> {
  override state: State = { error: undefined, resetKey: this.props.resetKey };

  static getDerivedStateFromError(error: Error): Partial<State> {
    return { error };
  }

  static getDerivedStateFromProps({ resetKey }: Props, state: State): State | null {
    return resetKey === state.resetKey ? null : { error: undefined, resetKey };
  }

  override componentDidCatch(error: Error): void {
    logError('page', error);
    clearFailedPages();
  }

  override render(): ReactNode {
    const { error } = this.state;
    const { resetKey, ErrorLayout, children } = this.props;
    if (!error) return children;
    return (
      <ErrorLayout>
        <div className="mx-auto max-w-prose px-5 py-24 text-center">
          {error instanceof ChunkLoadError ? <NotLoaded path={resetKey} /> : <Broken />}
          <Button className="mt-8" onClick={() => window.location.reload()}>
            Try again
          </Button>
        </div>
      </ErrorLayout>
    );
  }
}

function NotLoaded({ path }: { path: string }) {
  return (
    <>
      <h1 className="text-h2">This page couldn’t be loaded</h1>
      <p className="mt-4 text-ink-soft">
        The connection may have dropped, or the site was updated while you had it open.
        {path.startsWith('/checkout') && ` ${IF_PAYING}`}
      </p>
    </>
  );
}

function Broken() {
  const { supportEmail } = siteConfig();
  return (
    <>
      <h1 className="text-h2">Something went wrong on this page</h1>
      <p className="mt-4 text-ink-soft">
        That’s a problem on our end. {IF_PAYING} If trying again doesn’t help, contact{' '}
        <a href={`mailto:${supportEmail}`} className="text-link">
          {supportEmail}
        </a>
        .
      </p>
    </>
  );
}
