import { DomainError } from '../../../../platform/domain-error.js';
import { InvalidInputError } from '../../core/auth-errors.js';
import { isUuid, text, type AuthInput } from '../../protocol/auth-input.js';
import type { PasskeyEntity } from '../manage-passkeys.js';
import type { PasskeyChallenge } from '../passkey-ceremonies.js';
import type { PasskeyDocument } from './passkey-documents.js';

const MAX_NAME_LENGTH = 120;

/** The protocol returns 404 for a malformed id. */
export function passkeyId(value: string): string {
  if (!isUuid(value)) throw new DomainError('not_found', 'validation_failed', 'passkey_id must be an UUID');
  return value.toLowerCase();
}

/** The browser's response to a challenge, not yet verified. */
export function passkeyCredential(fields: AuthInput): { challengeId: string; credential: object } {
  const challengeId = text(fields, 'challenge_id');
  if (challengeId === undefined || !isUuid(challengeId)) {
    throw new InvalidInputError('challenge_id must be an UUID');
  }
  return { challengeId: challengeId.toLowerCase(), credential: requiredObject(fields, 'credential') };
}

export function requiredObject(fields: AuthInput, field: string): object {
  const value = fields[field];
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw new InvalidInputError(`${field} must be an object`);
  }
  return value;
}

/** A display name without control characters and lone surrogates. */
export function passkeyName(fields: AuthInput): string {
  const name = text(fields, 'friendly_name')?.trim() ?? '';
  if (name === '' || [...name].length > MAX_NAME_LENGTH || /[\p{Cc}\p{Cs}]/u.test(name)) {
    throw new InvalidInputError(`friendly_name must be 1 to ${MAX_NAME_LENGTH} printable characters`);
  }
  return name;
}

export function challengeResponse({ id, options, expiresAt }: PasskeyChallenge): {
  challenge_id: string;
  options: object;
  expires_at: number;
} {
  return { challenge_id: id, options, expires_at: Math.floor(expiresAt.getTime() / 1000) };
}

export function passkeyResponse({ id, friendlyName, createdAt, lastUsedAt }: PasskeyEntity): PasskeyDocument {
  return {
    id,
    friendly_name: friendlyName,
    created_at: createdAt.toISOString(),
    ...(lastUsedAt ? { last_used_at: lastUsedAt.toISOString() } : {}),
  };
}
