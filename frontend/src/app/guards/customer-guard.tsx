import type { ReactNode } from 'react';
import type { User } from '../../lib/session/auth-client';
import { useAuth } from '../../lib/session/auth-context';
import { Loading } from '../../ui/feedback/loading';
import { RedirectToSignIn } from './redirect-to-sign-in';

/** Requires a fully signed-in user, including MFA. */
export function CustomerGuard({ children }: { children: (user: User) => ReactNode }) {
  const { user, loading } = useAuth();
  if (loading) return <Loading label="Loading..." className="min-h-[50vh]" />;
  return user ? children(user) : <RedirectToSignIn />;
}
