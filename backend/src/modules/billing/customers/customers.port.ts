/** Shown on the provider's pages and invoices, which it emails to this address. */
export interface CustomerDetails {
  email: string;
  /** The company's name, or else the person's. */
  name: string;
  /** Undefined until billing details are saved. Null clears a field. */
  billing?: {
    address: {
      line1: string;
      line2: string | null;
      city: string;
      state: string | null;
      postalCode: string | null;
      country: string;
    };
    taxId: string | null;
  };
}

export interface NewCustomer extends CustomerDetails {
  userId: string;
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
  /** Returns its id. */
  abstract create(customer: NewCustomer): Promise<string>;
  /** Ids of all customers with this user id in their metadata, whatever their address is by now. */
  abstract findAllByUser(userId: string): Promise<string[]>;
  /** False if it was deleted. */
  abstract exists(customerId: string): Promise<boolean>;
  /** Makes it the customer's default for invoices. */
  abstract attachPaymentMethod(method: CustomerPaymentMethod): Promise<void>;
  /** Safe to repeat. False if the customer was deleted. */
  abstract updateDetails(customerId: string, details: CustomerDetails): Promise<boolean>;
}
