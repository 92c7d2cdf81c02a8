import { cleanEmail } from './typed-text.js';

const MAX_LENGTH = 254;
const MAX_LOCAL_PART_LENGTH = 64;
const LOCAL_PART = /^[^\s@"(),:;<>[\]\\\p{C}.]+(\.[^\s@"(),:;<>[\]\\\p{C}.]+)*$/u;
const TYPED_DOMAIN = /^[\p{L}\p{M}\p{N}\-.\u3002]+$/u;
const ASCII_DOMAIN = /^([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z]([a-z0-9-]{0,61}[a-z0-9])?$/;
/** The same in browsers and Node.js, whose type definitions this package doesn't include. */
declare const URL: new (url: string) => { readonly hostname: string };
const NOT_IN_LOCAL_PART = /[\s@"(),:;<>[\]\\\p{C}]/u;
const NOT_IN_DOMAIN = /[^\p{L}\p{M}\p{N}\-.\u3002]/u;

export const INVALID_EMAIL = 'Enter an email address like name@example.com.';

/** The parts of an address that a mail server could accept; internationalized ones are allowed. The domain is in ASCII. */
export function parseEmail(address: string): { local: string; domain: string } | undefined {
  if (address.length > MAX_LENGTH) return undefined;
  const at = address.lastIndexOf('@');
  const local = address.slice(0, at);
  if (at < 1 || local.length > MAX_LOCAL_PART_LENGTH || !LOCAL_PART.test(local)) return undefined;
  const domain = asciiDomain(address.slice(at + 1));
  return domain === undefined ? undefined : { local, domain };
}

/**
 * What to fix in an email address, for the person who typed it; undefined if it is valid. Some providers give out addresses that don't
 * conform to RFC 5321, such as old Japanese mobile addresses with two dots in a row, so people may not see what is wrong with theirs.
 */
export function emailProblem(typed: string): string | undefined {
  const address = cleanEmail(typed);
  if (parseEmail(address)) return undefined;
  const at = address.lastIndexOf('@');
  if (at < 1 || at === address.length - 1) return INVALID_EMAIL;
  if (address.length > MAX_LENGTH) return `Use an email address of at most ${MAX_LENGTH} characters.`;
  const local = address.slice(0, at);
  const domain = address.slice(at + 1);
  if (local.length > MAX_LOCAL_PART_LENGTH)
    return `Use an email address with at most ${MAX_LOCAL_PART_LENGTH} characters before the @.`;
  const character = NOT_IN_LOCAL_PART.exec(local)?.[0] ?? NOT_IN_DOMAIN.exec(domain)?.[0];
  if (character === '@') return 'Use an email address with only one @.';
  if (character !== undefined) return `Use an email address without ${nameCharacter(character)}.`;
  if (address.includes('..'))
    return 'Email cannot be sent to an address with two dots in a row. Correct it, or use a different one.';
  if (/^\.|\.$/.test(local))
    return 'Email cannot be sent to an address with a dot at the beginning or before the @. Correct it, or use a different one.';
  return INVALID_EMAIL;
}

/** A character as people see it, or by its code point if they can't. */
function nameCharacter(character: string): string {
  if (/^\s$/u.test(character)) return 'spaces';
  if (!/^\p{C}$/u.test(character)) return `“${character}”`;
  const codePoint = character.codePointAt(0)!.toString(16).toUpperCase().padStart(4, '0');
  return `the invisible character U+${codePoint}`;
}

function asciiDomain(typed: string): string | undefined {
  if (!TYPED_DOMAIN.test(typed)) return undefined;
  try {
    const ascii = new URL(`http://${typed}`).hostname;
    return ascii.length <= 253 && ASCII_DOMAIN.test(ascii) ? ascii : undefined;
  } catch {
    return undefined;
  }
}
