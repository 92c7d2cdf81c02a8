import {
  either,
  emptyable,
  fields,
  flag,
  integer,
  array,
  metadata,
  oneOf,
  required,
  text,
  type Values,
} from '../http/parameters.ts';
import { addressFields, fullAddress } from '../intents/billing-details.ts';
import { paymentMethodData } from './payment-method-parameters.ts';
import type { PaymentIntent } from '../state/wire.ts';

const setupFutureUsage = emptyable(oneOf('off_session', 'on_session'));

const shipping = fields({
  address: required(addressFields),
  name: required(text),
  carrier: text,
  phone: text,
  tracking_number: text,
});

const cardOptions = fields({
  card: fields({
    request_three_d_secure: oneOf('any', 'automatic', 'challenge'),
    setup_future_usage: setupFutureUsage,
    cvc_token: text,
    network: text,
  }),
});

/** Parameters for confirming an intent. */
export const confirmShape = {
  allowed_payment_method_types: array(text),
  error_on_requires_action: flag,
  mandate_data: emptyable(fields({ customer_acceptance: fields({ type: text, online: fields({}) }) })),
  off_session: either(flag, oneOf('one_off', 'recurring')),
  payment_method: text,
  payment_method_data: paymentMethodData,
  payment_method_options: cardOptions,
  receipt_email: emptyable(text),
  return_url: text,
  setup_future_usage: setupFutureUsage,
  shipping: emptyable(shipping),
  use_stripe_sdk: flag,
};

/** Parameters that creating and updating an intent share. */
export const updateShape = {
  allowed_payment_method_types: array(text),
  amount: integer,
  currency: text,
  customer: text,
  description: text,
  metadata: emptyable(metadata),
  payment_method: text,
  payment_method_options: cardOptions,
  receipt_email: emptyable(text),
  setup_future_usage: setupFutureUsage,
  shipping: emptyable(shipping),
  statement_descriptor: text,
  statement_descriptor_suffix: text,
};

export type ConfirmValues = Values<typeof confirmShape>;

/** Shipping details with all fields present, as the provider returns them. */
export function readShipping(given: Values<typeof updateShape>['shipping']): PaymentIntent['shipping'] {
  if (!given) return null;
  const { address, name, carrier = null, phone = null, tracking_number = null } = given;
  return { address: fullAddress(address), name, carrier, phone, tracking_number };
}
