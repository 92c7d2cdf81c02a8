/** A checkout on the provider's page in its current state there. */
export interface HostedCheckout {
  id: string;
  /** Null once it was completed or has expired. */
  url: string | null;
  paid: boolean;
  amountCents: number | null;
  currency: string | null;
  payer: { email: string | null; name: string | null };
  subscriptionId: string | null;
  customerId: string | null;
  metadata: Readonly<Record<string, string>>;
}

export interface NewHostedCheckout {
  priceId: string;
  customerId: string;
  metadata: Record<string, string>;
  successUrl: string;
  cancelUrl: string;
  /** Idempotency key. */
  key: string;
}

/** Checkouts on the provider's hosted page, which creates the subscription itself. */
export abstract class HostedCheckoutsPort {
  abstract create(checkout: NewHostedCheckout): Promise<HostedCheckout>;
  abstract find(id: string): Promise<HostedCheckout | undefined>;
  /** False if it is too late: completed or already expired. */
  abstract expire(id: string): Promise<boolean>;
}
