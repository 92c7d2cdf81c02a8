export interface CustomerUser {
  userId: string;
  email: string;
}

export interface NewCustomer extends CustomerUser {
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
  /** Returns the id of the customer with this user id in its metadata, or creates one. */
  abstract ensure(customer: NewCustomer): Promise<string>;
  /** Finds the customer with this user id in its metadata among those with this email. */
  abstract find(user: CustomerUser): Promise<string | undefined>;
  /** Makes it the customer's default for invoices. */
  abstract attachPaymentMethod(method: CustomerPaymentMethod): Promise<void>;
  /** Sets the billing details. Safe to repeat. */
  abstract updateDetails(customerId: string, details: CustomerDetails): Promise<void>;
}
