import { DomainError } from '../../../../platform/errors/domain-error.js';
import { InvalidInputError } from '../../domain/auth-errors.js';
import type { CodeChallenge } from '../../domain/code-challenge.js';
import { isEmailAddress } from '../../domain/email-address.js';
import { parsePhoneNumber } from '../../domain/phone-number.js';
import { isTooLong, MAX_PASSWORD_BYTES } from '../../domain/password-rules.js';
import { assertMetadata } from '../../domain/user-metadata.js';

/** Body or query of a call. The protocol's clients send fields that a server may not know: unknown ones are ignored. */
export type WireInput = Readonly<Record<string, unknown>>;

/** The fields of a body; none when it is empty. */
export function fieldsOf(body: unknown): WireInput {
  if (body === undefined || body === null) return {};
  if (typeof body !== 'object' || Array.isArray(body)) throw badJson('must be an object');
  return body as WireInput;
}

/** A text field; undefined when it is absent, null or empty. */
export function text(input: WireInput, field: string): string | undefined {
  const value = input[field];
  if (value === undefined || value === null || value === '') return undefined;
  if (typeof value !== 'string') throw badJson(`${field} must be a string`);
  return value;
}

export function flag(input: WireInput, field: string): boolean {
  return input[field] === true;
}

/** In a query: the person who asks is a program, which no redirect may lead anywhere. */
export function skipsHttpRedirect(query: WireInput): boolean {
  return query.skip_http_redirect === 'true';
}

export function emailAddress(input: WireInput): string {
  const email = text(input, 'email')?.trim();
  if (email === undefined) throw new InvalidInputError('An email address is required');
  if (!isEmailAddress(email)) throw new InvalidInputError('Unable to validate email address: invalid format');
  return email;
}

/** The digits of the number that the body names. */
export function phoneNumber(input: WireInput): string {
  const phone = parsePhoneNumber(text(input, 'phone') ?? '');
  if (phone === undefined) throw new InvalidInputError('Invalid phone number format (E.164 required)');
  return phone;
}

const CHANNELS = ['sms', 'whatsapp'] as const;

/** How a code is to come; by text message when the body does not say. */
export function smsChannel(input: WireInput): (typeof CHANNELS)[number] {
  const wish = text(input, 'channel') ?? 'sms';
  const known = CHANNELS.find((channel) => channel === wish);
  if (!known) throw new InvalidInputError('Invalid channel, supported values are sms and whatsapp');
  return known;
}

/** A password to be set. Its strength is judged elsewhere; what no rule could accept is rejected here. */
export function newPassword(input: WireInput, field = 'password'): string | undefined {
  const password = text(input, field);
  if (password !== undefined && isTooLong(password)) {
    throw new InvalidInputError(`Password cannot be longer than ${MAX_PASSWORD_BYTES} characters`);
  }
  return password;
}

/** The owner's own data, judged; undefined when none came. */
export function metadata(input: WireInput): Record<string, unknown> | undefined {
  const { data } = input;
  if (data === undefined || data === null) return undefined;
  if (typeof data !== 'object' || Array.isArray(data)) throw badJson('data must be an object');
  assertMetadata(data as Record<string, unknown>);
  return { ...(data as Record<string, unknown>) };
}

export function captchaToken(input: WireInput): string | undefined {
  const { gotrue_meta_security: security } = input;
  if (typeof security !== 'object' || security === null) return undefined;
  const token = (security as WireInput).captcha_token;
  return typeof token === 'string' && token !== '' ? token : undefined;
}

const CHALLENGE = /^[A-Za-z0-9\-._~]{43,128}$/;

/** The challenge of a client that will trade a code for its session; undefined when none came. Throws for half of one. */
export function codeChallenge(input: WireInput): CodeChallenge | undefined {
  const challenge = text(input, 'code_challenge');
  const method = text(input, 'code_challenge_method')?.toLowerCase();
  if ((challenge === undefined) !== (method === undefined)) {
    throw new InvalidInputError(
      'PKCE flow requires code_challenge_method and code_challenge to be provided together',
    );
  }
  if (challenge === undefined) return undefined;
  if (!CHALLENGE.test(challenge)) {
    throw new InvalidInputError('code challenge has to be between 43 and 128 unreserved characters');
  }
  if (method !== 's256' && method !== 'plain') {
    throw new InvalidInputError('code challenge method must be s256 or plain');
  }
  return { challenge, method };
}

function badJson(error: string): DomainError {
  return new DomainError('malformed', 'bad_json', `Could not parse request body as JSON: ${error}`);
}
