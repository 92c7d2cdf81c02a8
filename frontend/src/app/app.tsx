import { BrowserRouter } from 'react-router-dom';
import { AuthProvider } from '../lib/session/auth-provider';
import { KnownPages } from '../ui/page-link';
import { Toaster } from '../ui/toaster';
import { SiteFooter } from './layout/site-footer';
import { SiteHeader } from './layout/site-header';
import { CheckMail } from './check-mail';
import { LazyWeakPassword } from './lazy-weak-password';
import { LinkPrefetch } from './link-prefetch';
import { LinkTrouble } from './link-trouble';
import { RecoveryWatch } from './recovery-watch';
import { SiteRouter } from './router';
import { isKnownPage } from './routes';

/** The whole site, as the browser shows it. */
export function App() {
  return (
    <BrowserRouter>
      <Site />
    </BrowserRouter>
  );
}

/** The whole site, for whichever router is around it. */
export function Site() {
  return (
    <AuthProvider>
      <KnownPages value={isKnownPage}>
        <div className="flex min-h-dvh flex-col">
          <SiteHeader />
          <main id="main" tabIndex={-1} className="flex-1">
            <LinkTrouble />
            <CheckMail />
            <LazyWeakPassword />
            <SiteRouter />
          </main>
          <SiteFooter />
        </div>
        <RecoveryWatch />
        <LinkPrefetch />
        <Toaster />
      </KnownPages>
    </AuthProvider>
  );
}
