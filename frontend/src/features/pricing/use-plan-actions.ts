import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { DEFAULT_INTERVAL, type BillingInterval } from '@subscription-site/shared/plans';
import { mailToSupport, openApp } from '../../lib/browser/outside';
import { useAuth } from '../../lib/session/auth-context';
import { TRIAL_PATH, TRIAL_STATE } from '../../lib/trial';
import { toastError, toastSuccess } from '../../ui/toast';
import type { PlanKey } from './plan-cards';

const APP_DELAY_MS = 1_000;

/** What the buttons of the cards do, and which of them is busy. */
export function usePlanActions(interval: BillingInterval) {
  const navigate = useNavigate();
  const { user, loading } = useAuth();
  const [busy, setBusy] = useState<PlanKey>();
  const [asked, setAsked] = useState(false);
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

  const choose = (plan: PlanKey) => {
    if (plan === 'custom') window.location.assign(mailToSupport('Custom Plan Inquiry'));
    else if (plan !== 'free') {
      setBusy(plan);
      const yearly = interval === DEFAULT_INTERVAL ? '' : `&interval=${interval}`;
      void navigate(`/checkout?plan=${plan}${yearly}`);
    } else {
      setBusy('free');
      setAsked(true);
    }
  };

  const startTrial = useEffectEvent(() => {
    setAsked(false);
    if (user) openTrial();
    else void navigate(TRIAL_PATH, { state: TRIAL_STATE });
  });
  // Pressed before it is known whether anybody is signed in, the free card waits for that.
  useEffect(() => {
    if (asked && !loading) startTrial();
  }, [asked, loading]);

  return { busy, choose };
}
