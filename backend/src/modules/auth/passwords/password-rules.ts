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
  /** Whether the password can be guessed within few attempts. */
  guessable?: boolean;
  /** Whether the password is in the list of breached ones. */
  breached?: boolean;
}

/** What attackers may know about the owner of a password. */
export interface PasswordOwner {
  email?: string | null;
  phone?: string | null;
  fullName?: string;
}

/** Shorter words occur in too many strong passwords. */
const MIN_WORD_LENGTH = 3;

/** The owner's email address, phone number and name, and the words in them, separate and joined. */
export function personalWords({ email, phone, fullName }: PasswordOwner): string[] {
  const texts = [email, phone, fullName].filter((text) => text != null);
  const words = texts.flatMap((text) => {
    const parts = text.split(/[^\p{L}\p{N}]+/u);
    return [text, parts.join(''), ...parts];
  });
  return [...new Set(words)].filter(({ length }) => length >= MIN_WORD_LENGTH);
}

/** Of the form that is hashed. */
export function isTooLong(password: string): boolean {
  return Buffer.byteLength(password.normalize('NFC')) > MAX_PASSWORD_BYTES;
}

/** Throws {@link WeakPasswordError} naming every rule that the password breaks. */
export function assertStrongPassword(
  password: string,
  { minLength, characters, guessable = false, breached = false }: PasswordRules,
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
  // The protocol has one reason for both; the message tells them apart. A short password only gets the length message.
  if (guessable && !isShort) {
    errors.push(['pwned', 'This password is too easy to guess. Choose a longer or less common one.']);
  } else if (breached) {
    errors.push(['pwned', 'This password has appeared in a data breach. Please choose another one.']);
  }
  if (errors.length > 0)
    throw new WeakPasswordError(
      errors.map(([reason]) => reason),
      errors.map(([, text]) => text).join(' '),
    );
}
