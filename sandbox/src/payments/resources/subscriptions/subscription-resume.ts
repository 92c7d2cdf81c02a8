import { getPeriod } from '../../billing/periods.ts';
import { resumeSubscription } from '../../billing/subscription-resume.ts';
import { invalidRequest } from '../../http/api-error.ts';
import { findOrThrow } from '../../http/listing.ts';
import { fields, oneOf, required } from '../../http/parameters.ts';
import { route, type Route } from '../../http/route.ts';

const resume = route({
  method: 'POST',
  path: '/v1/subscriptions/:id/resume',
  parameters: {
    billing_cycle_anchor: fields({ type: required(oneOf('now', 'unchanged')) }),
    payment_behavior: oneOf('resume_on_payment_attempt'),
    proration_behavior: oneOf('always_invoice', 'create_prorations', 'none'),
  },
  run(call, { billing_cycle_anchor: anchor }) {
    const subscription = findOrThrow(call, 'subscription', call.path['id'] ?? '');
    if (subscription.status !== 'paused') {
      throw invalidRequest(
        `You can only resume a subscription with the status paused. This subscription is ${subscription.status}.`,
      );
    }
    const startsNewPeriod = anchor?.type !== 'unchanged';
    if (!startsNewPeriod && getPeriod(subscription).end <= call.sandbox.clock.now()) {
      throw invalidRequest(
        'The sandbox can only keep the billing cycle of a subscription whose current period has not ended.',
        { param: 'billing_cycle_anchor' },
      );
    }
    return resumeSubscription(call.sandbox, subscription, startsNewPeriod);
  },
});

export const subscriptionResumeRoutes: readonly Route[] = [resume];
