import { useState } from 'react';
import { useLocation } from 'react-router-dom';
import { NewPasswordForm } from '../../../features/account/components/new-password-form';
import { AuthCard } from '../../../features/auth/components/auth-card';
import { MfaChallenge } from '../../../features/auth/components/mfa/lazy-mfa-challenge';
import { isInvited } from '../../../features/auth/invited';
import { siteConfig } from '../../../lib/config/site-config';
import type { User } from '../../../lib/session/auth-client';
import { useAuth } from '../../../lib/session/auth-context';
import { lacksPassword } from '../../../lib/session/user-metadata';
import { buttonClass } from '../../../ui/buttons/button';
import { Link } from '../../../ui/navigation/link';
import { Loading } from '../../../ui/feedback/loading';

/** Sets a new password for the signed-in user after a recovery link, or the first one after an invitation. */
export function Page() {
  const { user, mfaUser, loading } = useAuth();
  if (loading)
    return (
      <AuthCard title="Set a new password">
        <Loading label="Loading..." className="py-10" />
      </AuthCard>
    );
  if (mfaUser) return <MfaChallenge user={mfaUser} />;
  if (!user)
    return (
      <AuthCard
        title="This link no longer works"
        lead="It has expired, or you’ve already used this or another link we sent you. Request a new one."
      >
        <div className="grid">
          <Link to="/auth/forgot" className={buttonClass('ink', 'large')}>
            Send a new link
          </Link>
        </div>
      </AuthCard>
    );
  return <NewPassword key={user.id} user={user} />;
}

function NewPassword({ user }: { user: User }) {
  const { productName, appUrl } = siteConfig();
  const invited = isInvited(useLocation().state);
  // Captured on arrival: it changes once the password is set.
  const [isFirst] = useState(() => lacksPassword(user));
  const [changed, setChanged] = useState(false);
  const account = <bdi className="wrap-anywhere">{user.email}</bdi>;
  const success = isFirst
    ? { title: 'Password set', description: 'You can now sign in with your password.' }
    : { title: 'Password changed', description: 'Use your new password the next time you sign in.' };

  if (changed)
    return (
      <AuthCard
        focusHeading
        title={invited ? 'Your account is ready' : success.title}
        lead={
          <>
            You’re signed in as {account}. {success.description}
          </>
        }
      >
        <div className="grid gap-3">
          <a href={appUrl} className={buttonClass('ink', 'large')}>
            Open the app
          </a>
          <Link to="/account/security" className={buttonClass('outline', 'large')}>
            Account security
          </Link>
        </div>
      </AuthCard>
    );
  return (
    <AuthCard
      title={invited ? `Welcome to ${productName}` : isFirst ? 'Choose a password' : 'Set a new password'}
      lead={
        invited ? (
          <>Choose a password for {account} to finish setting up your account.</>
        ) : (
          <>For {account}.</>
        )
      }
    >
      <NewPasswordForm
        email={user.email ?? ''}
        submitLabel={isFirst ? 'Set password' : 'Set new password'}
        size="large"
        onChanged={() => setChanged(true)}
      />
    </AuthCard>
  );
}
