import { isEmail } from 'class-validator';
import parseAddresses from 'nodemailer/lib/addressparser';

/** A sender, as emails show it. */
export interface Sender {
  readonly name: string;
  readonly address: string;
}

/** Parses an address, or a name with an address: `Acme <hello@acme.example>`. Undefined if it is neither. */
export function parseSender(text: string): Sender | undefined {
  const [sender, ...others] = parseAddresses(text, { flatten: true });
  if (!sender || others.length > 0 || !isMailAddress(sender.address)) return undefined;
  return { name: sender.name, address: sender.address };
}

/** The host needs no dot. */
export function isMailAddress(text: string): boolean {
  return isEmail(text, { require_tld: false });
}
