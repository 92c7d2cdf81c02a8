import { lazy, Suspense, type ComponentType } from 'react';
import { loadChunk } from '../../lib/browser/load-chunk';
import type { User } from '../../lib/session/auth-client';
import { logFault } from '../../lib/log';

const load = () => loadChunk(() => import('./account-menu'));

type ForUser = ComponentType<{ user: User }>;
const Nothing: ForUser = () => null;

/** Without its menu a page is poorer; with an error in its header it would be gone. */
function withoutMenu(fault: unknown): { default: ForUser } {
  logFault('account menu', fault);
  return { default: Nothing };
}

const Menu = lazy<ForUser>(() => load().then(({ AccountMenu }) => ({ default: AccountMenu }), withoutMenu));
const Links = lazy<ForUser>(() =>
  load().then(({ AccountLinks }) => ({ default: AccountLinks }), withoutMenu),
);

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
