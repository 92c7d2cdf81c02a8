import { Suspense } from 'react';
import { useAuth } from '../lib/session/auth-context';
import { lazyComponent } from './lazy-component';

const Alert = lazyComponent(
  'weak password',
  async () => (await import('./weak-password-alert')).WeakPasswordAlert,
);

/** The weak password alert, loaded only for signed-in users. */
export function LazyWeakPasswordAlert() {
  const { user } = useAuth();
  if (!user) return null;
  return (
    <Suspense>
      <Alert user={user} />
    </Suspense>
  );
}
