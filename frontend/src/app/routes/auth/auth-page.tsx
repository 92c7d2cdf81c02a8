import { useEffect, useState } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';
import { AuthLayout } from '../../../features/auth/components/auth-layout';
import { AuthTabs } from '../../../features/auth/components/auth-tabs';
import { SecondStep } from '../../../features/auth/components/second-step/lazy-second-step';
import { TrialSlip } from '../../../features/auth/components/trial-slip';
import { useAuthArrival } from '../../../features/auth/return-path';
import { leaveForApp } from '../../../lib/browser/outside';
import { siteConfig } from '../../../lib/config/site-config';
import { logFault } from '../../../lib/log';
import type { User } from '../../../lib/session/auth-client';
import { useAuth } from '../../../lib/session/auth-context';
import { linkTroubleIn } from '../../../lib/session/link-trouble';
import { signedUp } from '../../../lib/signed-up';
import { Waiting } from '../../../ui/waiting';

/** Long enough to read that it worked. */
const LEAVE_AFTER_MS = 1_000;

/** Signing up and signing in. Who is signed in already goes on to the application, or back to where he came from. */
export function Page() {
  const { user, halfway, loading, recovering, connect } = useAuth();
  const { fromFreeTrial, email, returnTo } = useAuthArrival();
  const navigate = useNavigate();
  // From another site, or by a link that worked no more: whoever does has an account, as a rule.
  const cameBack = linkTroubleIn(useLocation()) !== undefined;
  const [acting, setActing] = useState(false);
  const [stepping, setStepping] = useState<User>();
  const [leaving, setLeaving] = useState(false);
  const away = Boolean(user) && !acting && !stepping && !recovering;

  useEffect(() => {
    connect().catch((fault) => logFault('session', fault));
  }, [connect]);
  useEffect(() => {
    if (!away) return undefined;
    let stays = false;
    const leave = () => {
      if (stays) return;
      if (returnTo) void navigate(returnTo, { replace: true });
      else leaveForApp();
    };
    // Asked who is signed in, the library drops a session that was ended elsewhere: then nobody is, and the form is shown.
    connect()
      .then((client) => client.getUser())
      .then(({ error }) => error?.name !== 'AuthSessionMissingError' && leave(), leave);
    return () => {
      stays = true;
    };
  }, [away, connect, returnTo, navigate]);
  useEffect(() => {
    if (!leaving) return undefined;
    const timer = window.setTimeout(leaveForApp, LEAVE_AFTER_MS);
    return () => window.clearTimeout(timer);
  }, [leaving]);

  const goOn = () => {
    if (returnTo) void navigate(returnTo, { replace: true });
    else setLeaving(true);
  };
  const asked = halfway ?? stepping;
  if (asked)
    return (
      <SecondStep user={asked} onActing={(busy) => setStepping(busy ? asked : undefined)} onDone={goOn} />
    );
  if (loading || away)
    return (
      <AuthLayout title={`Welcome to ${siteConfig().productName}`}>
        <Waiting label={away ? "You're signed in. Redirecting..." : 'Loading...'} className="py-24" />
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
      aside={returnTo ? undefined : <TrialSlip />}
    >
      <AuthTabs
        first={(returnTo || cameBack) && !fromFreeTrial ? 'sign-in' : 'sign-up'}
        email={email ?? ''}
        onActing={setActing}
        onRegistered={(address) => void navigate('/', { state: signedUp(address) })}
        onSignedIn={goOn}
      />
    </AuthLayout>
  );
}
