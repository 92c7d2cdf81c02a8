import { useQueryClient } from '@tanstack/react-query';
import type { SubscriptionQuote } from '@subscription-site/shared/contracts';
import type { BillingInterval, PaidPlan } from '@subscription-site/shared/plans';
import { isApiError } from '../../lib/api/api-error';
import { loadChunk } from '../../lib/hydration/load-chunk';
import { toastSuccess, type ToastText } from '../../ui/feedback/toast';
import { catchUncertain } from '../../ui/forms/catch-form-error';
import { useSubmit, type FormError } from '../../ui/forms/use-submit';
import { confirmChange } from './api/billing-api';
import { useDiscardQuotes, useReloadBilling, waitForSubscription } from './api/queries';
import { planName } from './subscription';

/** `processing`: confirmed by the customer, but the bank hasn't approved it yet. */
export type ChangeOutcome = 'applied' | 'scheduled' | 'processing';

export interface PlanChange {
  plan: PaidPlan;
  interval: BillingInterval;
}

export interface ConfirmedChange extends PlanChange {
  outcome: ChangeOutcome;
  quote: SubscriptionQuote;
}

const FAILED = 'Your plan wasn’t changed';

/** Confirms a quote: charges the card, including 3-D Secure, and waits until the new plan is active. */
export function usePlanChange(onConfirmed: (change: ConfirmedChange) => void) {
  const queryClient = useQueryClient();
  const discardQuotes = useDiscardQuotes();
  const reload = useReloadBilling();
  const { busy, formError, run, clearFormError } = useSubmit();

  const confirm = async (
    change: PlanChange,
    quote: SubscriptionQuote,
  ): Promise<ChangeOutcome | FormError> => {
    const { status, clientSecret } = await confirmChange(quote.id);
    if (status !== 'requires_action' || !clientSecret) return status === 'scheduled' ? status : 'applied';
    const { confirmPayment } = await loadChunk(() => import('../../lib/payments/confirm-payment'));
    const notConfirmed = await confirmPayment(clientSecret);
    if (notConfirmed) {
      // Lets the server find the failed payment now, so that the next try starts with a new one.
      await confirmChange(quote.id).catch(() => undefined);
      return { title: FAILED, description: `${notConfirmed} You weren’t charged.` };
    }
    const isActive = await waitForSubscription(
      queryClient,
      ({ plan, interval }) => plan === change.plan && interval === change.interval,
    );
    // If the payment isn't reported in time, a repeated request makes the server look for it.
    return isActive || (await confirmChange(quote.id)).status === 'applied' ? 'applied' : 'processing';
  };

  const submit = async (change: PlanChange, quote: SubscriptionQuote): Promise<void> => {
    let outcome: ChangeOutcome | FormError | undefined;
    let already: ToastText | undefined;
    const done = await run(async () => {
      const failed = await catchUncertain(FAILED, async () => {
        try {
          outcome = await confirm(change, quote);
        } catch (error) {
          already = describeEarlier(change, error);
          if (!already) throw error;
        }
      });
      const error = withTitle(failed) ?? (typeof outcome === 'object' ? outcome : undefined);
      // A quote is confirmed once; the next try needs a new one.
      if (error) await discardQuotes();
      return error;
    });
    await reload();
    if (already) toastSuccess(already);
    if (done && typeof outcome === 'string') onConfirmed({ ...change, quote, outcome });
  };

  return { busy, formError, submit, clearFormError };
}

/** Nothing failed if the customer has already made the same change, for example in another tab. */
function describeEarlier({ plan, interval }: PlanChange, error: unknown): ToastText | undefined {
  if (!isApiError(error, 'change_not_possible')) return undefined;
  const chosen = `${planName(plan)}, billed ${interval}ly`;
  switch (error.details['reason']) {
    case 'no_change':
      return {
        title: 'You’re already on this plan',
        description: `Your plan is ${chosen}. You weren’t charged again.`,
      };
    case 'already_scheduled':
      return { title: 'This change is already scheduled', description: `You’ll switch to ${chosen}.` };
    default:
      return undefined;
  }
}

/** Nothing failed if only the quote is out of date. */
function withTitle(error: FormError | undefined): FormError | undefined {
  const isOutdated = error?.code === 'quote_changed' || error?.code === 'quote_expired';
  return error && isOutdated ? { ...error, title: 'Please review the change' } : error;
}
