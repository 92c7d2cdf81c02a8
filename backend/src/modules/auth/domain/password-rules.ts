import { WeakPasswordError, type WeaknessReason } from './auth-errors.js';

/** Longer ones would be cut by other systems that passwords are moved to; in bytes of UTF-8. */
export const MAX_PASSWORD_BYTES = 72;

/** Sets of characters of which a password must have at least one each. */
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
  /** Whether this password takes few guesses. */
  guessable?: boolean;
  /** Whether this password is in a list of stolen ones. */
  breached?: boolean;
}

/** Who a password is for: what they are called is guessed first. */
export interface PasswordOwner {
  email?: string | null;
  phone?: string | null;
  fullName?: string;
}

/** Shorter words than this are part of too many passwords. */
const MIN_WORD_LENGTH = 3;

/** What an attacker who knows the owner tries: the address, the number, the name, and the words in them, apart and joined. */
export function personalWords({ email, phone, fullName }: PasswordOwner): string[] {
  const texts = [email, phone, fullName].filter((text) => text != null);
  const words = texts.flatMap((text) => {
    const parts = text.split(/[^\p{L}\p{N}]+/u);
    return [text, parts.join(''), ...parts];
  });
  return [...new Set(words)].filter(({ length }) => length >= MIN_WORD_LENGTH);
}

export function isTooLong(password: string): boolean {
  return new TextEncoder().encode(password).length > MAX_PASSWORD_BYTES;
}

/** Throws {@link WeakPasswordError} naming every rule that the password breaks. */
export function assertStrong(
  password: string,
  { minLength, characters, guessable = false, breached = false }: PasswordRules,
): void {
  const errors: [WeaknessReason, string][] = [];
  const isShort = [...password].length < minLength;
  if (isShort) errors.push(['length', `Password should be at least ${minLength} characters.`]);
  else if (isTooLong(password))
    errors.push(['length', `Password cannot be longer than ${MAX_PASSWORD_BYTES} bytes.`]);
  if (!CHARACTER_RULES[characters].every((needed) => needed.test(password))) {
    errors.push([
      'characters',
      `Password should contain at least one of each: ${characters.split('_').join(', ')}.`,
    ]);
  }
  // The protocol has one reason for both; the sentence says which. A short password is told one thing to do, not two.
  if (guessable && !isShort) {
    errors.push(['pwned', 'This password is too easy to guess. Choose a longer or less common one.']);
  } else if (breached) {
    errors.push(['pwned', 'This password is in lists of stolen ones. Please choose another.']);
  }
  if (errors.length > 0)
    throw new WeakPasswordError(
      errors.map(([reason]) => reason),
      errors.map(([, text]) => text).join(' '),
    );
}
