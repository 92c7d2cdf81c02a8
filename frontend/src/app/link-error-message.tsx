import type { ReactNode } from 'react';
import { siteConfig } from '../lib/config/site-config';
import { NEW_CONFIRMATION_PATH } from '../lib/session/link-error';
import { Link } from '../ui/navigation/link';
import { Callout } from '../ui/feedback/callout';

/** Message and next steps for an error code of the auth service. */
export function LinkErrorMessage({ code }: { code: string }) {
  const { title, text } = messageFor(code);
  return (
    <div className="mx-auto max-w-page px-5 pt-6">
      <Callout tone="danger" title={title}>
        {text}
      </Callout>
    </div>
  );
}

/** Errors returned by an OAuth callback. */
const OAUTH_ERRORS: Record<string, { title: string; text: string }> = {
  bad_oauth_state: {
    title: 'Sign-in wasn’t completed',
    text: 'It took too long or was started in another browser. Please try again.',
  },
  bad_oauth_callback: {
    title: 'You weren’t signed in',
    text: 'You declined, or the provider didn’t confirm who you are. Try again or sign in another way.',
  },
  provider_email_needs_verification: {
    title: 'Check your email',
    text: 'We couldn’t verify your email with that provider, so we sent you a confirmation email. Click the link in it, then sign in again.',
  },
  email_address_not_provided: {
    title: 'You weren’t signed in',
    text: 'The provider didn’t share your email address. Allow it there or sign in another way.',
  },
  identity_already_exists: {
    title: 'Couldn’t connect account',
    text: 'That account is already connected to a different account.',
  },
  signup_disabled: { title: 'You weren’t signed in', text: 'Sign-ups are disabled.' },
};

/** Errors that links and OAuth callbacks have in common. */
const TEMPORARY_ERRORS = ['unexpected_failure', 'request_timeout', 'over_request_rate_limit'];

function messageFor(code: string): { title: string; text: ReactNode } {
  const { supportEmail } = siteConfig();
  const oauthError = Object.hasOwn(OAUTH_ERRORS, code) ? OAUTH_ERRORS[code] : undefined;
  if (oauthError) return { title: oauthError.title, text: <p>{oauthError.text}</p> };
  if (TEMPORARY_ERRORS.includes(code))
    return {
      title: 'That didn’t work',
      text: (
        <p>
          Something went wrong. Wait a minute and try again. If it still doesn’t work, contact {supportEmail}.
        </p>
      ),
    };
  if (code === 'otp_expired')
    return {
      title: 'This link no longer works',
      text: (
        <>
          <p>It has expired, or you’ve already used this or another link we sent you.</p>
          <ul className="mt-2 flex flex-wrap gap-x-6 gap-y-2">
            <ActionLink to="/auth">Sign in</ActionLink>
            <ActionLink to={NEW_CONFIRMATION_PATH}>Get a new confirmation email</ActionLink>
            <ActionLink to="/auth/forgot">Get a password reset link</ActionLink>
          </ul>
        </>
      ),
    };
  if (code === 'user_banned')
    return {
      title: 'This account is locked',
      text: <p>Contact {supportEmail} and we’ll look into it.</p>,
    };
  return {
    title: 'The link couldn’t be opened',
    text: (
      <p>Wait a minute and open it from the email again. If it still doesn’t work, contact {supportEmail}.</p>
    ),
  };
}

function ActionLink({ to, children }: { to: string; children: ReactNode }) {
  return (
    <li>
      <Link to={to} className="text-link">
        {children}
      </Link>
    </li>
  );
}
