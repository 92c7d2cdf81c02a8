import { BrowserRouter } from 'react-router-dom';
import { AuthProvider } from '../lib/session/auth-provider';
import { KnownPages } from '../ui/navigation/page-link';
import { Toaster } from '../ui/feedback/toaster';
import { LinkPrefetch } from './link-prefetch';
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
        <SiteRouter />
        <RecoveryRedirect />
        <LinkPrefetch />
        <Toaster />
      </KnownPages>
    </AuthProvider>
  );
}
