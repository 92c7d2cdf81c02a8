import type { PlanPrice } from '@subscription-site/shared/plans';

export type IntentStatus =
  | 'requires_payment_method'
  | 'requires_confirmation'
  | 'requires_action'
  | 'requires_capture'
  | 'processing'
  | 'succeeded'
  | 'canceled';

/** A payment intent in its current state at the provider. */
export interface PaymentIntent {
  id: string;
  clientSecret: string;
  status: IntentStatus;
  amountCents: number;
  receivedCents: number;
  refundedCents: number;
  /** Whether it was ever disputed, inquiries included. */
  disputed: boolean;
  currency: string;
  livemode: boolean;
  /** When it was last charged, successfully or not; null before. */
  chargedAt: Date | null;
  metadata: Readonly<Record<string, string>>;
  paymentMethodId: string | null;
  /** Identifies the card across customers. */
  cardFingerprint: string | null;
  /** The card, as the customer knows it. The brand is the provider's name for it. */
  card: { brand: string; last4: string } | null;
  billingEmail: string | null;
  billingName: string | null;
}

export interface NewPaymentIntent {
  planPrice: PlanPrice;
  metadata: Record<string, string>;
  /** Idempotency key. */
  key: string;
}

/** Payments at the provider, from the first attempt to the charge. */
export abstract class PaymentIntentsPort {
  abstract create(intent: NewPaymentIntent): Promise<PaymentIntent>;
  /** Undefined if the intent does not exist. */
  abstract find(id: string): Promise<PaymentIntent | undefined>;
  /** False if it is too late: paid, processing, or already canceled. */
  abstract cancel(id: string): Promise<boolean>;
}
