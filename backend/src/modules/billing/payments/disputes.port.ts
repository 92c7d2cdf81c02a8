/** A dispute in its current state at the provider. */
export interface ProviderDispute {
  id: string;
  createdAt: Date;
  paymentIntentId: string | null;
  amountCents: number;
  currency: string;
  reason: string;
  /** `warning_…` is an inquiry, which withdraws no money. */
  status: string;
  /** Deadline for evidence; null if none is accepted. */
  evidenceDueAt: Date | null;
}

/** Disputes of payments: a customer asks their bank for the money back. */
export abstract class DisputesPort {
  /** Newest first. */
  abstract findByIntent(paymentIntentId: string): Promise<ProviderDispute[]>;
  /** Pages of disputes created since then, newest first. */
  abstract list(since: Date): AsyncIterable<ProviderDispute[]>;
}
