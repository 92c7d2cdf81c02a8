import { Navigate, useLocation, useSearchParams } from 'react-router-dom';
import { AuthCard } from '../../../features/auth/components/auth-card';
import { ConfirmedScreen } from '../../../features/auth/components/confirmed-screen';
import { ExpiredLink } from '../../../features/auth/components/expired-link';
import { isCodeUsed } from '../../../features/auth/code-confirmed';
import { linkTypeIn, redirectPathIn } from '../../../features/auth/email-link';
import { INVITED } from '../../../features/auth/invited';
import { TOKEN_FRAGMENT } from '../../../lib/session/auth-client';
import { useAuth } from '../../../lib/session/auth-context';
import { linkErrorIn } from '../../../lib/session/link-error';
import { buttonClass } from '../../../ui/buttons/button';
import { Loading } from '../../../ui/feedback/loading';
import { Link } from '../../../ui/navigation/link';

/** Where the server redirects after one of this site's email links was used, with a session, a message or an error in the fragment. */
export function Page() {
  // The router keeps the original URL; the session and the error are removed from the address bar.
  const location = useLocation();
  const [query] = useSearchParams();
  const { user, loading } = useAuth();
  const type = linkTypeIn(query);
  const redirectPath = redirectPathIn(query);
  const error = linkErrorIn(location);
  // A code in the query is for the client that started the flow.
  const used = TOKEN_FRAGMENT.test(location.hash) || query.has('code') || isCodeUsed(location.state);

  if (type && error === 'otp_expired') return <ExpiredLink type={type} />;
  if (loading)
    return (
      <AuthCard title="One moment">
        <Loading label="Loading..." className="py-10" />
      </AuthCard>
    );
  if (new URLSearchParams(location.hash.slice(1)).has('message')) return <OneMoreStep />;
  if (error) return <NotConfirmed />;
  if (!used) return user ? <ConfirmedScreen signedIn /> : <Navigate to="/auth/confirm" replace />;
  if (type === 'recovery') return <Navigate to="/auth/reset" replace />;
  if (type === 'invite') return <Navigate to="/auth/reset" replace state={INVITED} />;
  if (redirectPath) return <Navigate to={redirectPath} replace />;
  return <ConfirmedScreen signedIn={type === 'magiclink'} emailChanged={type === 'email_change'} />;
}

function OneMoreStep() {
  return (
    <AuthCard
      title="One more step"
      lead="Now click the link we sent to your other address. Your email will change once you’ve confirmed both."
    >
      <div className="grid">
        <Link to="/" className={buttonClass('outline', 'large')}>
          Back to Home
        </Link>
      </div>
    </AuthCard>
  );
}

/** The alert at the top of the page gives the reason. */
function NotConfirmed() {
  return (
    <AuthCard title="This link didn’t work" lead="To try again, open the link in the email.">
      <div className="grid">
        <Link to="/auth" className={buttonClass('outline', 'large')}>
          Back to sign in
        </Link>
      </div>
    </AuthCard>
  );
}
