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

/** Customers at the provider. Their metadata names the user. */
export abstract class CustomersPort {
  /** Returns the id of the customer with this user id in its metadata, or creates one. */
  abstract ensure(customer: NewCustomer): Promise<string>;
  /** Finds the customer with this user id in its metadata among those with this email. */
  abstract find(user: CustomerUser): Promise<string | undefined>;
  /** Makes it the customer's default for invoices. */
  abstract attachPaymentMethod(method: CustomerPaymentMethod): Promise<void>;
}
