import { InvalidInputError } from '../../core/auth-errors.js';
import { assertFullName, assertMetadataSize } from '../../core/user-metadata.js';
import { newPassword } from '../../passwords/password-input.js';
import { emailAddress, flag, phoneNumber, text, type AuthInput } from '../../protocol/auth-input.js';
import { parseBanDuration } from '../ban-duration.js';
import { USER_SORTS, type UserSort } from '../list-users.js';
import type { UserInput } from '../user-attributes.js';

const ROLE = /^[a-z_]{1,63}$/;
/** Roles of API keys. A user token with one of them would be mistaken for a key. */
const RESERVED_ROLES = ['anon', 'service_role', 'supabase_admin'];
const DEFAULT_PER_PAGE = 50;
const MAX_PER_PAGE = 1000;
const LAST_PAGE = 1_000_000;

/** Validates the fields of a user for the admin API. */
export function userInput(fields: AuthInput, metadataMaxBytes: number): UserInput {
  const userMetadata = objectField(fields, 'user_metadata');
  const appMetadata = objectField(fields, 'app_metadata');
  assertFullName(userMetadata ?? {});
  assertMetadataSize({ userMetadata, appMetadata }, metadataMaxBytes);
  return {
    email: text(fields, 'email') === undefined ? undefined : emailAddress(fields),
    phone: text(fields, 'phone') === undefined ? undefined : phoneNumber(fields),
    phoneConfirm: flag(fields, 'phone_confirm'),
    password: newPassword(fields),
    passwordHash: text(fields, 'password_hash'),
    emailConfirm: flag(fields, 'email_confirm'),
    aud: roleName(fields, 'aud'),
    role: roleName(fields, 'role'),
    userMetadata,
    appMetadata,
    banSeconds: banSeconds(fields),
  };
}

/** An object field; undefined when absent or null. */
function objectField(fields: AuthInput, field: string): Record<string, unknown> | undefined {
  const value = fields[field];
  if (value === undefined || value === null) return undefined;
  if (typeof value !== 'object' || Array.isArray(value)) {
    throw new InvalidInputError(`${field} must be an object`);
  }
  return { ...(value as Record<string, unknown>) };
}

export function pagination(query: AuthInput): { page: number; perPage: number } {
  return {
    page: positiveInteger(query, 'page', 1, LAST_PAGE),
    perPage: positiveInteger(query, 'per_page', DEFAULT_PER_PAGE, MAX_PER_PAGE),
  };
}

export function sortOrder(query: AuthInput): UserSort {
  const input = (text(query, 'sort') ?? 'created_at desc').trim().toLowerCase();
  const known = USER_SORTS.find((candidate) => candidate === input || candidate === `${input} asc`);
  if (!known) throw new InvalidInputError(`sort must be one of ${USER_SORTS.join(', ')}`);
  return known;
}

export function searchText(query: AuthInput, field: 'filter' | 'query'): string {
  const input = text(query, field) ?? '';
  if (input.length > 320) throw new InvalidInputError(`${field} must be at most 320 characters`);
  return input.trim();
}

function positiveInteger(query: AuthInput, field: string, fallback: number, max: number): number {
  const input = text(query, field);
  if (input === undefined) return fallback;
  const value = Number(input);
  if (!/^\d+$/.test(input) || value < 1 || value > max) {
    throw new InvalidInputError(`Bad Pagination Parameters: ${field} must be between 1 and ${max}`);
  }
  return value;
}

function roleName(fields: AuthInput, field: 'aud' | 'role'): string | undefined {
  const value = text(fields, field);
  if (value !== undefined && (!ROLE.test(value) || RESERVED_ROLES.includes(value))) {
    throw new InvalidInputError(`${field} is invalid or reserved`);
  }
  return value;
}

function banSeconds(fields: AuthInput): number | undefined {
  const value = text(fields, 'ban_duration');
  if (value === undefined) return undefined;
  const seconds = parseBanDuration(value);
  if (seconds === undefined) throw new InvalidInputError('invalid format for ban duration');
  return seconds;
}
