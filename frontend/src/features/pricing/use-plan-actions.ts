import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { useNavigate } from 'react-router-dom';
import type { BillingInterval } from '@subscription-site/shared/plans';
import { checkoutPath } from '../../lib/checkout-path';
import { loadChunk } from '../../lib/hydration/load-chunk';
import { supportMailto, openApp } from '../../lib/browser/external-links';
import { useAuth } from '../../lib/session/auth-context';
import { TRIAL_PATH, TRIAL_STATE } from '../../lib/trial';
import type { PlanKey } from './plan-cards';

const APP_DELAY_MS = 1_000;

export const planButtonId = (plan: PlanKey) => `choose-${plan}`;

/** The signed-in user, the click handler of the plan buttons, and which button is busy. */
export function usePlanActions(interval: BillingInterval) {
  const navigate = useNavigate();
  const { user, loading } = useAuth();
  const [busy, setBusy] = useState<PlanKey>();
  /** Set if the Free plan was chosen before the session had loaded. */
  const waiting = useRef(false);
  const timer = useRef<number>(undefined);
  useEffect(() => () => window.clearTimeout(timer.current), []);

  const showPlan = async () => {
    const { showBlockedTab, showCurrentPlan } = await loadChunk(() => import('./free-plan'));
    if (!(await showCurrentPlan())) {
      setBusy(undefined);
      return document.getElementById(planButtonId('team'))?.focus();
    }
    timer.current = window.setTimeout(() => {
      setBusy(undefined);
      if (!openApp()) showBlockedTab();
    }, APP_DELAY_MS);
    return undefined;
  };
  const startFree = () => {
    waiting.current = false;
    if (user) void showPlan();
    else void navigate(TRIAL_PATH, { state: TRIAL_STATE });
  };
  const startOnceLoaded = useEffectEvent(startFree);
  useEffect(() => {
    if (!loading && waiting.current) startOnceLoaded();
  }, [loading]);

  const choose = (plan: PlanKey, customerPath?: string) => {
    if (customerPath) return void navigate(customerPath);
    if (plan === 'custom') return window.location.assign(supportMailto('Custom Plan Inquiry'));
    setBusy(plan);
    if (plan !== 'free') {
      void navigate(checkoutPath(plan, interval));
    } else if (loading) waiting.current = true;
    else startFree();
  };

  return { user, busy, choose };
}
