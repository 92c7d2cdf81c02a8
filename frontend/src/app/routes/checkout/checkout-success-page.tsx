import { useLocation } from 'react-router-dom';
import { readPurchase } from '../../../features/checkout/purchase';
import { PaidScreen } from '../../../features/checkout/components/paid-screen';
import { RedirectWithoutPurchase } from './redirect-without-purchase';

/** Confirmation after an in-page payment. Redirects when there is no purchase in the navigation state. */
export function Page() {
  const purchase = readPurchase(useLocation().state);
  if (!purchase) return <RedirectWithoutPurchase />;
  return <PaidScreen purchase={purchase} />;
}
