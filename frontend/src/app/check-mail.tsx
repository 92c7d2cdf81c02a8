import { useLocation } from 'react-router-dom';
import { NEW_CONFIRMATION_PATH } from '../lib/session/link-trouble';
import { useAuth } from '../lib/session/auth-context';
import { signedUpAs } from '../lib/signed-up';
import { useInBrowser } from '../lib/use-in-browser';
import { Link } from '../ui/link';
import { Notice } from '../ui/notice';

/** Whoever has just signed up reads at the top of the page what to do next; the toast that says so, too, goes away. */
export function CheckMail() {
  const { state } = useLocation() as { state: unknown };
  const { user } = useAuth();
  // The history remembers it over a reload; a page rendered beforehand does not.
  const inBrowser = useInBrowser();
  const email = inBrowser ? signedUpAs(state) : undefined;
  if (!email || user) return null;
  return (
    <div className="mx-auto max-w-page px-5 pt-6">
      <Notice tone="good" title="Check your email">
        <p>
          We sent a link to <span className="wrap-anywhere">{email}</span>. Click it to confirm your email,
          then sign in.
        </p>
        <p className="mt-2">
          <Link to={NEW_CONFIRMATION_PATH} className="inked">
            Resend the email
          </Link>
        </p>
      </Notice>
    </div>
  );
}
