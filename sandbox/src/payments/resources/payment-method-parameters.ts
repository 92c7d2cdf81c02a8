import {
  emptyable,
  fields,
  integer,
  metadata,
  oneOf,
  required,
  text,
  type InferParameters,
} from '../http/parameters.ts';
import { invalidRequest } from '../http/api-error.ts';
import { billingDetailsFields } from '../intents/billing-details.ts';
import type { PaymentMethodInput } from '../intents/payment-methods.ts';
import type { Call } from '../http/route.ts';

const cardFields = fields({
  number: text,
  exp_month: integer,
  exp_year: integer,
  cvc: text,
  token: text,
  networks: fields({ preferred: text }),
});

const allowRedisplay = oneOf('always', 'limited', 'unspecified');

/** Parameters of a payment method, also used for `payment_method_data` of an intent. */
export const paymentMethodShape = {
  type: required(oneOf('card')),
  card: required(cardFields),
  billing_details: billingDetailsFields,
  allow_redisplay: allowRedisplay,
  metadata: emptyable(metadata),
};

export const paymentMethodData = fields(paymentMethodShape);

/** Rejects card numbers from servers, as the provider does. Only browsers may send them. */
export function readPaymentMethodData(
  call: Call,
  data: InferParameters<typeof paymentMethodData>,
): PaymentMethodInput {
  if (data.card.number !== undefined && !call.isPublic) {
    throw invalidRequest(
      'Sending credit card numbers directly to the Stripe API is generally unsafe. We suggest you use test tokens that map to the test card you are using, see https://stripe.com/docs/testing.',
      { param: 'card[number]' },
    );
  }
  return { card: data.card, billing_details: data.billing_details, metadata: data.metadata ?? {} };
}
