import { randomBytes } from 'node:crypto';

const ALPHABET = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';

/** Random emails and digits; not for keys that guard anything of worth. */
export function randomText(length: number): string {
  let text = '';
  for (const byte of randomBytes(length)) text += ALPHABET[byte % ALPHABET.length];
  return text;
}

/** An object id in the provider's form, such as `pi_3Qh…`. */
export function newId(prefix: string): string {
  return `${prefix}_${randomText(24)}`;
}

/** The client secret of an intent: the person who holds it may confirm that intent with the publishable key. */
export function newClientSecret(id: string): string {
  return `${id}_secret_${randomText(25)}`;
}
