import { useInfiniteQuery } from '@tanstack/react-query';
import type { InvoicePlanChange } from '@subscription-site/shared/contracts';
import { changePlanPath } from '../../../lib/billing-paths';
import { Callout } from '../../../ui/feedback/callout';
import { Link } from '../../../ui/navigation/link';
import { invoicesQuery } from '../api/queries';
import { planName } from '../subscription';

/** Shown while an upgrade isn't confirmed by the customer's bank. `replaceable`: the page offers another change. */
export function UnconfirmedChange({ replaceable = false }: { replaceable?: boolean }) {
  const { data: invoices } = useInfiniteQuery(invoicesQuery);
  const change = invoices?.find(({ planChange }) => planChange)?.planChange;
  if (!change) return null;
  return (
    <Callout tone="marker" title="Your upgrade isn’t confirmed">
      <p>
        <UnconfirmedText change={change} replaceable={replaceable} />
      </p>
    </Callout>
  );
}

/** What happens to an upgrade whose payment isn't confirmed. */
export function UnconfirmedText(props: { change: InvoicePlanChange; replaceable?: boolean }) {
  const { plan, interval } = props.change;
  return (
    <>
      Change to {planName(plan)}, billed {interval === 'year' ? 'yearly' : 'monthly'}. The payment hasn’t been
      confirmed with your bank. If it stays unconfirmed, we’ll cancel the plan change within 24 hours, and you
      won’t be charged.{' '}
      {props.replaceable ? (
        'Confirming a change here replaces it.'
      ) : (
        <>
          You can start it again under{' '}
          <Link to={changePlanPath(plan, interval)} className="text-link">
            Change plan
          </Link>
          .
        </>
      )}
    </>
  );
}
