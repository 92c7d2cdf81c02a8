import { emailProblem } from '@subscription-site/shared/email-address';
import {
  hasInvisibleCharacters,
  INVISIBLE_CHARACTERS,
  isPersonName,
  NAME_MAX_LENGTH,
} from '@subscription-site/shared/names';
import { accountRules } from './config/account-rules';

/** Returns the error for a person's name, if any. Links and addresses are rejected, because names appear in our emails. */
export function validateName(name: string): string | undefined {
  const text = name.trim();
  if (!text) return 'Enter your full name.';
  if (text.length > NAME_MAX_LENGTH) return `Use at most ${NAME_MAX_LENGTH} characters.`;
  if (hasInvisibleCharacters(text)) return INVISIBLE_CHARACTERS;
  return isPersonName(text) ? undefined : 'Enter a name without links or email addresses.';
}

/** Returns the error for an email address, if any. */
export function validateEmail(email: string): string | undefined {
  if (!email.trim()) return 'Enter your email address.';
  return emailProblem(email);
}

/** Returns the error for a phone number, if any. It must be in E.164 format. */
export function validatePhone(number: string): string | undefined {
  if (!number) return 'Enter your phone number.';
  return /^\+[1-9]\d{6,14}$/.test(number) ? undefined : 'Start with + and the country code.';
}

const CHARACTER_HINTS = {
  none: '',
  letters_digits: ', including a letter and a digit',
  lower_upper_digits: ', including a lowercase letter, an uppercase letter, and a digit',
  lower_upper_digits_symbols: ', including a lowercase letter, an uppercase letter, a digit, and a symbol',
} as const;

/** Password rules of this installation. */
export function passwordHint(): string {
  const { passwordMinLength, passwordCharacters } = accountRules();
  return `At least ${passwordMinLength} characters${CHARACTER_HINTS[passwordCharacters]}.`;
}

/** Returns the error for a new password, as far as the client can tell. */
export function validateNewPassword(password: string): string | undefined {
  if (!password) return 'Choose a password.';
  return [...password].length < accountRules().passwordMinLength ? passwordTooShortMessage() : undefined;
}

export function passwordTooShortMessage(): string {
  return `Password must be at least ${accountRules().passwordMinLength} characters long.`;
}

const REASON_MESSAGES: Record<string, string> = {
  length: 'It’s too short.',
  characters: 'It needs more types of characters.',
  pwned: 'It’s too easy to guess, or has appeared in a data breach.',
};

/** Why the server rejects a password: its message, or one derived from the reasons. */
export function weakPasswordMessage(reasons: readonly string[], message: string): string {
  return message || reasons.flatMap((reason) => REASON_MESSAGES[reason] ?? []).join(' ');
}
