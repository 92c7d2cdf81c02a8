import type { StaffMember } from '@subscription-site/shared/contracts';
import { pictureUrl, useProfilePicture } from '../../../lib/session/profile-picture';
import { Avatar } from '../../../ui/data-display/avatar';
import { Badge } from '../../../ui/data-display/badge';
import { DownIcon } from '../../../ui/icons/down-icon';
import { Link } from '../../../ui/navigation/link';
import { useSignOut } from '../../layout/use-sign-out';

const ID = 'staff-menu';
const ITEM =
  'flex min-h-11 w-full items-center rounded-control px-3 text-left text-small font-medium no-underline hover:bg-well hover:text-ink';

/** The signed-in staff member, with their account and the sign-out button. */
export function StaffMenu({ staff }: { staff: StaffMember }) {
  const signOut = useSignOut();
  const picture = useProfilePicture(staff.id);
  return (
    <>
      <bdi className="mr-1 max-w-56 truncate text-small text-ink-soft max-lg:hidden">{staff.email}</bdi>
      <button
        type="button"
        popoverTarget={ID}
        className="flex min-h-11 items-center gap-1.5 rounded-control px-1.5 hover:bg-well"
      >
        <Avatar src={pictureUrl(picture, 64)} name={staff.email} className="size-7 text-fine" />
        <DownIcon className="size-4 max-sm:hidden" />
        <span className="sr-only">Account</span>
      </button>
      <div
        id={ID}
        popover="auto"
        className="top-15 right-2 left-auto m-0 w-72 max-w-[calc(100vw-1rem)] rounded-card border border-rule bg-card p-2 text-ink shadow-card lg:right-5"
      >
        <div className="flex flex-wrap items-center justify-between gap-2 border-b border-rule px-3 pt-1 pb-3">
          <p className="min-w-0 text-small font-semibold wrap-anywhere">{staff.email}</p>
          <Badge>{staff.role === 'admin' ? 'Administrator' : 'Support'}</Badge>
        </div>
        <ul className="pt-2">
          <li>
            <Link to="/account/security" className={ITEM}>
              Account security
            </Link>
          </li>
          <li>
            <Link to="/" className={ITEM}>
              Back to the site
            </Link>
          </li>
          <li>
            <button type="button" className={ITEM} onClick={() => void signOut()}>
              Sign out
            </button>
          </li>
        </ul>
      </div>
    </>
  );
}
