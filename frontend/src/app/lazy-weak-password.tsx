import { Suspense } from 'react';
import { useAuth } from '../lib/session/auth-context';
import { lazyPart } from './lazy-part';

const Note = lazyPart('weak password', async () => (await import('./weak-password')).WeakPassword);

/** The word about a weak password, whose code only those who are signed in load. */
export function LazyWeakPassword() {
  const { user } = useAuth();
  if (!user) return null;
  return (
    <Suspense>
      <Note user={user} />
    </Suspense>
  );
}
