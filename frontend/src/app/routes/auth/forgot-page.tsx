import { AuthCard } from '../../../features/auth/components/auth-card';
import { ForgotForm } from '../../../features/auth/components/forgot-form';
import { useAuthParams } from '../../../features/auth/return-path';

/** Requests a password reset email. */
export function Page() {
  const { email } = useAuthParams();
  return (
    <AuthCard
      title="Forgot your password?"
      lead="Enter your email address. If there’s an account for it, we’ll send you a link to reset your password."
    >
      <ForgotForm email={email ?? ''} />
    </AuthCard>
  );
}
