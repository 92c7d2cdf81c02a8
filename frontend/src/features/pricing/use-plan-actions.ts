import { useEffect, useRef, useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { DEFAULT_INTERVAL, type BillingInterval } from '@subscription-site/shared/plans';
import { mailToSupport, openApp } from '../../lib/browser/outside';
import { useAuth, type Auth } from '../../lib/session/auth-context';
import { TRIAL_PATH, TRIAL_STATE } from '../../lib/trial';
import { toastError, toastSuccess } from '../../ui/toast';
import type { PlanKey } from './plan-cards';

const APP_DELAY_MS = 1_000;

/** What the buttons of the cards do, and which of them is busy. */
export function usePlanActions(interval: BillingInterval) {
  const navigate = useNavigate();
  const { user, loading, connect } = useAuth();
  const [busy, setBusy] = useState<PlanKey>();
  const timer = useRef<number>(undefined);
  useEffect(() => () => window.clearTimeout(timer.current), []);

  const openTrial = () => {
    toastSuccess({
      title: "You're all set!",
      description: 'Your free trial is active. Redirecting to the app...',
    });
    timer.current = window.setTimeout(() => {
      setBusy(undefined);
      if (!openApp())
        toastError({
          title: 'Your browser blocked the new tab',
          description: 'Use Login at the top of the page to open the app.',
        });
    }, APP_DELAY_MS);
  };

  /** Pressed before it is known whether anybody is signed in, it waits for that. */
  const startTrial = async () => {
    setBusy('free');
    const signedIn = loading ? await hasSession(connect) : user !== null;
    if (signedIn) openTrial();
    else void navigate(TRIAL_PATH, { state: TRIAL_STATE });
  };

  const choose = (plan: PlanKey) => {
    if (plan === 'custom') window.location.assign(mailToSupport('Custom Plan Inquiry'));
    else if (plan !== 'free') {
      setBusy(plan);
      const yearly = interval === DEFAULT_INTERVAL ? '' : `&interval=${interval}`;
      void navigate(`/checkout?plan=${plan}${yearly}`);
    } else void startTrial();
  };

  return { busy, choose };
}

async function hasSession(connect: Auth['connect']): Promise<boolean> {
  try {
    const { data } = await (await connect()).getSession();
    return data.session !== null;
  } catch {
    return false;
  }
}
