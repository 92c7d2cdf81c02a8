import { useEffect } from 'react';
import { Navigate, useSearchParams } from 'react-router-dom';
import {
  DEFAULT_INTERVAL,
  getPlanPrice,
  parseInterval,
  parsePaidPlan,
  type PlanPrice,
} from '@subscription-site/shared/plans';
import { CheckoutLoader } from '../../../features/checkout/components/checkout-loader';
import { loadPendingPayment } from '../../../features/checkout/pending-payment';
import { useAuth } from '../../../lib/session/auth-context';
import { CheckoutFrame } from '../../layout/checkout-frame';
import { toastError, type ToastText } from '../../../ui/feedback/toast';

/** Validates the requested plan. Redirects to the pricing page when it is missing or unknown. */
export function Page() {
  const [query] = useSearchParams();
  const requested = query.get('plan');
  const plan = parsePaidPlan(requested);
  if (!plan) return <BackToPricing error={planError(requested)} />;
  return (
    <Checkout planPrice={getPlanPrice(plan, parseInterval(query.get('interval')) ?? DEFAULT_INTERVAL)} />
  );
}

function Checkout({ planPrice }: { planPrice: PlanPrice }) {
  const { connect } = useAuth();
  // Preloaded when the buyer pays, because the connection may drop during the payment: the next page, and the code that signs in.
  useEffect(() => {
    const preloadPage = () => void import('./checkout-success-page').catch(() => undefined);
    const preload = () => {
      preloadPage();
      connect().catch(() => undefined);
    };
    if (loadPendingPayment()) preloadPage();
    document.addEventListener('submit', preload);
    return () => document.removeEventListener('submit', preload);
  }, [connect]);
  return (
    <CheckoutFrame>
      <CheckoutLoader planPrice={planPrice} />
    </CheckoutFrame>
  );
}

function planError(requested: string | null): ToastText {
  if (!requested) return { title: 'No plan selected', description: 'Please select a plan to continue.' };
  return {
    title: 'Invalid plan',
    description: `Plan "${requested}" not found. Please select a valid plan.`,
  };
}

function BackToPricing({ error }: { error: ToastText }) {
  const { title, description } = error;
  useEffect(() => toastError({ title, description }), [title, description]);
  return <Navigate to="/pricing" replace />;
}
