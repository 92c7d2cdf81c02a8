import { useSearchParams } from 'react-router-dom';
import { VerificationScreen } from '../../../features/checkout/components/verification-screen';
import { RedirectWithoutPurchase } from './redirect-without-purchase';

/** Return page of the provider's hosted checkout. */
export function Page() {
  const [query] = useSearchParams();
  const sessionId = query.get('session_id');
  if (!sessionId) return <RedirectWithoutPurchase />;
  return <VerificationScreen sessionId={sessionId} />;
}
