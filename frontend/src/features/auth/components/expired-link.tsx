import type { ReactNode } from 'react';
import { siteConfig } from '../../../lib/config/site-config';
import { useAuth } from '../../../lib/session/auth-context';
import { buttonClass } from '../../../ui/buttons/button';
import { Link } from '../../../ui/navigation/link';
import { NoBreakHyphens } from '../../../ui/data-display/no-break-hyphens';
import type { EmailLink } from '../email-link';
import { AuthCard } from './auth-card';
import { ConfirmationForm } from './confirmation-form';
import { ForgotForm } from './forgot-form';

interface ExpiredText {
  title: string;
  lead: string;
  next: ReactNode;
}

/** Explains that a one-time link was used or has expired, and offers the next step. */
export function ExpiredLink(props: Pick<EmailLink, 'type'> & Partial<Pick<EmailLink, 'confirmsEmail'>>) {
  const { type, confirmsEmail = true } = props;
  const { title, lead, next } = confirmsEmail ? expiredText(type) : expiredCopy();
  return (
    <AuthCard focusHeading title={<NoBreakHyphens>{title}</NoBreakHyphens>} lead={lead}>
      <SignedInAs />
      {next}
    </AuthCard>
  );
}

function expiredText(type: EmailLink['type']): ExpiredText {
  switch (type) {
    case 'signup':
    case 'email':
      return {
        title: 'This confirmation link no longer works',
        lead: 'It has expired or was already used. If you’ve already confirmed your email, just sign in. Otherwise, request a new link.',
        next: <ConfirmationForm email="" />,
      };
    case 'recovery':
      return {
        title: 'This password reset link no longer works',
        lead: 'It has expired, or you’ve already used this or another link we sent you. Request a new one.',
        next: <ForgotForm email="" />,
      };
    case 'payment':
      return {
        title: 'This welcome link no longer works',
        lead: 'It has expired or was already used. Your plan is safe. Sign in with your password, or request a link to set one, which also confirms your email.',
        next: <ForgotForm email="" />,
      };
    case 'invite':
      return {
        title: 'This invitation no longer works',
        lead: 'It has expired or was already accepted. Ask the person who invited you for a new one.',
        next: <SignInLink />,
      };
    case 'email_change':
      return {
        title: 'This email change link no longer works',
        lead: `It has expired or was already used. The change is complete once you’ve opened the links in both emails; until then, your account keeps its current address. Contact ${siteConfig().supportEmail} if you can no longer access it.`,
        next: <SignInLink />,
      };
    default:
      return {
        title: 'This sign-in link no longer works',
        lead: 'It has expired or was already used.',
        next: <SignInLink />,
      };
  }
}

/** Of a welcome email that support sent to another address: a link to set a password would not reach it. */
function expiredCopy(): ExpiredText {
  return {
    title: 'This welcome link no longer works',
    lead: 'It has expired or was already used. Your plan is safe. Sign in with the email of your account and its password.',
    next: <SignInLink />,
  };
}

/** Someone who opens a used link is often the one who used it. */
function SignedInAs() {
  const { user } = useAuth();
  if (!user) return null;
  return (
    <p className="mb-5 text-small">
      You’re signed in as <bdi className="wrap-anywhere">{user.email}</bdi>.{' '}
      <Link to="/account" className="text-link font-semibold">
        Go to your account
      </Link>
    </p>
  );
}

function SignInLink() {
  const { user } = useAuth();
  if (user) return null;
  return (
    <div className="grid">
      <Link to="/auth" className={buttonClass('ink', 'large')}>
        Sign in
      </Link>
    </div>
  );
}
