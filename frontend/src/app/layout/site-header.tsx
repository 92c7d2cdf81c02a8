import { Link, NavLink } from 'react-router-dom';
import { HEADER_LINKS } from '../../content/site-map';
import { siteConfig } from '../../lib/config/site-config';
import { useAuth } from '../../lib/session/auth-context';
import { WordMark } from '../../ui/brand-mark';
import { buttonClass } from '../../ui/button';
import { classNames } from '../../ui/class-names';
import { isKnownPage } from '../routes';
import { LazyAccountMenu } from './lazy-account';
import { LoginLink } from './login-link';
import { MobileMenu } from './mobile-menu';

const LINKS = HEADER_LINKS.filter(({ path }) => isKnownPage(path));

/** Top of every page. Links to pages that do not exist are left out. */
export function SiteHeader() {
  const { user } = useAuth();
  const { productName } = siteConfig();
  return (
    <header className="sticky top-0 z-40 border-b border-rule bg-paper/95 backdrop-blur-sm">
      <div className="mx-auto flex h-16 max-w-page items-center gap-6 px-5">
        <Link to="/" aria-label={`${productName}, home`} className="flex shrink-0 items-center">
          <WordMark name={productName} />
        </Link>
        <nav aria-label="Main" className="hidden flex-1 items-center gap-1 lg:flex">
          {LINKS.map(({ path, label }) => (
            <NavLink
              key={path}
              to={path}
              className={({ isActive }) =>
                classNames(
                  'px-3 py-2.5 text-small font-medium hover:bg-marker hover:text-marker-ink',
                  isActive ? 'text-ink underline decoration-2 underline-offset-8' : 'text-ink-soft',
                )
              }
            >
              {label}
            </NavLink>
          ))}
        </nav>
        <div className="ml-auto hidden items-center gap-2 lg:flex">
          <LoginLink />
          <Link to="/pricing" className={buttonClass('ink')}>
            Get Started
          </Link>
          {user ? <LazyAccountMenu user={user} /> : null}
        </div>
        <MobileMenu />
      </div>
    </header>
  );
}
