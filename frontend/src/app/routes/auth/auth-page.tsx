import { useEffect, useState } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';
import { AuthLayout } from '../../../features/auth/components/auth-layout';
import { AuthTabs, type AuthTab } from '../../../features/auth/components/auth-tabs';
import { MfaChallenge } from '../../../features/auth/components/mfa/lazy-mfa-challenge';
import { TrialCard } from '../../../features/auth/components/trial-card';
import { useAuthParams } from '../../../features/auth/return-path';
import { loadSentEmail } from '../../../features/auth/sent-email';
import { redirectToApp } from '../../../lib/browser/external-links';
import { siteConfig } from '../../../lib/config/site-config';
import { logError } from '../../../lib/log';
import type { User } from '../../../lib/session/auth-client';
import { useAuth } from '../../../lib/session/auth-context';
import { linkErrorIn } from '../../../lib/session/link-error';
import { savePendingSignUp } from '../../../lib/pending-sign-up';
import { Callout } from '../../../ui/feedback/callout';
import { toastSuccess } from '../../../ui/feedback/toast';
import { Loading } from '../../../ui/feedback/loading';
import { useLeaving } from '../../../ui/forms/use-leaving';

/** Long enough to read the success message. */
const REDIRECT_DELAY_MS = 1_000;

/** Sign-up and sign-in. Signed-in users are redirected to the application or back to where they came from. */
export function Page() {
  const { user, mfaUser, loading, recovering, ended, connect } = useAuth();
  const { fromFreeTrial, email, returnTo } = useAuthParams();
  const navigate = useNavigate();
  // Visitors coming back from a failed link or OAuth sign-in usually have an account.
  const hasLinkError = linkErrorIn(useLocation()) !== undefined;
  const [sentTo] = useState(() => loadSentEmail('email')?.email);
  const [tab, setTab] = useState<AuthTab>(
    sentTo || ((returnTo || hasLinkError) && !fromFreeTrial) ? 'sign-in' : 'sign-up',
  );
  const [submitting, setSubmitting] = useState(false);
  const [verifyingUser, setVerifyingUser] = useState<User>();
  const [redirecting, setRedirecting] = useLeaving();
  const shouldRedirect = Boolean(user) && !submitting && !verifyingUser && !recovering;

  useEffect(() => {
    connect().catch((error) => logError('session', error));
  }, [connect]);
  useEffect(() => {
    if (!shouldRedirect) return undefined;
    let canceled = false;
    const redirect = () => {
      if (canceled) return;
      if (returnTo) void navigate(returnTo, { replace: true });
      else redirectToApp();
    };
    // `getUser` drops a session that was ended on another device; then the form is shown.
    connect()
      .then((client) => client.getUser())
      .then(({ error }) => error?.name !== 'AuthSessionMissingError' && redirect(), redirect);
    return () => {
      canceled = true;
    };
  }, [shouldRedirect, connect, returnTo, navigate]);
  useEffect(() => {
    if (!redirecting) return undefined;
    const timer = window.setTimeout(redirectToApp, REDIRECT_DELAY_MS);
    return () => window.clearTimeout(timer);
  }, [redirecting]);

  const continueAfterSignIn = () => {
    if (returnTo) void navigate(returnTo, { replace: true });
    else setRedirecting(true);
  };
  const continueAfterSignUp = async (address: string) => {
    // If accounts need no confirmation, the new user is signed in.
    const { data } = returnTo ? await (await connect()).getSession() : {};
    if (returnTo && data?.session) return navigate(returnTo, { replace: true });
    savePendingSignUp(address, returnTo);
    return navigate('/');
  };
  const challengedUser = mfaUser ?? verifyingUser;
  if (challengedUser)
    return (
      <MfaChallenge
        user={challengedUser}
        onSubmitting={(busy) => setVerifyingUser(busy ? challengedUser : undefined)}
        onDone={continueAfterSignIn}
      />
    );
  if (loading || shouldRedirect)
    return (
      <AuthLayout title={`Welcome to ${siteConfig().productName}`}>
        <Loading
          label={shouldRedirect ? 'You’re signed in. Redirecting...' : 'Loading...'}
          className="py-24"
        />
      </AuthLayout>
    );
  return (
    <AuthLayout
      title={fromFreeTrial ? 'Start Your Free Trial' : `Welcome to ${siteConfig().productName}`}
      lead={
        fromFreeTrial
          ? 'Create your account to begin your 14-day free trial'
          : 'Every subscription your team pays for, on one statement.'
      }
      aside={tab === 'sign-up' && !returnTo ? <TrialCard /> : undefined}
    >
      {ended ? (
        <Callout tone="marker" title="You’ve been signed out" className="mb-6">
          <p>
            Your session has ended. Sign in to continue. If your account was deleted, you can no longer sign
            in.
          </p>
        </Callout>
      ) : null}
      <AuthTabs
        selected={tab}
        onSelect={setTab}
        email={sentTo ?? email ?? ''}
        onSubmitting={setSubmitting}
        onRegistered={(address) => void continueAfterSignUp(address)}
        onSignedIn={() => {
          toastSuccess({ title: 'Welcome back!', description: "You've successfully signed in." });
          continueAfterSignIn();
        }}
      />
    </AuthLayout>
  );
}
