import { Navigate, useSearchParams } from 'react-router-dom';
import { VerificationScreen } from '../../../features/checkout/components/verification-screen';

/** Return page of the provider's hosted checkout. */
export function Page() {
  const [query] = useSearchParams();
  const sessionId = query.get('session_id');
  if (!sessionId) return <Navigate to="/pricing" replace />;
  return <VerificationScreen sessionId={sessionId} />;
}
