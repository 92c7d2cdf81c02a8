import { emptyable, fields, text } from '../http/parameters.ts';
import type { InferParameters } from '../http/parameters.ts';
import type { PaymentMethod } from '../state/wire.ts';

const nullableText = emptyable(text);

export const addressFields = fields({
  city: nullableText,
  country: nullableText,
  line1: nullableText,
  line2: nullableText,
  postal_code: nullableText,
  state: nullableText,
});

export const billingDetailsFields = fields({
  address: emptyable(addressFields),
  email: nullableText,
  name: nullableText,
  phone: nullableText,
  tax_id: nullableText,
});

export type BillingDetailsInput = InferParameters<typeof billingDetailsFields>;
type AddressInput = InferParameters<typeof addressFields>;
type BillingDetails = PaymentMethod['billing_details'];
type Address = NonNullable<BillingDetails['address']>;

/** Billing details with all fields present, as the provider returns them. Given fields replace current ones. */
export function fullBillingDetails(
  input: BillingDetailsInput = {},
  current?: BillingDetails,
): BillingDetails {
  return {
    address:
      input.address === null
        ? fullAddress({})
        : fullAddress(input.address ?? {}, current?.address ?? undefined),
    email: pick(input.email, current?.email),
    name: pick(input.name, current?.name),
    phone: pick(input.phone, current?.phone),
    tax_id: pick(input.tax_id, current?.tax_id),
  };
}

export function fullAddress(input: AddressInput, current?: Address): Address {
  return {
    city: pick(input.city, current?.city),
    country: pick(input.country, current?.country),
    line1: pick(input.line1, current?.line1),
    line2: pick(input.line2, current?.line2),
    postal_code: pick(input.postal_code, current?.postal_code),
    state: pick(input.state, current?.state),
  };
}

function pick(given: string | null | undefined, current: string | null | undefined): string | null {
  return given === undefined ? (current ?? null) : given;
}
