import type { User } from '../../../lib/session/auth-client';
import { useSignInMethods } from '../../../lib/session/sign-in-methods';
import { AccountContent } from './account-content';
import { EmailSection } from './email-section';
import { FullNameSection } from './full-name-section';
import { PhoneSection } from './phone-section';
import { ProfilePictureSection } from './profile-picture/profile-picture-section';

/** Who the user is and how we reach them. */
export function ProfileScreen({ user }: { user: User }) {
  const { phone } = useSignInMethods();
  return (
    <AccountContent title="Profile" user={user}>
      {(account) => (
        <>
          <FullNameSection account={account} />
          <ProfilePictureSection user={account} />
          <EmailSection account={account} />
          {phone ? <PhoneSection account={account} /> : null}
        </>
      )}
    </AccountContent>
  );
}
