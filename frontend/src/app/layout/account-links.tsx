import { useNavigate } from 'react-router-dom';
import { useAuth } from '../../lib/session/auth-context';
import type { User } from '../../lib/session/auth-client';
import { hasStaffRole } from '../../lib/session/user-metadata';
import { Link } from '../../ui/navigation/link';
import { toastError, toastSuccess } from '../../ui/feedback/toast';

const ITEM =
  'flex min-h-11 w-full items-center rounded-control px-3 text-left text-small font-medium no-underline hover:bg-marker hover:text-marker-ink';

/** The signed-in user's email, account links, and the sign-out button. */
export function AccountLinks({ user }: { user: User }) {
  const { signOut } = useAuth();
  const navigate = useNavigate();
  const leave = async () => {
    const { error } = await signOut();
    if (error) toastError({ title: 'Sign out failed', description: error.message });
    else {
      toastSuccess({ title: 'Signed out', description: 'You have been signed out on this device.' });
      void navigate('/');
    }
  };
  return (
    <>
      <p className="caption border-b border-rule px-3 pt-1 pb-3 wrap-anywhere">{user.email}</p>
      <ul className="pt-2">
        <li>
          <Link to="/account/security" className={ITEM}>
            Account security
          </Link>
        </li>
        <li>
          <Link to="/pricing" className={ITEM}>
            Billing
          </Link>
        </li>
        {hasStaffRole(user) ? (
          <li>
            <Link to="/admin" className={ITEM}>
              Support console
            </Link>
          </li>
        ) : null}
        <li>
          <button type="button" className={ITEM} onClick={() => void leave()}>
            Sign out
          </button>
        </li>
      </ul>
    </>
  );
}
