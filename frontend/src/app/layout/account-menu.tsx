import { useEffect, useId, useRef, useState } from 'react';
import { useLocation } from 'react-router-dom';
import type { User } from '../../lib/session/auth-client';
import { pictureUrl, useProfilePicture } from '../../lib/session/profile-picture';
import { getDisplayName } from '../../lib/session/user-metadata';
import { Avatar } from '../../ui/data-display/avatar';
import { DownIcon } from '../../ui/icons/down-icon';
import { AccountLinks } from './account-links';

export { AccountLinks };

/** The account menu in the header. Closes on Escape, outside interaction, and navigation. */
export function AccountMenu({ user }: { user: User }) {
  const [openAt, setOpenAt] = useState<string>();
  const { key } = useLocation();
  const open = openAt === key;
  const root = useRef<HTMLDivElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  const id = useId();
  const picture = useProfilePicture(user.id);
  useEffect(() => {
    if (!open) return undefined;
    const closeOutside = (event: Event) => {
      if (event.target instanceof Node && !root.current?.contains(event.target)) setOpenAt(undefined);
    };
    const closeOnEscape = (event: KeyboardEvent) => {
      if (event.key !== 'Escape') return;
      setOpenAt(undefined);
      button.current?.focus();
    };
    document.addEventListener('pointerdown', closeOutside);
    document.addEventListener('focusin', closeOutside);
    document.addEventListener('keydown', closeOnEscape);
    return () => {
      document.removeEventListener('pointerdown', closeOutside);
      document.removeEventListener('focusin', closeOutside);
      document.removeEventListener('keydown', closeOnEscape);
    };
  }, [open]);
  return (
    <div ref={root} className="relative">
      <button
        ref={button}
        type="button"
        aria-expanded={open}
        aria-controls={id}
        onClick={() => setOpenAt(open ? undefined : key)}
        className="flex min-h-11 items-center gap-2 rounded-control px-2.5 text-small font-semibold hover:bg-well"
      >
        <Avatar src={pictureUrl(picture, 64)} name={getDisplayName(user)} className="size-7 text-fine" />
        Account
        <DownIcon className="size-4" />
      </button>
      <div
        id={id}
        hidden={!open}
        className="absolute right-0 mt-2 w-72 rounded-card border border-rule bg-card p-2 shadow-card"
      >
        <AccountLinks user={user} />
      </div>
    </div>
  );
}
