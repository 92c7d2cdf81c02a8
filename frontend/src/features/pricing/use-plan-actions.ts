import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { DEFAULT_INTERVAL, type BillingInterval } from '@subscription-site/shared/plans';
import { loadChunk } from '../../lib/hydration/load-chunk';
import { supportMailto, openApp } from '../../lib/browser/external-links';
import { useAuth } from '../../lib/session/auth-context';
import { TRIAL_PATH, TRIAL_STATE } from '../../lib/trial';
import type { PlanKey } from './plan-cards';

const APP_DELAY_MS = 1_000;

/** The click handler of the plan buttons, and which button is busy. */
export function usePlanActions(interval: BillingInterval) {
  const navigate = useNavigate();
  const { user, loading } = useAuth();
  const [busy, setBusy] = useState<PlanKey>();
  /** Set if the Free plan was chosen before the session had loaded. */
  const waiting = useRef(false);
  const timer = useRef<number>(undefined);
  useEffect(() => () => window.clearTimeout(timer.current), []);

  const openTrial = async () => {
    const { toastError, toastSuccess } = await loadChunk(() => import('../../ui/feedback/toast'));
    toastSuccess({
      title: "You're all set!",
      description: 'Your free trial is active. Redirecting to the app...',
    });
    timer.current = window.setTimeout(() => {
      setBusy(undefined);
      if (!openApp())
        toastError({
          title: 'Your browser blocked the new tab',
          description: 'Use “Open app” at the top of the page.',
        });
    }, APP_DELAY_MS);
  };
  const beginTrial = useEffectEvent(() => {
    waiting.current = false;
    if (user) void openTrial();
    else void navigate(TRIAL_PATH, { state: TRIAL_STATE });
  });
  useEffect(() => {
    if (!loading && waiting.current) beginTrial();
  }, [loading]);

  const choose = (plan: PlanKey) => {
    if (plan === 'custom') return window.location.assign(supportMailto('Custom Plan Inquiry'));
    setBusy(plan);
    if (plan !== 'free') {
      const yearly = interval === DEFAULT_INTERVAL ? '' : `&interval=${interval}`;
      void navigate(`/checkout?plan=${plan}${yearly}`);
    } else if (loading) waiting.current = true;
    else if (user) void openTrial();
    else void navigate(TRIAL_PATH, { state: TRIAL_STATE });
  };

  return { busy, choose };
}
