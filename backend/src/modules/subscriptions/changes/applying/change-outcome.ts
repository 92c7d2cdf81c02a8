import type { SubscriptionSnapshot } from '../../sync-subscription.js';

/** The result of applying a change at the provider. */
export type ChangeOutcome =
  | {
      status: 'applied';
      snapshot: SubscriptionSnapshot | undefined;
      /** The amount and the payments include later ones that were refunded with it. */
      refund?: { id: string; amountCents: number; paymentIntentIds: readonly string[] };
    }
  | { status: 'waiting'; clientSecret: string | null; snapshot: SubscriptionSnapshot | undefined }
  | { status: 'failed'; reason: string; snapshot: SubscriptionSnapshot | undefined }
  /** There is nothing at the provider yet: recurring billing is not set up. */
  | { status: 'not_set_up' }
  /** A later change replaced it. */
  | { status: 'superseded' };
