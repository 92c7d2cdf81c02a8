import { cleanEmail } from '@subscription-site/shared/typed-text';
import { DomainError } from '../../../platform/domain-error.js';
import { UUID } from '../../../platform/uuid.js';
import { InvalidInputError } from '../core/auth-errors.js';
import { isEmailAddress, parsePhoneNumber } from '../core/email-and-phone.js';
import { assertFullName, assertMetadataSize } from '../core/user-metadata.js';

/** A request body or query. Unknown fields are ignored, since clients send some that the server doesn't support. */
export type AuthInput = Readonly<Record<string, unknown>>;

/** The fields of a body; empty if there is no body. */
export function readFields(body: unknown): AuthInput {
  if (body === undefined || body === null) return {};
  if (typeof body !== 'object' || Array.isArray(body)) throw badJson('must be an object');
  return body as AuthInput;
}

/** A string field; undefined when absent, null or empty. */
export function text(input: AuthInput, field: string): string | undefined {
  const value = input[field];
  if (value === undefined || value === null || value === '') return undefined;
  if (typeof value !== 'string') throw badJson(`${field} must be a string`);
  return value;
}

export function flag(input: AuthInput, field: string): boolean {
  return input[field] === true;
}

/** Whether the caller wants JSON instead of a redirect. */
export function skipsHttpRedirect(query: AuthInput): boolean {
  return query.skip_http_redirect === 'true';
}

export function emailAddress(input: AuthInput): string {
  const typed = text(input, 'email');
  if (typed === undefined) throw new InvalidInputError('An email address is required');
  const email = cleanEmail(typed);
  if (!isEmailAddress(email)) throw new InvalidInputError('Unable to validate email address: invalid format');
  return email;
}

export function phoneNumber(input: AuthInput): string {
  const phone = parsePhoneNumber(text(input, 'phone') ?? '');
  if (phone === undefined) throw new InvalidInputError('Invalid phone number format (E.164 required)');
  return phone;
}

const CHANNELS = ['sms', 'whatsapp'] as const;

/** The delivery channel of a code. */
export function smsChannel(input: AuthInput): (typeof CHANNELS)[number] {
  const requested = text(input, 'channel') ?? 'sms';
  const channel = CHANNELS.find((candidate) => candidate === requested);
  if (!channel) throw new InvalidInputError('Invalid channel, supported values are sms and whatsapp');
  return channel;
}

/** Validated user metadata of at most this many bytes; undefined when absent. */
export function metadata(input: AuthInput, maxBytes: number): Record<string, unknown> | undefined {
  const { data } = input;
  if (data === undefined || data === null) return undefined;
  if (typeof data !== 'object' || Array.isArray(data)) throw badJson('data must be an object');
  const userMetadata = { ...(data as Record<string, unknown>) };
  assertFullName(userMetadata);
  assertMetadataSize({ userMetadata }, maxBytes);
  return userMetadata;
}

export function captchaToken(input: AuthInput): string | undefined {
  const { gotrue_meta_security: security } = input;
  if (typeof security !== 'object' || security === null) return undefined;
  const token = (security as AuthInput).captcha_token;
  return typeof token === 'string' && token !== '' ? token : undefined;
}

/** The wire protocol has one code for unparsable JSON and for a value of the wrong type. */
function badJson(error: string): DomainError {
  return new DomainError('malformed', 'bad_json', `Invalid request body: ${error}`);
}

export function isUuid(value: string): boolean {
  return UUID.test(value);
}

export function userId(value: string): string {
  if (!UUID.test(value)) throw new InvalidInputError('user_id must be an UUID');
  return value.toLowerCase();
}
