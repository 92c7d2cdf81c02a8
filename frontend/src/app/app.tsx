import { BrowserRouter } from 'react-router-dom';
import { AuthProvider } from '../lib/session/auth-provider';
import { KnownPages } from '../ui/navigation/page-link';
import { Toaster } from '../ui/feedback/toaster';
import { SiteFooter } from './layout/site-footer';
import { SiteHeader } from './layout/site-header';
import { ConfirmEmailAlert } from './confirm-email-alert';
import { LazyWeakPasswordAlert } from './lazy-weak-password-alert';
import { LinkPrefetch } from './link-prefetch';
import { LinkErrorAlert } from './link-error-alert';
import { RecoveryRedirect } from './recovery-redirect';
import { SiteRouter } from './router';
import { isKnownPage } from './routes';

/** The site in the browser. */
export function App() {
  return (
    <BrowserRouter>
      <Site />
    </BrowserRouter>
  );
}

/** The site without its router, also rendered by the prerenderer. */
export function Site() {
  return (
    <AuthProvider>
      <KnownPages value={isKnownPage}>
        <div className="flex min-h-dvh flex-col">
          <SiteHeader />
          <main id="main" tabIndex={-1} className="flex-1">
            <LinkErrorAlert />
            <ConfirmEmailAlert />
            <LazyWeakPasswordAlert />
            <SiteRouter />
          </main>
          <SiteFooter />
        </div>
        <RecoveryRedirect />
        <LinkPrefetch />
        <Toaster />
      </KnownPages>
    </AuthProvider>
  );
}
