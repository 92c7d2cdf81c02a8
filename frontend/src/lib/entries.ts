import { isPersonName, NAME_MAX_LENGTH } from '@subscription-site/shared/names';
import { accountRules } from './config/account-rules';

/** What is wrong with a person's name, if anything: the rule that keeps links and addresses out of our mails. */
export function nameFault(name: string): string | undefined {
  const text = name.trim();
  if (!text) return 'Enter your full name.';
  if (text.length > NAME_MAX_LENGTH) return `Use at most ${NAME_MAX_LENGTH} characters.`;
  return isPersonName(text) ? undefined : 'Enter a name without links or addresses.';
}

/** What is said of something that is no address. */
export const NO_ADDRESS = 'Enter an email address like name@example.com.';

/** What is wrong with an e-mail address, if anything. International addresses are fine. */
export function emailFault(email: string): string | undefined {
  if (!email.trim()) return 'Enter your email address.';
  return /^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(email.trim()) ? undefined : NO_ADDRESS;
}

/** What is wrong with a telephone number, if anything: it takes the form in which it is dialled from everywhere. */
export function phoneFault(number: string): string | undefined {
  if (!number) return 'Enter your phone number.';
  return /^\+[1-9]\d{6,14}$/.test(number) ? undefined : 'Begin with + and the country code.';
}

const CHARACTERS = {
  none: '',
  letters_digits: ', with a letter and a digit among them',
  lower_upper_digits: ', with a small letter, a capital letter and a digit among them',
  lower_upper_digits_symbols: ', with a small letter, a capital letter, a digit and a symbol among them',
} as const;

/** What this installation asks of a new password. */
export function passwordHint(): string {
  const { passwordMinLength, passwordCharacters } = accountRules();
  return `At least ${passwordMinLength} characters${CHARACTERS[passwordCharacters]}.`;
}

/** What is wrong with a new password, if anything that can be known here. */
export function newPasswordFault(password: string): string | undefined {
  if (!password) return 'Choose a password.';
  const { passwordMinLength } = accountRules();
  return [...password].length < passwordMinLength
    ? `Password must be at least ${passwordMinLength} characters long.`
    : undefined;
}

const REASONS: Record<string, string> = {
  length: 'It is too short.',
  characters: 'It needs other kinds of characters as well.',
  pwned: 'It has appeared in a data leak.',
};

/** Why the server finds a password too weak: in its own words, which name its rules; by its reasons where it has none. */
export function weaknessOf(reasons: readonly string[], message: string): string {
  return message || reasons.flatMap((reason) => REASONS[reason] ?? []).join(' ');
}
