import { emailProblem } from '@subscription-site/shared/email-address';
import { hasInvisibleCharacters, INVISIBLE_CHARACTERS } from '@subscription-site/shared/names';
import { cleanEmail } from '@subscription-site/shared/typed-text';
import { ValidationError, type FieldError } from '../../../platform/domain-error.js';
import { isEmailAddress, parsePersonName } from '../../auth/index.js';
import type { PaymentIntent } from '../../billing/index.js';
import type { Buyer } from '../domain/checkout.js';

export interface ParsedBuyer {
  email: string;
  fullName: string;
  password: string;
}

/** A plan requires an email address: anonymous and phone-only accounts must add one first. */
export function assertHasEmail({ email }: { email: string }): void {
  if (email !== '') return;
  const message = 'Please add an email address to your account first.';
  throw new ValidationError([{ field: 'email', message }]);
}

type BuyerInput = { email?: string; fullName?: string; password?: string };

/** Validates a buyer who is not signed in. Throws a `ValidationError` that lists every missing or invalid field. */
export function parseBuyer(input: BuyerInput): ParsedBuyer {
  const errors = buyerErrors(input);
  if (errors.length > 0) throw new ValidationError(errors);
  return {
    email: cleanEmail(input.email!),
    fullName: parsePersonName(input.fullName!)!,
    password: input.password!,
  };
}

/** Every missing or invalid field of a buyer who is not signed in. */
export function buyerErrors(input: BuyerInput): FieldError[] {
  const errors: FieldError[] = [];
  const invalidEmail = emailProblem(input.email ?? '');
  const fullName = parsePersonName(input.fullName ?? '');
  if (invalidEmail) errors.push({ field: 'email', message: invalidEmail });
  if (fullName === undefined) {
    errors.push({
      field: 'fullName',
      message: hasInvisibleCharacters((input.fullName ?? '').trim())
        ? INVISIBLE_CHARACTERS
        : 'Please enter your name: 1 to 100 characters, without links or @.',
    });
  }
  if (!input.password) errors.push({ field: 'password', message: 'Please choose a password.' });
  return errors;
}

/** The buyer from the payment's billing details, without a password; undefined without a valid email address. */
export function buyerFromBilling({
  billingEmail,
  billingName,
}: Pick<PaymentIntent, 'billingEmail' | 'billingName'>): Buyer | undefined {
  if (!billingEmail || !isEmailAddress(billingEmail)) return undefined;
  return {
    email: billingEmail,
    fullName: parsePersonName(billingName ?? '') ?? '',
    passwordHash: null,
    termsVersion: null,
    termsAcceptedAt: null,
  };
}
