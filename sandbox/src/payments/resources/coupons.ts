import { emit } from '../events/emit.ts';
import { invalidRequest } from '../http/api-error.ts';
import { listPage, findOrThrow, paging } from '../http/listing.ts';
import {
  decimal,
  emptyable,
  flag,
  integer,
  isWithin,
  mergeMetadata,
  metadata,
  oneOf,
  required,
  text,
  timeRange,
} from '../http/parameters.ts';
import { route, type Route } from '../http/route.ts';
import { newId, randomText } from '../state/identifiers.ts';
import { readCurrency } from './amounts.ts';

const createCoupon = route({
  method: 'POST',
  path: '/v1/coupons',
  parameters: {
    id: text,
    amount_off: integer,
    currency: text,
    duration: oneOf('forever', 'once', 'repeating'),
    duration_in_months: integer,
    metadata: emptyable(metadata),
    name: text,
    percent_off: decimal,
  },
  run({ sandbox }, parameters) {
    if ((parameters.amount_off === undefined) === (parameters.percent_off === undefined)) {
      throw invalidRequest('You must pass either percent_off or amount_off.', { param: 'percent_off' });
    }
    const coupon = sandbox.store.put('coupon', {
      id: parameters.id ?? randomText(8),
      object: 'coupon',
      amount_off: parameters.amount_off ?? null,
      created: sandbox.clock.now(),
      currency: parameters.amount_off === undefined ? null : readCurrency(parameters.currency ?? ''),
      duration: parameters.duration ?? 'once',
      duration_in_months: parameters.duration_in_months ?? null,
      livemode: false,
      max_redemptions: null,
      metadata: mergeMetadata({}, parameters.metadata),
      name: parameters.name ?? null,
      percent_off: parameters.percent_off === undefined ? null : Number(parameters.percent_off),
      redeem_by: null,
      times_redeemed: 0,
      valid: true,
    });
    emit(sandbox, 'coupon.created', coupon);
    return coupon;
  },
});

const retrieveCoupon = route({
  method: 'GET',
  path: '/v1/coupons/:id',
  run: (call) => findOrThrow(call, 'coupon', call.path['id'] ?? ''),
});

const deleteCoupon = route({
  method: 'DELETE',
  path: '/v1/coupons/:id',
  run(call) {
    const coupon = findOrThrow(call, 'coupon', call.path['id'] ?? '');
    call.sandbox.store.remove('coupon', coupon.id);
    emit(call.sandbox, 'coupon.deleted', coupon);
    return { id: coupon.id, object: 'coupon', deleted: true };
  },
});

const listCoupons = route({
  method: 'GET',
  path: '/v1/coupons',
  parameters: { ...paging, created: timeRange },
  run: (call, parameters) =>
    listPage(call, 'coupon', parameters, ({ created }) => isWithin(created, parameters.created)),
});

const createTaxRate = route({
  method: 'POST',
  path: '/v1/tax_rates',
  parameters: {
    active: flag,
    country: text,
    description: text,
    display_name: required(text),
    inclusive: required(flag),
    jurisdiction: text,
    metadata: emptyable(metadata),
    percentage: required(decimal),
    state: text,
  },
  run({ sandbox }, parameters) {
    const rate = sandbox.store.put('tax_rate', {
      id: newId('txr'),
      object: 'tax_rate',
      active: parameters.active ?? true,
      country: parameters.country ?? null,
      created: sandbox.clock.now(),
      description: parameters.description ?? null,
      display_name: parameters.display_name,
      effective_percentage: null,
      flat_amount: null,
      inclusive: parameters.inclusive,
      jurisdiction: parameters.jurisdiction ?? null,
      jurisdiction_level: null,
      livemode: false,
      metadata: mergeMetadata({}, parameters.metadata),
      percentage: Number(parameters.percentage),
      rate_type: 'percentage',
      state: parameters.state ?? null,
      tax_type: null,
    });
    emit(sandbox, 'tax_rate.created', rate);
    return rate;
  },
});

const retrieveTaxRate = route({
  method: 'GET',
  path: '/v1/tax_rates/:id',
  run: (call) => findOrThrow(call, 'tax_rate', call.path['id'] ?? ''),
});

export const couponRoutes: readonly Route[] = [
  createCoupon,
  retrieveCoupon,
  deleteCoupon,
  listCoupons,
  createTaxRate,
  retrieveTaxRate,
];
