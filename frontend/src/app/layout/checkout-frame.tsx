import type { ReactNode } from 'react';
import { LEGAL_LINKS } from '../../content/site-map';
import { siteConfig } from '../../lib/config/site-config';
import { WordMark } from '../../ui/icons/brand-mark';
import { Link } from '../../ui/navigation/link';
import { ConfirmEmailAlert } from '../confirm-email-alert';
import { LazyWeakPasswordAlert } from '../lazy-weak-password-alert';
import { LinkErrorAlert } from '../link-error-alert';
import { SkipLink } from './skip-link';

/** The layout of the checkout. Its only links lead back, or open a legal page in a new tab. */
export function CheckoutFrame({ children }: { children: ReactNode }) {
  return (
    <div className="group flex min-h-dvh flex-col">
      <Header />
      <main id="main" tabIndex={-1} className="flex-1">
        <LinkErrorAlert />
        <ConfirmEmailAlert />
        <LazyWeakPasswordAlert />
        {children}
      </main>
      <Footer />
    </div>
  );
}

function Header() {
  const { productName } = siteConfig();
  return (
    <header className="site-header border-b border-rule print:hidden">
      <SkipLink />
      <div className="mx-auto flex min-h-16 max-w-page flex-wrap items-center justify-between gap-x-5 px-5">
        <Link to="/" aria-label={`${productName}, home`} className="flex min-h-11 min-w-0 items-center">
          <WordMark name={productName} />
        </Link>
        <Link
          to="/pricing"
          className="text-link inline-flex min-h-11 shrink-0 items-center text-small font-semibold group-has-[main_a[href='/pricing']]:hidden"
        >
          Back to plans
        </Link>
      </div>
    </header>
  );
}

function Footer() {
  return (
    <footer className="mt-20 border-t border-rule print:hidden">
      <nav aria-label="Legal" className="mx-auto max-w-page px-5 py-6">
        <ul className="flex flex-wrap gap-x-6 text-small text-ink-soft">
          {LEGAL_LINKS.map(({ path, label }) => (
            <li key={path}>
              <Link
                to={path}
                target="_blank"
                className="inline-flex min-h-11 items-center hover:underline sm:min-h-8"
              >
                {label}
              </Link>
            </li>
          ))}
        </ul>
      </nav>
    </footer>
  );
}
