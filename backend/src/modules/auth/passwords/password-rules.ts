import { WeakPasswordError, type WeaknessReason } from '../core/auth-errors.js';

/** UTF-8 bytes. bcrypt, which users may be exported to, truncates longer passwords. */
export const MAX_PASSWORD_BYTES = 72;

/** Character classes that a password must contain at least one of each. */
export const CHARACTER_RULES = {
  none: [],
  letters_digits: [/\p{L}/u, /\p{N}/u],
  lower_upper_digits: [/\p{Ll}/u, /\p{Lu}/u, /\p{N}/u],
  lower_upper_digits_symbols: [/\p{Ll}/u, /\p{Lu}/u, /\p{N}/u, /[^\p{L}\p{N}\s]/u],
} as const satisfies Record<string, readonly RegExp[]>;

export type CharacterRule = keyof typeof CHARACTER_RULES;

export interface PasswordRules {
  minLength: number;
  characters: CharacterRule;
  /** Whether the password is on the list of most common ones. */
  common?: boolean;
  /** Whether the password is in the list of breached ones. */
  breached?: boolean;
}

export function isTooLong(password: string): boolean {
  return new TextEncoder().encode(password).length > MAX_PASSWORD_BYTES;
}

/** Throws {@link WeakPasswordError} naming every rule that the password breaks. */
export function assertStrongPassword(
  password: string,
  { minLength, characters, common = false, breached = false }: PasswordRules,
): void {
  const errors: [WeaknessReason, string][] = [];
  const isShort = [...password].length < minLength;
  if (isShort) errors.push(['length', `Password should be at least ${minLength} characters.`]);
  else if (isTooLong(password))
    errors.push(['length', `Password cannot be longer than ${MAX_PASSWORD_BYTES} bytes.`]);
  if (!CHARACTER_RULES[characters].every((characterClass) => characterClass.test(password))) {
    errors.push([
      'characters',
      `Password should contain at least one of each: ${characters.split('_').join(', ')}.`,
    ]);
  }
  // The protocol has one reason for both lists; the message tells them apart. A short password only gets the length message.
  if (common && !isShort) {
    errors.push(['pwned', 'This is one of the most common passwords. Please choose another one.']);
  } else if (breached) {
    errors.push(['pwned', 'This password has appeared in a data breach. Please choose another one.']);
  }
  if (errors.length > 0)
    throw new WeakPasswordError(
      errors.map(([reason]) => reason),
      errors.map(([, text]) => text).join(' '),
    );
}
