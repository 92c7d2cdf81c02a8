import { HEADER_LINKS } from '../../content/site-map';
import { siteConfig } from '../../lib/config/site-config';
import { useAuth } from '../../lib/session/auth-context';
import { WordMark } from '../../ui/icons/brand-mark';
import { buttonClass } from '../../ui/buttons/button';
import { Link, useIsCurrent } from '../../ui/navigation/link';
import { isKnownPage } from '../routes';
import { LazyAccountMenu } from './lazy-account';
import { GetStartedLink, LoginLink } from './app-link';
import { MobileMenu } from './mobile-menu';
import { SkipLink } from './skip-link';
import { ThemeSwitch } from './theme-switch';

const LINKS = HEADER_LINKS.filter(({ path }) => isKnownPage(path));

const VISITOR_LINKS = (
  <>
    <LoginLink className={buttonClass('quiet')} />
    <GetStartedLink />
  </>
);

/** Header of every page. Links to unknown pages are left out. */
export function SiteHeader() {
  const { user } = useAuth();
  const isCurrent = useIsCurrent();
  const { productName } = siteConfig();
  return (
    <header className="site-header sticky top-0 z-40 border-b border-rule bg-paper/95 backdrop-blur-sm print:hidden">
      <SkipLink />
      <div className="mx-auto flex h-16 max-w-page items-center gap-3 px-5">
        <Link to="/" aria-label={`${productName}, home`} className="flex min-h-11 min-w-0 items-center">
          <WordMark name={productName} />
        </Link>
        <nav aria-label="Main" className="hidden flex-1 shrink-0 items-center gap-0.5 xl:flex">
          {LINKS.map(({ path, label }) => (
            <Link
              key={path}
              to={path}
              aria-current={isCurrent(path) ? 'page' : undefined}
              className="px-2 py-2.5 text-small font-medium whitespace-nowrap text-ink-soft hover:bg-well hover:text-ink aria-[current]:text-ink aria-[current]:underline aria-[current]:decoration-2 aria-[current]:underline-offset-8"
            >
              {label}
            </Link>
          ))}
        </nav>
        <div className="ml-auto hidden shrink-0 items-center gap-2 xl:flex">
          <ThemeSwitch />
          {user ? <LazyAccountMenu user={user} fallback={VISITOR_LINKS} /> : VISITOR_LINKS}
        </div>
        <MobileMenu />
      </div>
    </header>
  );
}
