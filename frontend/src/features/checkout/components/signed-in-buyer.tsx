import { useAuth } from '../../../lib/session/auth-context';
import type { User } from '../../../lib/session/auth-client';
import { getFullName } from '../../../lib/session/user-metadata';

/** The account the plan will be added to. */
export function SignedInBuyer({ user, onSignOut }: { user: User; onSignOut: () => void }) {
  const { signOut } = useAuth();
  const leave = () => {
    onSignOut();
    void signOut();
  };
  return (
    <div className="border-l-4 border-marker bg-well px-4 py-3">
      <p className="font-semibold">{getFullName(user) || 'Your account'}</p>
      <p className="text-small wrap-anywhere text-ink-soft">{user.email}</p>
      <p className="mt-1 text-small">
        This plan will be added to your account.{' '}
        <button type="button" className="text-link min-h-11" onClick={leave}>
          Not you? Sign out
        </button>
      </p>
    </div>
  );
}
