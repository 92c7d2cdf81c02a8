import { useState } from 'react';
import { ApiError } from '../../../lib/api/api-error';
import { errorMessage } from '../../../lib/api/messages';
import { siteConfig } from '../../../lib/config/site-config';
import { weakPasswordMessage } from '../../../lib/form-validation';
import { useAuth } from '../../../lib/session/auth-context';
import { Button, buttonClass } from '../../../ui/buttons/button';
import { FormErrorAlert } from '../../../ui/forms/form-error-alert';
import { Link } from '../../../ui/navigation/link';
import { useSubmit } from '../../../ui/forms/use-submit';
import { verifyPayment, type PaymentConfirmation } from '../api/verify-payment';
import type { EmailLink } from '../email-link';
import { AuthCard } from './auth-card';
import { ConfirmedScreen } from './confirmed-screen';
import { ExpiredLink } from './expired-link';
import { PaymentChoices } from './payment-choices';

/** Error message for the password field, if the error concerns it. */
function toPasswordError({ code, message, details }: ApiError, confirmsEmail: boolean): string | undefined {
  if (code === 'invalid_credentials')
    return `That isn’t the password for this account. Try again${confirmsEmail ? ' or set a new one' : ''}.`;
  const reasons = details['reasons'];
  return code === 'weak_password'
    ? weakPasswordMessage(Array.isArray(reasons) ? (reasons as string[]) : [], message)
    : undefined;
}

const EXPIRED = 'It has expired or was already used.';

/**
 * Landing page of the welcome email after a payment: asks the owner of the address whether the account is
 * theirs. The link in an email that support sent to another address only signs in.
 */
export function ConfirmPayment(props: Pick<EmailLink, 'tokenHash' | 'hasPassword' | 'confirmsEmail'>) {
  const { tokenHash, hasPassword, confirmsEmail } = props;
  const { user, connect } = useAuth();
  const { busy, formError, run } = useSubmit();
  const [outcome, setOutcome] = useState<'open' | 'confirmed' | 'reported' | 'expired'>('open');

  /** Returns the error of the password field, if any. */
  const submit = async (confirmation: PaymentConfirmation): Promise<string | undefined> => {
    let passwordError: string | undefined;
    await run(async () => {
      try {
        const session = await verifyPayment(tokenHash, confirmation);
        const { access_token, refresh_token } = session;
        if (access_token && refresh_token)
          await (await connect()).setSession({ access_token, refresh_token });
        setOutcome(confirmation.report_unrecognized ? 'reported' : 'confirmed');
        return undefined;
      } catch (error) {
        if (!(error instanceof ApiError)) throw error;
        if (error.code === 'otp_expired') {
          setOutcome('expired');
          return { title: 'This link no longer works', description: EXPIRED, shownElsewhere: true };
        }
        passwordError = toPasswordError(error, confirmsEmail);
        const description = passwordError ?? errorMessage(error);
        return { title: 'That didn’t work', description, shownElsewhere: Boolean(passwordError) };
      }
    });
    return passwordError;
  };

  if (outcome === 'confirmed') return <ConfirmedScreen />;
  if (outcome === 'expired') return <ExpiredLink type="payment" confirmsEmail={confirmsEmail} />;
  if (outcome === 'reported')
    return (
      <AuthCard
        title="Thanks for letting us know"
        lead="The password for that account no longer works, and everyone has been signed out. Our support team will look into the payment."
      >
        <div className="grid">
          <Link to="/" className={buttonClass('outline', 'large')}>
            Back to Home
          </Link>
        </div>
      </AuthCard>
    );
  return (
    <AuthCard
      title={confirmsEmail ? 'Is this your account?' : 'Sign in to your account'}
      lead={leadFor(props)}
    >
      <FormErrorAlert error={formError} />
      {user && confirmsEmail ? (
        <Button
          size="large"
          className="my-5 w-full"
          busyLabel={busy && 'One moment...'}
          onClick={() => void submit({})}
        >
          Confirm as {user.email}
        </Button>
      ) : null}
      <PaymentChoices
        busy={busy}
        signedIn={Boolean(user)}
        hasPassword={hasPassword}
        confirmsEmail={confirmsEmail}
        onConfirm={submit}
      />
    </AuthCard>
  );
}

function leadFor({ hasPassword, confirmsEmail }: Pick<EmailLink, 'hasPassword' | 'confirmsEmail'>): string {
  if (!confirmsEmail) {
    const situation = 'Our support team sent you this email, but your account still uses another address.';
    const allowed = hasPassword ? ' You can sign in with the password you chose at checkout.' : '';
    return `${situation} This link can’t confirm or change it.${allowed}`;
  }
  const question = hasPassword
    ? 'Confirm this email is yours.'
    : 'Choose a password to confirm this email is yours.';
  return `A plan for ${siteConfig().productName} was purchased with your email address. ${question}`;
}
