import { useState } from 'react';
import { useNavigate } from 'react-router-dom';
import type { EmailOtpType } from '@supabase/auth-js';
import { failureOf } from '../../../lib/session/auth-failure';
import { useAuth } from '../../../lib/session/auth-context';
import { Button, buttonClass } from '../../../ui/button';
import { FormProblem } from '../../../ui/form-problem';
import { Link } from '../../../ui/link';
import { useSubmission } from '../../../ui/use-submission';
import { INVITED } from '../invited';
import { AcceptingTerms } from './accepting-terms';
import { AuthLayout } from './auth-layout';
import { ConfirmedFace } from './confirmed-face';
import { ExpiredLink } from './expired-link';

interface Words {
  title: string;
  lead: string;
  press: string;
}

const CONFIRM_ADDRESS: Words = {
  title: 'Confirm your email address',
  lead: 'Click below to confirm your email address.',
  press: 'Confirm email',
};
const WORDS: Partial<Record<EmailOtpType, Words>> = {
  recovery: {
    title: 'Set a new password',
    lead: 'Continue to choose a new password for your account.',
    press: 'Continue',
  },
  magiclink: { title: 'Sign in', lead: 'Continue to sign in with this link.', press: 'Sign in' },
  invite: {
    title: 'Accept the invitation',
    lead: "We've created an account for you. Accept the invitation and choose a password.",
    press: 'Accept',
  },
  email_change: {
    title: 'Confirm your new email address',
    lead: 'Confirm the change from both your old and your new address.',
    press: 'Confirm this email',
  },
};

/** Title of the toast; the page says more. */
const EXPIRED = 'This link no longer works';

interface Props {
  tokenHash: string;
  type: EmailOtpType;
  goOn: string | undefined;
  /** Set for the link of a client elsewhere, which the server sends on to it. */
  follow: string | undefined;
}

/** Uses a one-time link, when its button is pressed. */
export function ConfirmLink({ tokenHash, type, goOn, follow }: Props) {
  const { connect } = useAuth();
  const navigate = useNavigate();
  const { busy, problem, run } = useSubmission();
  const [outcome, setOutcome] = useState<'open' | 'confirmed' | 'half' | 'expired'>('open');
  const words = WORDS[type] ?? CONFIRM_ADDRESS;

  const press = () =>
    run(async () => {
      if (follow) {
        window.location.assign(follow);
        return undefined;
      }
      const { data, error } = await (await connect()).verifyOtp({ token_hash: tokenHash, type });
      const failure = failureOf(error);
      if (failure?.code === 'otp_expired') {
        setOutcome('expired');
        return { title: EXPIRED, description: failure.message, shownElsewhere: true };
      }
      if (failure)
        return {
          title: "That didn't work",
          description: failure.message,
        };
      if (type === 'recovery') void navigate('/auth/reset', { replace: true });
      else if (type === 'invite') void navigate('/auth/reset', { replace: true, state: INVITED });
      else if (!data.session) setOutcome('half');
      else if (goOn) void navigate(goOn, { replace: true });
      else setOutcome('confirmed');
      return undefined;
    });

  if (outcome === 'confirmed')
    return <ConfirmedFace signedIn={type === 'magiclink'} changed={type === 'email_change'} />;
  if (outcome === 'expired') return <ExpiredLink type={type} />;
  if (outcome === 'half')
    return (
      <AuthLayout
        title="One more step"
        lead="Now click the link we sent to your other address, old or new. Your email changes once you confirm both."
      >
        <Link to="/" className={buttonClass('outline', 'large')}>
          Back to Home
        </Link>
      </AuthLayout>
    );
  return (
    <AuthLayout title={words.title} lead={words.lead}>
      <div className="grid gap-5">
        <FormProblem problem={problem} />
        <Button size="large" busyLabel={busy && 'One moment...'} onClick={() => void press()}>
          {words.press}
        </Button>
        {type === 'invite' ? <AcceptingTerms /> : null}
      </div>
    </AuthLayout>
  );
}
