import { emptyable, fields, text } from '../http/parameters.ts';
import type { ParametersOf } from '../http/parameters.ts';
import type { PaymentMethod } from '../state/wire.ts';

const maybeText = emptyable(text);

export const addressFields = fields({
  city: maybeText,
  country: maybeText,
  line1: maybeText,
  line2: maybeText,
  postal_code: maybeText,
  state: maybeText,
});

export const billingDetailsFields = fields({
  address: emptyable(addressFields),
  email: maybeText,
  name: maybeText,
  phone: maybeText,
  tax_id: maybeText,
});

export type BillingDetailsInput = ParametersOf<typeof billingDetailsFields>;
type AddressInput = ParametersOf<typeof addressFields>;
type BillingDetails = PaymentMethod['billing_details'];
type Address = NonNullable<BillingDetails['address']>;

/** Every field present, as the provider answers it. Given fields replace those kept. */
export function fullBillingDetails(input: BillingDetailsInput = {}, kept?: BillingDetails): BillingDetails {
  return {
    address:
      input.address === null ? fullAddress({}) : fullAddress(input.address ?? {}, kept?.address ?? undefined),
    email: pick(input.email, kept?.email),
    name: pick(input.name, kept?.name),
    phone: pick(input.phone, kept?.phone),
    tax_id: pick(input.tax_id, kept?.tax_id),
  };
}

export function fullAddress(input: AddressInput, kept?: Address): Address {
  return {
    city: pick(input.city, kept?.city),
    country: pick(input.country, kept?.country),
    line1: pick(input.line1, kept?.line1),
    line2: pick(input.line2, kept?.line2),
    postal_code: pick(input.postal_code, kept?.postal_code),
    state: pick(input.state, kept?.state),
  };
}

function pick(given: string | null | undefined, kept: string | null | undefined): string | null {
  return given === undefined ? (kept ?? null) : given;
}
