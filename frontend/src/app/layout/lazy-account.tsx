import { Suspense } from 'react';
import type { User } from '../../lib/session/auth-client';
import { lazyPart } from '../lazy-part';

const Menu = lazyPart('account menu', async () => (await import('./account-menu')).AccountMenu);
const Links = lazyPart('account links', async () => (await import('./account-menu')).AccountLinks);

/** The account menu, whose code only those who are signed in load. */
export function LazyAccountMenu({ user }: { user: User }) {
  return (
    <Suspense>
      <Menu user={user} />
    </Suspense>
  );
}

/** Its contents alone, for the menu of small screens. */
export function LazyAccountLinks({ user }: { user: User }) {
  return (
    <Suspense>
      <Links user={user} />
    </Suspense>
  );
}
