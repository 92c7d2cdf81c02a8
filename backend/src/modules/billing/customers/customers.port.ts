export interface NewCustomer {
  userId: string;
  email: string;
  name: string;
  /** Idempotency key. */
  key: string;
}

export interface CustomerPaymentMethod {
  customerId: string;
  paymentMethodId: string;
  /** Idempotency key. */
  key: string;
}

/** Shown on the provider's pages and invoices. Null clears a field. */
export interface CustomerDetails {
  /** The company's name, or else the person's. */
  name: string;
  address: {
    line1: string;
    line2: string | null;
    city: string;
    state: string | null;
    postalCode: string | null;
    country: string;
  };
  taxId: string | null;
}

/** Customers at the provider. Their metadata names the user. */
export abstract class CustomersPort {
  /** Returns its id. */
  abstract create(customer: NewCustomer): Promise<string>;
  /** Ids of all customers with this user id in their metadata, whatever their address is by now. */
  abstract findAllOf(userId: string): Promise<string[]>;
  /** Makes it the customer's default for invoices. */
  abstract attachPaymentMethod(method: CustomerPaymentMethod): Promise<void>;
  /** Sets the billing details. Safe to repeat. */
  abstract updateDetails(customerId: string, details: CustomerDetails): Promise<void>;
}
