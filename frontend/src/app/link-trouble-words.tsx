import type { ReactNode } from 'react';
import { siteConfig } from '../lib/config/site-config';
import { NEW_CONFIRMATION_PATH } from '../lib/session/link-trouble';
import { Link } from '../ui/link';
import { Notice } from '../ui/notice';

/** What went wrong, by the code of the authentication service, and the way on. */
export function LinkTroubleWords({ code }: { code: string }) {
  const { title, text } = wordsFor(code);
  return (
    <div className="mx-auto max-w-page px-5 pt-6">
      <Notice tone="danger" title={title}>
        {text}
      </Notice>
    </div>
  );
}

/** Coming back from another site. */
const ELSEWHERE: Record<string, { title: string; text: string }> = {
  bad_oauth_state: {
    title: 'That was not completed',
    text: 'It took too long, or was begun in another browser. Please begin again.',
  },
  bad_oauth_callback: {
    title: 'You were not signed in',
    text: 'You did not agree at the other site, or it did not confirm who you are. Try again, or take another way.',
  },
  provider_email_needs_verification: {
    title: 'Check your mail',
    text: 'The other site does not vouch for your address. So we sent a mail there: open its link, then sign in again.',
  },
  email_address_not_provided: {
    title: 'You were not signed in',
    text: 'The other site did not tell us your email address. Allow it there, or take another way.',
  },
  identity_already_exists: {
    title: 'Not connected',
    text: 'That account opens another account of ours already.',
  },
  signup_disabled: { title: 'You were not signed in', text: 'New accounts are not open here.' },
};

/** A link and a provider can both meet these. */
const IN_A_WHILE = ['unexpected_failure', 'request_timeout', 'over_request_rate_limit'];

function wordsFor(code: string): { title: string; text: ReactNode } {
  const { supportEmail } = siteConfig();
  const elsewhere = Object.hasOwn(ELSEWHERE, code) ? ELSEWHERE[code] : undefined;
  if (elsewhere) return { title: elsewhere.title, text: <p>{elsewhere.text}</p> };
  if (IN_A_WHILE.includes(code))
    return {
      title: 'That did not work',
      text: (
        <p>
          It could not be done just now. Wait a minute, then try it once more. If that does not help, write to{' '}
          {supportEmail}.
        </p>
      ),
    };
  if (code === 'otp_expired')
    return {
      title: 'This link no longer works',
      text: (
        <>
          <p>It has expired, or it was used already; only the link of the latest mail works.</p>
          <ul className="mt-2 flex flex-wrap gap-x-6 gap-y-2">
            <WayOn to="/auth">Sign in</WayOn>
            <WayOn to={NEW_CONFIRMATION_PATH}>Get a new confirmation mail</WayOn>
            <WayOn to="/auth/forgot">Get a link to a new password</WayOn>
          </ul>
        </>
      ),
    };
  if (code === 'user_banned')
    return { title: 'This account is locked', text: <p>Write to {supportEmail}, and we look into it.</p> };
  return {
    title: 'The link could not be opened',
    text: (
      <p>
        Wait a minute and open it from the mail once more. If that does not help, write to {supportEmail}.
      </p>
    ),
  };
}

function WayOn({ to, children }: { to: string; children: ReactNode }) {
  return (
    <li>
      <Link to={to} className="inked">
        {children}
      </Link>
    </li>
  );
}
