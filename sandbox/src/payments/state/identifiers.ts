import { randomBytes } from 'node:crypto';

const ALPHABET = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';

/** Random letters and digits. Slightly biased; don't use it for real secrets. */
export function randomText(length: number): string {
  let text = '';
  for (const byte of randomBytes(length)) text += ALPHABET[byte % ALPHABET.length];
  return text;
}

let lastMicrosecond = 0;

/** An object id in the provider's form, such as `pi_1Qh…`. IDs sort by time of creation, because `created` has only seconds. */
export function newId(prefix: string): string {
  lastMicrosecond = Math.max(
    lastMicrosecond + 1,
    Math.floor((performance.timeOrigin + performance.now()) * 1000),
  );
  return `${prefix}_${lastMicrosecond.toString(36)}${randomText(14)}`;
}

/** The client secret of an intent. Together with the publishable key, it allows confirming the intent. */
export function newClientSecret(id: string): string {
  return `${id}_secret_${randomText(25)}`;
}
