import { parseEmail } from '@subscription-site/shared/email-address';
import { cleanEmail, cleanPhoneNumber } from '@subscription-site/shared/typed-text';

/** Fast path for addresses that need only lowercasing. The spec checks that it agrees with the full rules. */
const PLAIN_ADDRESS = /^[a-z0-9_+-]+(\.[a-z0-9_+-]+)*@([a-z0-9]+\.)+[a-z]+$/;

/** Whether a mail server could accept the address; internationalized addresses are allowed. */
export function isEmailAddress(text: string): boolean {
  return parseEmail(text.trim()) !== undefined;
}

/**
 * The form in which addresses are compared: lowercase, canonical Unicode, ASCII domain. Different spellings of one mailbox yield
 * the same text. Text that is not an address is only lowercased.
 */
export function normalizeEmail(text: string): string {
  const lower = text.trim().toLowerCase();
  if (PLAIN_ADDRESS.test(lower)) return lower;
  const address = cleanEmail(text);
  const parts = parseEmail(address);
  if (!parts) return address.normalize('NFC').toLowerCase();
  return `${parts.local.normalize('NFC').toLowerCase()}@${parts.domain}`;
}

/** The email in lower case, as the protocol returns it. It is stored and sent to as typed: a mailbox may depend on the spelling. */
export function toProtocolEmail(email: string | null | undefined): string | undefined {
  return email?.toLowerCase();
}

const E164 = /^[1-9]\d{1,14}$/;

/** The digits of an E.164 number that someone typed or pasted, without the plus sign; undefined if the text is not one. */
export function parsePhoneNumber(text: string): string | undefined {
  const digits = cleanPhoneNumber(text).replace(/^\+/, '');
  return E164.test(digits) ? digits : undefined;
}
