import { Navigate } from 'react-router-dom';
import { BILLING_PATH } from '../../../lib/billing-paths';
import { useAuth } from '../../../lib/session/auth-context';
import { fetchAccountSubscription } from '../../../lib/session/account-subscription';
import { useLoad } from '../../../lib/use-load';
import { Loading } from '../../../ui/feedback/loading';

/** For confirmation pages opened without a purchase: customers who have a plan continue to Billing, everyone else to the plans. */
export function RedirectWithoutPurchase() {
  const { user, loading } = useAuth();
  if (loading) return <Waiting />;
  return user ? <RedirectUser key={user.id} /> : <Navigate to="/pricing" replace />;
}

function RedirectUser() {
  const { status, value } = useLoad('subscription', fetchAccountSubscription);
  if (status === 'loading') return <Waiting />;
  // If loading failed, Billing says so and offers to try again.
  const hasNoPlan = value && (!value.subscription || value.subscription.endedAt);
  return <Navigate to={hasNoPlan ? '/pricing' : BILLING_PATH} replace />;
}

function Waiting() {
  return <Loading label="Loading..." className="min-h-[50vh]" />;
}
