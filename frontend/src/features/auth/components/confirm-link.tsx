import { useState } from 'react';
import { useNavigate } from 'react-router-dom';
import type { EmailOtpType } from '@supabase/auth-js';
import { toAuthFailure } from '../../../lib/session/auth-failure';
import { useAuth } from '../../../lib/session/auth-context';
import { Button, buttonClass } from '../../../ui/buttons/button';
import { Card } from '../../../ui/layout/card';
import { FormErrorAlert } from '../../../ui/forms/form-error-alert';
import { Link } from '../../../ui/navigation/link';
import { useSubmit } from '../../../ui/forms/use-submit';
import { INVITED } from '../invited';
import { TermsAgreement } from './terms-agreement';
import { AuthLayout } from './auth-layout';
import { ConfirmedScreen } from './confirmed-screen';
import { ExpiredLink } from './expired-link';

interface LinkText {
  title: string;
  lead: string;
  submitLabel: string;
}

const CONFIRM_EMAIL: LinkText = {
  title: 'Confirm your email address',
  lead: 'Click below to confirm your email address.',
  submitLabel: 'Confirm email',
};
const LINK_TEXTS: Partial<Record<EmailOtpType, LinkText>> = {
  recovery: {
    title: 'Set a new password',
    lead: 'Continue to choose a new password for your account.',
    submitLabel: 'Continue',
  },
  magiclink: { title: 'Sign in', lead: 'Continue to sign in with this link.', submitLabel: 'Sign in' },
  invite: {
    title: 'Accept the invitation',
    lead: "We've created an account for you. Accept the invitation and choose a password.",
    submitLabel: 'Accept',
  },
  email_change: {
    title: 'Confirm your new email address',
    lead: 'Confirm the change from both your old and your new address.',
    submitLabel: 'Confirm this email',
  },
};

/** Title of the toast; the page shows the details. */
const EXPIRED = 'This link no longer works';

interface Props {
  tokenHash: string;
  type: EmailOtpType;
  redirectPath: string | undefined;
  /** Set for PKCE links of other clients; the server redirects to the client. */
  verifyUrl: string | undefined;
}

/** Uses a one-time link when the button is pressed. */
export function ConfirmLink({ tokenHash, type, redirectPath, verifyUrl }: Props) {
  const { connect } = useAuth();
  const navigate = useNavigate();
  const { busy, formError, run } = useSubmit();
  const [outcome, setOutcome] = useState<'open' | 'confirmed' | 'half' | 'expired'>('open');
  const text = LINK_TEXTS[type] ?? CONFIRM_EMAIL;

  const confirm = () =>
    run(async () => {
      if (verifyUrl) {
        window.location.assign(verifyUrl);
        return undefined;
      }
      const { data, error } = await (await connect()).verifyOtp({ token_hash: tokenHash, type });
      const failure = toAuthFailure(error);
      if (failure?.code === 'otp_expired') {
        setOutcome('expired');
        return { title: EXPIRED, description: failure.message, shownInline: true };
      }
      if (failure)
        return {
          title: "That didn't work",
          description: failure.message,
        };
      if (type === 'recovery') void navigate('/auth/reset', { replace: true });
      else if (type === 'invite') void navigate('/auth/reset', { replace: true, state: INVITED });
      else if (!data.session) setOutcome('half');
      else if (redirectPath) void navigate(redirectPath, { replace: true });
      else setOutcome('confirmed');
      return undefined;
    });

  if (outcome === 'confirmed')
    return <ConfirmedScreen signedIn={type === 'magiclink'} emailChanged={type === 'email_change'} />;
  if (outcome === 'expired') return <ExpiredLink type={type} />;
  if (outcome === 'half')
    return (
      <AuthLayout
        title="One more step"
        lead="Now click the link we sent to your other address, old or new. Your email changes once you confirm both."
      >
        <Card className="grid">
          <Link to="/" className={buttonClass('outline', 'large')}>
            Back to Home
          </Link>
        </Card>
      </AuthLayout>
    );
  return (
    <AuthLayout title={text.title} lead={text.lead}>
      <Card className="grid gap-5">
        <FormErrorAlert error={formError} />
        <Button size="large" busyLabel={busy && 'One moment...'} onClick={() => void confirm()}>
          {text.submitLabel}
        </Button>
        {type === 'invite' ? <TermsAgreement /> : null}
      </Card>
    </AuthLayout>
  );
}
