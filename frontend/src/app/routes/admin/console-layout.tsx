import type { ReactNode } from 'react';
import type { StaffMember } from '@subscription-site/shared/contracts';
import { siteConfig } from '../../../lib/config/site-config';
import { Mark } from '../../../ui/icons/brand-mark';
import { MenuIcon } from '../../../ui/icons/icons';
import { Link } from '../../../ui/navigation/link';
import { LazyWeakPasswordAlert } from '../../lazy-weak-password-alert';
import { SkipLink } from '../../layout/skip-link';
import { ThemeSwitch } from '../../layout/theme-switch';
import { CONSOLE_NAVIGATION, ConsoleNavigation } from './console-navigation';
import { CustomerSearch } from './customer-search';
import { StaffMenu } from './staff-menu';

/**
 * The layout of the support console: a header with search and account, and the sections beside the content. Without a staff member,
 * only the header, as for someone who may not use the console.
 */
export function ConsoleLayout({ staff, children }: { staff?: StaffMember; children: ReactNode }) {
  const { productName } = siteConfig();
  return (
    <div className="min-h-dvh [--text-h2:1.625rem] [--text-h3:1.1875rem]">
      <header className="site-header sticky top-0 z-40 border-b border-rule bg-card print:hidden">
        <SkipLink />
        <div className="flex min-h-14 items-center gap-1 px-2 lg:gap-2 lg:px-5">
          {staff ? (
            <button
              type="button"
              popoverTarget={CONSOLE_NAVIGATION}
              className="grid size-11 shrink-0 place-items-center rounded-control hover:bg-well lg:hidden"
            >
              <MenuIcon />
              <span className="sr-only">Sections</span>
            </button>
          ) : null}
          <Link
            to={staff ? '/admin' : '/'}
            className="flex min-h-11 min-w-0 items-center gap-2.5 rounded-control px-1 lg:w-53"
          >
            <Mark className="size-6.5 shrink-0" />
            <span className="min-w-0 leading-tight">
              <span className="block text-small font-bold tracking-tight wrap-anywhere sm:truncate">
                {productName}
              </span>
              <span className="block text-fine leading-tight text-ink-soft wrap-anywhere sm:truncate">
                Support console
              </span>
            </span>
          </Link>
          {staff ? <CustomerSearch /> : null}
          <div className="ml-auto flex shrink-0 items-center gap-1">
            <ThemeSwitch />
            {staff ? <StaffMenu staff={staff} /> : null}
          </div>
        </div>
      </header>
      <div className="lg:grid lg:grid-cols-[13rem_minmax(0,1fr)]">
        {staff ? <ConsoleNavigation staff={staff} /> : null}
        <main
          id="main"
          tabIndex={-1}
          className="min-w-0 px-4 pt-6 pb-16 wrap-anywhere only:col-span-2 sm:px-6 lg:px-8 lg:pt-8"
        >
          <LazyWeakPasswordAlert />
          {children}
        </main>
      </div>
    </div>
  );
}
