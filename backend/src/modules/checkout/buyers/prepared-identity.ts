import { isEmailAddress, normalizeEmail } from '../../auth/index.js';
import type { PaymentIntent } from '../../billing/index.js';
import type { CheckoutEntity } from '../persistence/checkout.entity.js';

/**
 * Whether someone other than the prepared buyer paid: the checkout was prepared while signed out, with another email address than in
 * the payment's billing details. The payer then gets the plan, because an attacker may have planted the checkout in their browser.
 */
export function isPaidByOther(checkout: CheckoutEntity, { billingEmail }: PaymentIntent): boolean {
  if (!checkout.preparedAt || checkout.preparedSignedIn) return false;
  return billingEmail !== null && isEmailAddress(billingEmail) && !isSameEmail(checkout.email, billingEmail);
}

/** Whether two email addresses are the same after normalization. */
export function isSameEmail(a: string | null, b: string | null): boolean {
  return a !== null && b !== null && normalizeEmail(a) === normalizeEmail(b);
}
