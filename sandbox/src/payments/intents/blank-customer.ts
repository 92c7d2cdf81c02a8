import { emit } from '../events/emit.ts';
import { randomText } from '../state/identifiers.ts';
import type { Sandbox } from '../sandbox.ts';
import type { Customer } from '../state/wire.ts';

/** A customer with default values. Not stored. */
export function blankCustomer(sandbox: Sandbox, id: string): Customer {
  return {
    id,
    object: 'customer',
    address: null,
    balance: 0,
    created: sandbox.clock.now(),
    currency: null,
    customer_account: null,
    default_source: null,
    delinquent: false,
    description: null,
    email: null,
    invoice_prefix: randomText(8).toUpperCase(),
    invoice_settings: {
      custom_fields: null,
      default_payment_method: null,
      footer: null,
      rendering_options: null,
    },
    livemode: false,
    metadata: {},
    name: null,
    next_invoice_sequence: 1,
    phone: null,
    preferred_locales: [],
    shipping: null,
    tax_exempt: 'none',
    test_clock: null,
  };
}

/** Stores a new customer and emits `customer.created`. */
export function createCustomer(
  sandbox: Sandbox,
  id: string,
  details: Pick<Customer, 'email' | 'name'>,
): Customer {
  const customer = sandbox.store.put('customer', { ...blankCustomer(sandbox, id), ...details });
  emit(sandbox, 'customer.created', customer);
  return customer;
}
