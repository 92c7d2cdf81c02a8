import { Navigate, useLocation } from 'react-router-dom';
import { readPurchase } from '../../../features/checkout/purchase';
import { PaidScreen } from '../../../features/checkout/components/paid-screen';

/** Confirmation after an in-page payment. Redirects when there is no purchase in the navigation state. */
export function Page() {
  const purchase = readPurchase(useLocation().state);
  if (!purchase) return <Navigate to="/pricing" replace />;
  return <PaidScreen purchase={purchase} />;
}
