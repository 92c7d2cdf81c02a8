import { useState } from 'react';
import { useLocation } from 'react-router-dom';
import { NewPasswordForm } from '../../../features/account/components/new-password-form';
import { AuthLayout } from '../../../features/auth/components/auth-layout';
import { SecondStep } from '../../../features/auth/components/second-step/lazy-second-step';
import { isInvited } from '../../../features/auth/invited';
import { siteConfig } from '../../../lib/config/site-config';
import type { User } from '../../../lib/session/auth-client';
import { useAuth } from '../../../lib/session/auth-context';
import { lacksPassword } from '../../../lib/session/person';
import { buttonClass } from '../../../ui/button';
import { Card } from '../../../ui/card';
import { Link } from '../../../ui/link';
import { toastSuccess } from '../../../ui/toast';
import { Waiting } from '../../../ui/waiting';

/** Sets a new password for whoever is signed in, as after a recovery link; a first one after an invitation. */
export function Page() {
  const { user, halfway, loading } = useAuth();
  if (loading)
    return (
      <AuthLayout title="Set a new password">
        <Waiting label="Loading..." className="py-24" />
      </AuthLayout>
    );
  if (halfway) return <SecondStep user={halfway} />;
  if (!user)
    return (
      <AuthLayout
        title="This link no longer works"
        lead="It has expired or was already used. Request a new one. Only the most recent link works."
      >
        <Link to="/auth/forgot" className={buttonClass('ink', 'large')}>
          Send a new link
        </Link>
      </AuthLayout>
    );
  return <NewPassword key={user.id} user={user} />;
}

function NewPassword({ user }: { user: User }) {
  const { productName, appUrl } = siteConfig();
  const invited = isInvited(useLocation().state);
  // What the account was when its owner came: with a password it is another one.
  const [first] = useState(() => lacksPassword(user));
  const [changed, setChanged] = useState(false);
  const account = <span className="wrap-anywhere">{user.email}</span>;
  const said = first
    ? { title: 'Password set', description: 'You can now sign in with it.' }
    : { title: 'Password changed', description: 'Use your new password the next time you sign in.' };

  if (changed)
    return (
      <AuthLayout
        arriving
        title={invited ? 'Your account is ready' : said.title}
        lead={
          <>
            You&apos;re signed in as {account}. {said.description}
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
      </AuthLayout>
    );
  return (
    <AuthLayout
      title={invited ? `Welcome to ${productName}` : first ? 'Choose a password' : 'Set a new password'}
      lead={
        invited ? (
          <>Choose a password for {account} to finish setting up your account.</>
        ) : (
          <>For {account}.</>
        )
      }
    >
      <Card>
        <NewPasswordForm
          email={user.email ?? ''}
          press={first ? 'Set password' : 'Set new password'}
          size="large"
          onChanged={() => {
            toastSuccess(said);
            setChanged(true);
          }}
        />
      </Card>
    </AuthLayout>
  );
}
