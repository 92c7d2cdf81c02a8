import type { EmailOtpType } from '@supabase/auth-js';
import { Button } from '../../../ui/buttons/button';
import { useLeaving } from '../../../ui/forms/use-leaving';
import { AuthCard } from './auth-card';
import { TermsAgreement } from './terms-agreement';

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
    lead: 'We’ve created an account for you. Accept the invitation and choose a password.',
    submitLabel: 'Accept',
  },
  email_change: {
    title: 'Confirm your new email address',
    lead: 'Confirm the change from both your old and your new address.',
    submitLabel: 'Confirm this email',
  },
};

interface Props {
  type: EmailOtpType;
  verifyUrl: string;
}

/** Uses a one-time link when the button is pressed. The server then redirects to the client that requested it. */
export function ConfirmLink({ type, verifyUrl }: Props) {
  const text = LINK_TEXTS[type] ?? CONFIRM_EMAIL;
  const [leaving, setLeaving] = useLeaving();
  const confirm = () => {
    setLeaving(true);
    window.location.assign(verifyUrl);
  };

  return (
    <AuthCard title={text.title} lead={text.lead}>
      <div className="grid gap-5">
        <Button size="large" busyLabel={leaving && 'One moment...'} onClick={confirm}>
          {text.submitLabel}
        </Button>
        {type === 'invite' ? <TermsAgreement /> : null}
      </div>
    </AuthCard>
  );
}
