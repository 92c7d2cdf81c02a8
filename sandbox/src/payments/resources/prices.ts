import { emit } from '../events/emit.ts';
import { invalidRequest } from '../http/api-error.ts';
import { listPage, findOrThrow, paging } from '../http/listing.ts';
import {
  decimal,
  emptyable,
  fields,
  flag,
  integer,
  isWithin,
  array,
  mergeMetadata,
  metadata,
  oneOf,
  required,
  text,
  timeRange,
} from '../http/parameters.ts';
import { route, type Call, type Route } from '../http/route.ts';
import { newId } from '../state/identifiers.ts';
import { readCurrency } from './amounts.ts';
import { createProduct } from './products.ts';
import type { Price } from '../state/wire.ts';

const taxBehavior = oneOf('exclusive', 'inclusive', 'unspecified');

export const recurringFields = fields({
  interval: required(oneOf('day', 'month', 'week', 'year')),
  interval_count: integer,
  usage_type: oneOf('licensed'),
});

const create = route({
  method: 'POST',
  path: '/v1/prices',
  parameters: {
    active: flag,
    billing_scheme: oneOf('per_unit'),
    currency: required(text),
    lookup_key: text,
    metadata: metadata,
    nickname: text,
    product: text,
    product_data: fields({
      id: text,
      name: required(text),
      active: flag,
      metadata: metadata,
      unit_label: text,
    }),
    recurring: recurringFields,
    tax_behavior: taxBehavior,
    transfer_lookup_key: flag,
    unit_amount: integer,
    unit_amount_decimal: decimal,
  },
  run(call, parameters) {
    const unitAmount = parameters.unit_amount ?? Number(parameters.unit_amount_decimal ?? Number.NaN);
    if (Number.isNaN(unitAmount)) {
      throw invalidRequest('You must specify either `unit_amount` or `unit_amount_decimal`.', {
        code: 'parameter_missing',
      });
    }
    if (unitAmount < 0) {
      throw invalidRequest('This value must be greater than or equal to 0.', {
        param: 'unit_amount',
        code: 'parameter_invalid_integer',
      });
    }
    if (parameters.lookup_key !== undefined) {
      claimLookupKey(call, parameters.lookup_key, parameters.transfer_lookup_key === true);
    }
    return createPrice(call, {
      ...parameters,
      product: resolveProduct(call, parameters),
      unit_amount: unitAmount,
    });
  },
});

const retrieve = route({
  method: 'GET',
  path: '/v1/prices/:id',
  run: (call) => findOrThrow(call, 'price', call.path['id'] ?? ''),
});

const update = route({
  method: 'POST',
  path: '/v1/prices/:id',
  parameters: {
    active: flag,
    lookup_key: text,
    metadata: emptyable(metadata),
    nickname: text,
    tax_behavior: taxBehavior,
    transfer_lookup_key: flag,
  },
  run(call, parameters) {
    const price = findOrThrow(call, 'price', call.path['id'] ?? '');
    const { lookup_key: key } = parameters;
    if (key !== undefined && key !== price.lookup_key) {
      claimLookupKey(call, key, parameters.transfer_lookup_key === true);
    }
    const updated = call.sandbox.store.put('price', {
      ...price,
      active: parameters.active ?? price.active,
      lookup_key: key ?? price.lookup_key,
      nickname: parameters.nickname ?? price.nickname,
      tax_behavior: parameters.tax_behavior ?? price.tax_behavior,
      metadata: mergeMetadata(price.metadata, parameters.metadata),
    });
    emit(call.sandbox, 'price.updated', updated, price);
    return updated;
  },
});

const list = route({
  method: 'GET',
  path: '/v1/prices',
  parameters: {
    ...paging,
    active: flag,
    created: timeRange,
    currency: text,
    lookup_keys: array(text),
    product: text,
    recurring: fields({ interval: text, usage_type: text }),
    type: oneOf('one_time', 'recurring'),
  },
  run: (call, { active, created, currency, lookup_keys: keys, product, recurring, type, ...page }) =>
    listPage(
      call,
      'price',
      page,
      (price) =>
        isWithin(price.created, created) &&
        (active === undefined || price.active === active) &&
        (!currency || price.currency === currency) &&
        (!keys || (price.lookup_key !== null && keys.includes(price.lookup_key))) &&
        (!product || price.product === product) &&
        (!type || price.type === type) &&
        (!recurring?.interval || price.recurring?.interval === recurring.interval),
    ),
});

/** A recurring or one-off price that can still be sold: neither it nor its product is archived. */
export function findActivePrice(call: Call, id: string, param: string): Price {
  const price = findOrThrow(call, 'price', id, param);
  if (!price.active) {
    throw invalidRequest('The price specified is inactive. This field only accepts active prices.', {
      param,
    });
  }
  if (call.sandbox.store.get('product', price.product)?.active === false) {
    throw invalidRequest(
      `The product ${price.product} is marked as inactive, and thus no new subscriptions can be created to any prices of this product.`,
      { param },
    );
  }
  return price;
}

/** Assigns a lookup key to one price. Moving it from another price requires `transfer`. */
function claimLookupKey({ sandbox: { store } }: Call, key: string, transfer: boolean): void {
  for (const holder of store.findBy('price', 'lookup_key', key)) {
    if (!transfer) {
      throw invalidRequest(
        `A price (\`${holder.id}\`) already uses that lookup key. You may transfer the lookup key to another price by using the transfer_lookup_key=true parameter.`,
        { param: 'lookup_key' },
      );
    }
    store.put('price', { ...holder, lookup_key: null });
  }
}

function resolveProduct(
  call: Call,
  given: { product?: string; product_data?: { id?: string; name: string } },
): string {
  if (given.product !== undefined) return findOrThrow(call, 'product', given.product, 'product').id;
  if (!given.product_data) {
    throw invalidRequest('You must specify either `product` or `product_data` when creating a price.', {
      code: 'parameter_missing',
    });
  }
  const { id = newId('prod'), ...product } = given.product_data;
  return createProduct(call, id, product).id;
}

export interface PriceInput {
  currency: string;
  product: string;
  unit_amount: number;
  active?: boolean;
  lookup_key?: string;
  metadata?: Record<string, string>;
  nickname?: string;
  recurring?: { interval: 'day' | 'month' | 'week' | 'year'; interval_count?: number };
  tax_behavior?: 'exclusive' | 'inclusive' | 'unspecified';
}

export function createPrice({ sandbox }: Pick<Call, 'sandbox'>, input: PriceInput): Price {
  const price = sandbox.store.put('price', {
    id: newId('price'),
    object: 'price',
    active: input.active ?? true,
    billing_scheme: 'per_unit',
    created: sandbox.clock.now(),
    currency: readCurrency(input.currency),
    custom_unit_amount: null,
    livemode: false,
    lookup_key: input.lookup_key ?? null,
    metadata: mergeMetadata({}, input.metadata),
    nickname: input.nickname ?? null,
    product: input.product,
    recurring: input.recurring
      ? {
          interval: input.recurring.interval,
          interval_count: input.recurring.interval_count ?? 1,
          meter: null,
          trial_period_days: null,
          usage_type: 'licensed',
        }
      : null,
    tax_behavior: input.tax_behavior ?? 'unspecified',
    tiers_mode: null,
    transform_quantity: null,
    type: input.recurring ? 'recurring' : 'one_time',
    unit_amount: Number.isInteger(input.unit_amount) ? input.unit_amount : null,
    unit_amount_decimal: String(input.unit_amount),
  });
  emit(sandbox, 'price.created', price);
  return price;
}

export const priceRoutes: readonly Route[] = [create, retrieve, update, list];
