import { invalidRequest } from '../../http/api-error.ts';
import { findOrThrow } from '../../http/listing.ts';
import {
  emptyable,
  either,
  fields,
  flag,
  integer,
  array,
  metadata,
  oneOf,
  required,
  text,
  type InferParameters,
} from '../../http/parameters.ts';
import { newId } from '../../state/identifiers.ts';
import { createPrice, findActivePrice, recurringFields } from '../prices.ts';
import { createProduct } from '../products.ts';
import type { Call } from '../../http/route.ts';
import type { Price, Subscription } from '../../state/wire.ts';

const priceData = fields({
  currency: required(text),
  product: text,
  product_data: fields({ name: required(text), description: text, metadata: metadata }),
  recurring: recurringFields,
  tax_behavior: oneOf('exclusive', 'inclusive', 'unspecified'),
  unit_amount: integer,
});

export const itemFields = fields({
  id: text,
  price: text,
  price_data: priceData,
  quantity: integer,
  deleted: flag,
  metadata: metadata,
});

const discountFields = emptyable(array(fields({ coupon: text, discount: text })));

/** Parameters that creating and updating a subscription share. */
export const subscriptionShape = {
  cancel_at: emptyable(integer),
  cancel_at_period_end: flag,
  collection_method: oneOf('charge_automatically'),
  default_payment_method: text,
  default_tax_rates: emptyable(array(text)),
  description: emptyable(text),
  discounts: discountFields,
  items: array(itemFields),
  metadata: emptyable(metadata),
  off_session: flag,
  payment_behavior: oneOf(
    'allow_incomplete',
    'default_incomplete',
    'error_if_incomplete',
    'pending_if_incomplete',
  ),
  payment_settings: fields({
    payment_method_types: emptyable(array(text)),
    save_default_payment_method: oneOf('off', 'on_subscription'),
  }),
  proration_behavior: oneOf('always_invoice', 'create_prorations', 'none'),
  trial_end: either(oneOf('now'), integer),
  trial_settings: fields({
    end_behavior: required(
      fields({ missing_payment_method: required(oneOf('cancel', 'create_invoice', 'pause')) }),
    ),
  }),
};

/** The recurring price of an item, created from `price_data` if there is no id. An archived price is accepted where it is sold already. */
export function readPrice(
  call: Call,
  item: InferParameters<typeof itemFields>,
  name: string,
  current?: Subscription,
): Price {
  if (item.price === undefined && item.price_data === undefined) {
    throw invalidRequest(`Missing required param: ${name}[price].`, {
      param: `${name}[price]`,
      code: 'parameter_missing',
    });
  }
  const param = `${name}[price]`;
  const isSold = current?.items.data.some(({ price }) => price.id === item.price);
  const price =
    item.price === undefined
      ? priceFromData(call, item.price_data)
      : isSold
        ? findOrThrow(call, 'price', item.price, param)
        : findActivePrice(call, item.price, param);
  if (!price.recurring) {
    throw invalidRequest(
      `The price specified is set to \`type=one_time\` but this field only accepts prices with \`type=recurring\`.`,
      { param: `${name}[price]` },
    );
  }
  return price;
}

/** Creates an inactive one-off price from `price_data`. */
export function priceFromData(call: Call, data: InferParameters<typeof priceData> | undefined): Price {
  if (!data || data.unit_amount === undefined) {
    throw invalidRequest('Missing required param: price_data[unit_amount].', { code: 'parameter_missing' });
  }
  const product =
    data.product ?? (data.product_data && createProduct(call, newId('prod'), data.product_data).id);
  if (product === undefined) {
    throw invalidRequest('Missing required param: price_data[product].', { code: 'parameter_missing' });
  }
  return createPrice(call, { ...data, active: false, product, unit_amount: data.unit_amount });
}
