import { useNavigate } from 'react-router-dom';
import { BILLING_PATH } from '../../lib/billing-paths';
import type { User } from '../../lib/session/auth-client';
import { pictureUrl, useProfilePicture } from '../../lib/session/profile-picture';
import { getDisplayName, hasStaffRole } from '../../lib/session/user-metadata';
import { Avatar } from '../../ui/data-display/avatar';
import { Link } from '../../ui/navigation/link';
import { useSignOut } from './use-sign-out';

const ITEM =
  'flex min-h-11 w-full items-center rounded-control px-3 text-left text-small font-medium no-underline hover:bg-well hover:text-ink';

/** The signed-in user's email, account links, and the sign-out button. */
export function AccountLinks({ user }: { user: User }) {
  const signOut = useSignOut();
  const navigate = useNavigate();
  const picture = useProfilePicture(user.id);
  const leave = async () => {
    if (await signOut()) void navigate('/');
  };
  return (
    <>
      <div className="flex items-center gap-3 border-b border-rule px-3 pt-1 pb-3">
        <Avatar src={pictureUrl(picture, 64)} name={getDisplayName(user)} className="size-8 text-fine" />
        <p className="caption min-w-0 wrap-anywhere">{user.email}</p>
      </div>
      <ul className="pt-2">
        <li>
          <Link to="/account" className={ITEM}>
            Account
          </Link>
        </li>
        <li>
          <Link to={BILLING_PATH} className={ITEM}>
            Billing
          </Link>
        </li>
        <li>
          <Link to="/account/profile" className={ITEM}>
            Profile
          </Link>
        </li>
        <li>
          <Link to="/account/security" className={ITEM}>
            Account security
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
