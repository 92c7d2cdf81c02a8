import { describeReversals, EARLY_REVERSALS, REVERSALS } from '../support/subscription-reversals.js';

// Other specs prove the other outcomes.
describeReversals(
  REVERSALS.filter(
    ({ payment, reversal, webhooks }) =>
      payment === 'first' && reversal === 'dispute won' && webhooks === 'arrive',
  ),
  EARLY_REVERSALS.filter(({ payment, reversal }) => payment === 'first' && reversal !== 'partial refund'),
);
