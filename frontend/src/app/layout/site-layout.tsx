import type { ReactNode } from 'react';
import { ConfirmEmailAlert } from '../confirm-email-alert';
import { LazyWeakPasswordAlert } from '../lazy-weak-password-alert';
import { LinkErrorAlert } from '../link-error-alert';
import { SiteFooter } from './site-footer';
import { SiteHeader } from './site-header';

/** Header and footer of the site, around a page. */
export function SiteLayout({ children }: { children: ReactNode }) {
  return (
    <div className="flex min-h-dvh flex-col">
      <SiteHeader />
      <main id="main" tabIndex={-1} className="flex-1">
        <LinkErrorAlert />
        <ConfirmEmailAlert />
        <LazyWeakPasswordAlert />
        {children}
      </main>
      <SiteFooter />
    </div>
  );
}
