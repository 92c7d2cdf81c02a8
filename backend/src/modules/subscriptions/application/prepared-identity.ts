import { isEmailAddress, normalizeEmail } from '../../auth/index.js';
import type { PaymentIntent } from '../../billing/index.js';
import type { Checkout } from '../domain/checkout.js';

/**
 * Whether the payment is not the prepared buyer's: someone signed out prepared the checkout with another email than the one the card
 * was charged with. Who pays decides then, for the person who prepared may have planted the checkout in the payer's browser.
 */
export function isPaidByAnother(checkout: Checkout, { billingEmail }: PaymentIntent): boolean {
  if (!checkout.preparedAt || checkout.preparedSignedIn) return false;
  return billingEmail !== null && isEmailAddress(billingEmail) && !sameAddress(checkout.email, billingEmail);
}

/** Whether two addresses are one mailbox. */
export function sameAddress(a: string | null, b: string | null): boolean {
  return a !== null && b !== null && normalizeEmail(a) === normalizeEmail(b);
}
