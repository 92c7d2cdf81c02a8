import { useEffect } from 'react';
import { Navigate, useSearchParams } from 'react-router-dom';
import {
  DEFAULT_INTERVAL,
  offerOf,
  parseInterval,
  parsePaidPlan,
  type Offer,
} from '@subscription-site/shared/plans';
import { CheckoutEntrance } from '../../../features/checkout/components/checkout-entrance';
import { toastError, type ToastText } from '../../../ui/toast';

/** Checks which plan is wanted; without a known one the visitor is sent back to the prices. */
export function Page() {
  const [query] = useSearchParams();
  const wanted = query.get('plan');
  const plan = parsePaidPlan(wanted);
  if (!plan) return <BackToPricing fault={planFault(wanted)} />;
  const offer: Offer = offerOf(plan, parseInterval(query.get('interval')) ?? DEFAULT_INTERVAL);
  return <CheckoutEntrance offer={offer} />;
}

function planFault(wanted: string | null): ToastText {
  if (!wanted) return { title: 'No plan selected', description: 'Please select a plan to continue.' };
  return {
    title: 'Invalid plan',
    description: `Plan "${wanted}" not found. Please select a valid plan.`,
  };
}

function BackToPricing({ fault }: { fault: ToastText }) {
  const { title, description } = fault;
  useEffect(() => toastError({ title, description }), [title, description]);
  return <Navigate to="/pricing" replace />;
}
