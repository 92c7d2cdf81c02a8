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
      <Notice tone="good" title="Check your mail">
        <p>
          A link is on its way to <span className="wrap-anywhere">{email}</span>. It confirms your address,
          and then you can sign in.
        </p>
        <p className="mt-2">
          <Link to={NEW_CONFIRMATION_PATH} className="inked">
            Send it again
          </Link>
        </p>
      </Notice>
    </div>
  );
}
