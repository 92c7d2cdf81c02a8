import { Suspense, type ReactNode } from 'react';
import type { User } from '../../lib/session/auth-client';
import { lazyComponent } from '../lazy-component';
import { OpenAppLink } from './app-link';

const Menu = lazyComponent('account menu', async () => (await import('./account-menu')).AccountMenu);
const Links = lazyComponent('account links', async () => (await import('./account-menu')).AccountLinks);

/** The account menu and the link to the app, which appear together. Loaded only for signed-in users. */
export function LazyAccountMenu({ user, fallback }: { user: User; fallback: ReactNode }) {
  return (
    <Suspense fallback={fallback}>
      <Menu user={user} />
      <OpenAppLink />
    </Suspense>
  );
}

/** The links of the account menu, for the mobile menu. */
export function LazyAccountLinks({ user }: { user: User }) {
  return (
    <Suspense>
      <Links user={user} />
    </Suspense>
  );
}
