/** Least length of a password; the server may ask for more. */
export const PASSWORD_MIN_LENGTH = 6;
export const NAME_MAX_LENGTH = 100;

/** What is wrong with a person's name, if anything: the rule that keeps links and addresses out of our mails. */
export function nameFault(name: string): string | undefined {
  const text = name.trim();
  if (!text) return 'Enter your full name.';
  if (text.length > NAME_MAX_LENGTH) return `Use at most ${NAME_MAX_LENGTH} characters.`;
  if (/:\/\/|www\.|@|\p{Cc}/iu.test(text)) return 'Enter a name without links or addresses.';
  return undefined;
}

/** What is wrong with an e-mail address, if anything. International addresses are fine. */
export function emailFault(email: string): string | undefined {
  if (!email.trim()) return 'Enter your email address.';
  return /^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(email.trim())
    ? undefined
    : 'Enter an email address like name@example.com.';
}

/** What is wrong with a new password, if anything that can be known here. */
export function newPasswordFault(password: string): string | undefined {
  if (!password) return 'Choose a password.';
  return password.length < PASSWORD_MIN_LENGTH
    ? `Password must be at least ${PASSWORD_MIN_LENGTH} characters long.`
    : undefined;
}

const REASONS: Record<string, string> = {
  length: 'it is too short',
  characters: 'it needs other kinds of characters as well',
  pwned: 'it has appeared in a data leak',
};

/** The server's own reasons for refusing a password, as a sentence. */
export function weaknessOf(reasons: readonly string[], message: string): string {
  const known = reasons.flatMap((reason) => REASONS[reason] ?? []);
  return known.length > 0 ? `Choose another password: ${known.join(', and ')}.` : message;
}
