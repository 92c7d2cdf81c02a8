import { Navigate, useLocation } from 'react-router-dom';
import { readPurchase } from '../../../features/checkout/purchase';
import { PaidScreen } from '../../../features/checkout/components/paid-screen';

/** Confirmation after paying in the page; without the purchase in the navigation state there is nothing to confirm. */
export function Page() {
  const purchase = readPurchase(useLocation().state);
  if (!purchase) return <Navigate to="/pricing" replace />;
  return <PaidScreen purchase={purchase} />;
}
