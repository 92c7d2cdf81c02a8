import { useAuth } from '../../../lib/session/auth-context';
import type { User } from '../../../lib/session/auth-client';
import { fullNameOf } from '../../../lib/session/person';

/** Says whose account the plan joins. */
export function SignedInBuyer({ user }: { user: User }) {
  const { signOut } = useAuth();
  return (
    <div className="border-l-4 border-marker bg-well px-4 py-3">
      <p className="font-semibold">{fullNameOf(user) || 'Your account'}</p>
      <p className="text-small break-all text-ink-soft">{user.email}</p>
      <p className="mt-1 text-small">
        The plan joins this account.{' '}
        <button type="button" className="inked" onClick={() => void signOut()}>
          Not you? Sign out
        </button>
      </p>
    </div>
  );
}
