import { HEADER_LINKS } from '../../content/site-map';
import { siteConfig } from '../../lib/config/site-config';
import { useAuth } from '../../lib/session/auth-context';
import { WordMark } from '../../ui/brand-mark';
import { buttonClass } from '../../ui/button';
import { classNames } from '../../ui/class-names';
import { Link, useIsPresent } from '../../ui/link';
import { isKnownPage } from '../routes';
import { LazyAccountMenu } from './lazy-account';
import { LoginLink } from './login-link';
import { MobileMenu } from './mobile-menu';
import { ThemeSwitch } from './theme-switch';

const LINKS = HEADER_LINKS.filter(({ path }) => isKnownPage(path));

/** Top of every page. Links to pages that do not exist are left out. */
export function SiteHeader() {
  const { user } = useAuth();
  const isPresent = useIsPresent();
  const { productName } = siteConfig();
  // The account menu needs room beside the links: with it, the small menu stays for longer.
  const wide = user ? 'min-[84rem]:flex' : 'xl:flex';
  return (
    <header className="site-header sticky top-0 z-40 border-b border-rule bg-paper/95 backdrop-blur-sm print:hidden">
      <div className="mx-auto flex h-16 max-w-[84rem] items-center gap-4 px-5">
        <Link to="/" aria-label={`${productName}, home`} className="flex min-w-0 items-center">
          <WordMark name={productName} />
        </Link>
        <nav aria-label="Main" className={classNames('hidden flex-1 shrink-0 items-center gap-0.5', wide)}>
          {LINKS.map(({ path, label }) => (
            <Link
              key={path}
              to={path}
              aria-current={isPresent(path) ? 'page' : undefined}
              className="px-2 py-2.5 text-small font-medium whitespace-nowrap text-ink-soft hover:bg-marker hover:text-marker-ink aria-[current]:text-ink aria-[current]:underline aria-[current]:decoration-2 aria-[current]:underline-offset-8"
            >
              {label}
            </Link>
          ))}
        </nav>
        <div className={classNames('ml-auto hidden shrink-0 items-center gap-2', wide)}>
          <ThemeSwitch />
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
