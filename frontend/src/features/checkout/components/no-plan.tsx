import type { ApiError } from '../../../lib/api/api-error';
import { errorMessage } from '../../../lib/api/messages';
import { buttonClass } from '../../../ui/buttons/button';
import { FocusedHeading } from '../../../ui/focus/focused-heading';
import { Card } from '../../../ui/layout/card';
import { Link } from '../../../ui/navigation/link';

/** The payment was refunded, or its subscription has ended. */
export function NoPlan({ error }: { error: ApiError }) {
  return (
    <Card role="alert">
      <FocusedHeading className="text-h3">
        {error.code === 'payment_refunded' ? 'Your payment was refunded' : 'Your subscription has ended'}
      </FocusedHeading>
      <p className="mt-3">{errorMessage(error)}</p>
      <Link to="/pricing" className={buttonClass('ink', 'large', 'mt-6')}>
        See plans
      </Link>
    </Card>
  );
}
