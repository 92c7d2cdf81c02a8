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
        lead: 'It has expired, or it was used already. If you have confirmed before, simply sign in. Otherwise have a new one sent; only the latest works.',
        next: <ConfirmationForm email="" />,
      };
    case 'recovery':
      return {
        title: 'This link to a new password no longer works',
        lead: 'It has expired, or it was used already. Have a new one sent; only the latest works.',
        next: <ForgotForm email="" />,
      };
    case 'payment':
      return {
        title: 'This welcome link no longer works',
        lead: 'It has expired, or it was used already. Your plan is safe: sign in with the password you chose when paying, or have a link sent that sets a new one and confirms your address as well.',
        next: <ForgotForm email="" />,
      };
    case 'invite':
      return {
        title: 'This invitation no longer works',
        lead: 'It has expired, or it was accepted already. Ask whoever invited you for a new one.',
        next: <WayIn />,
      };
    case 'email_change':
      return {
        title: 'This link to your new address no longer works',
        lead: `It has expired, or it was used already. Your account keeps the address it has; write to ${siteConfig().supportEmail} if that one is lost.`,
        next: <WayIn />,
      };
    default:
      return {
        title: 'This sign-in link no longer works',
        lead: 'It has expired, or it was used already.',
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
