import { AuthLayout } from '../../../features/auth/components/auth-layout';
import { NewPasswordForm } from '../../../features/auth/components/new-password-form';
import { SecondStep } from '../../../features/auth/components/lazy-second-step';
import { useAuth } from '../../../lib/session/auth-context';
import { buttonClass } from '../../../ui/button';
import { Link } from '../../../ui/link';
import { Waiting } from '../../../ui/waiting';

/** Sets a new password for whoever is signed in, as after a recovery link. */
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
        lead="It has expired, or it was used already. Ask for a new one; only the latest works."
      >
        <Link to="/auth/forgot" className={buttonClass('ink', 'large')}>
          Send a new link
        </Link>
      </AuthLayout>
    );
  return (
    <AuthLayout title="Set a new password" lead={<>For your account {user.email}.</>}>
      <NewPasswordForm email={user.email ?? ''} />
    </AuthLayout>
  );
}
