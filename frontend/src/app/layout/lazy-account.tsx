import { Suspense } from 'react';
import type { User } from '../../lib/session/auth-client';
import { lazyComponent } from '../lazy-component';

const Menu = lazyComponent('account menu', async () => (await import('./account-menu')).AccountMenu);
const Links = lazyComponent('account links', async () => (await import('./account-menu')).AccountLinks);

/** The account menu, loaded only for signed-in users. */
export function LazyAccountMenu({ user }: { user: User }) {
  return (
    <Suspense fallback={<span className="w-26" />}>
      <Menu user={user} />
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
