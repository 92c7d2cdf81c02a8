/** A customer's card in its current state at the provider. */
export interface ProviderCard {
  id: string;
  brand: string;
  last4: string;
  expMonth: number;
  expYear: number;
  /** Identifies the card across customers. */
  fingerprint: string | null;
  addedAt: Date;
}

/** Adds a card to a customer without charging it. */
export interface CardSetup {
  id: string;
  clientSecret: string;
  succeeded: boolean;
  customerId: string | null;
  paymentMethodId: string | null;
  /** Hash of the IP address that started it. */
  ipHash: string | null;
}

/** Cards of customers at the provider. */
export abstract class PaymentMethodsPort {
  /** `key` is the idempotency key. */
  abstract createSetup(setup: { customerId: string; ipHash: string; key: string }): Promise<CardSetup>;
  abstract findSetup(id: string): Promise<CardSetup | undefined>;
  /** Does nothing if it has succeeded or was canceled. */
  abstract cancelSetup(id: string): Promise<void>;
  /** The customer's cards, newest first, and the id of the default; undefined if the customer was deleted. */
  abstract findCards(
    customerId: string,
  ): Promise<{ cards: ProviderCard[]; defaultId: string | null } | undefined>;
  /** The customer that a payment method is attached to. */
  abstract findCustomer(paymentMethodId: string): Promise<string | null>;
  /** For the customer's next invoices and this subscription's renewals. */
  abstract makeDefault(method: {
    customerId: string;
    paymentMethodId: string;
    subscriptionId: string | null;
  }): Promise<void>;
  /** Removes it from its customer for good: it can't be charged or attached again. */
  abstract detach(paymentMethodId: string): Promise<void>;
}
