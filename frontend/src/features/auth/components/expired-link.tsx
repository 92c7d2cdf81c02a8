import type { ReactNode } from 'react';
import { siteConfig } from '../../../lib/config/site-config';
import { buttonClass } from '../../../ui/button';
import { Link } from '../../../ui/link';
import { WholeWords } from '../../../ui/whole-words';
import type { MailLink } from '../mail-link';
import { AuthLayout } from './auth-layout';
import { ConfirmationForm } from './confirmation-form';
import { ForgotForm } from './forgot-form';

interface Face {
  title: string;
  lead: string;
  next: ReactNode;
}

/** A one-time link that was used or has expired: what it was, and how to get on. */
export function ExpiredLink({ type }: { type: MailLink['type'] }) {
  const { title, lead, next } = faceOf(type);
  return (
    <AuthLayout arriving title={<WholeWords>{title}</WholeWords>} lead={lead}>
      {next}
    </AuthLayout>
  );
}

function faceOf(type: MailLink['type']): Face {
  switch (type) {
    case 'signup':
    case 'email':
      return {
        title: 'This confirmation link no longer works',
        lead: "It has expired or was already used. If you've already confirmed your email, just sign in. Otherwise, request a new link. Only the most recent link works.",
        next: <ConfirmationForm email="" />,
      };
    case 'recovery':
      return {
        title: 'This password reset link no longer works',
        lead: 'It has expired or was already used. Request a new one. Only the most recent link works.',
        next: <ForgotForm email="" />,
      };
    case 'payment':
      return {
        title: 'This welcome link no longer works',
        lead: 'It has expired or was already used. Your plan is safe. Sign in with the password you chose at checkout, or request a link to set a new one, which also confirms your email.',
        next: <ForgotForm email="" />,
      };
    case 'invite':
      return {
        title: 'This invitation no longer works',
        lead: 'It has expired or was already accepted. Ask the person who invited you for a new one.',
        next: <WayIn />,
      };
    case 'email_change':
      return {
        title: 'This email change link no longer works',
        lead: `It has expired or was already used. Your account keeps its current email. Contact ${siteConfig().supportEmail} if you can no longer access it.`,
        next: <WayIn />,
      };
    default:
      return {
        title: 'This sign-in link no longer works',
        lead: 'It has expired or was already used.',
        next: <WayIn />,
      };
  }
}

function WayIn() {
  return (
    <Link to="/auth" className={buttonClass('ink', 'large')}>
      Sign in
    </Link>
  );
}
