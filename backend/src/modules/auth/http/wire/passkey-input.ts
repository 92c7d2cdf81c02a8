import { DomainError } from '../../../../platform/errors/domain-error.js';
import { InvalidInputError } from '../../domain/auth-errors.js';
import type { PasskeyChallenge } from '../../application/passkeys/passkey-challenges.js';
import type { PasskeyRow } from '../../application/passkeys/manage-passkeys.js';
import type { PasskeyDocument } from './passkey-documents.js';
import { isUuid } from './user-input.js';
import { text, type WireInput } from './wire-input.js';

const MAX_NAME_LENGTH = 120;

/** The protocol calls a malformed id "not found". */
export function passkeyId(value: string): string {
  if (!isUuid(value)) throw new DomainError('not_found', 'validation_failed', 'passkey_id must be an UUID');
  return value.toLowerCase();
}

/** What a browser answers to a challenge; whether it is true is for others to judge. */
export function passkeyCredential(fields: WireInput): { challengeId: string; credential: object } {
  const challengeId = text(fields, 'challenge_id');
  if (challengeId === undefined || !isUuid(challengeId)) {
    throw new InvalidInputError('challenge_id must be an UUID');
  }
  return { challengeId: challengeId.toLowerCase(), credential: credentialIn(fields, 'credential') };
}

export function credentialIn(fields: WireInput, field: string): object {
  const credential = fields[field];
  if (typeof credential !== 'object' || credential === null || Array.isArray(credential)) {
    throw new InvalidInputError(`${field} must be an object`);
  }
  return credential;
}

/** Shown in lists: without what a database or a screen cannot hold. */
export function passkeyName(fields: WireInput): string {
  const name = text(fields, 'friendly_name')?.trim() ?? '';
  if (name === '' || [...name].length > MAX_NAME_LENGTH || /[\p{Cc}\p{Cs}]/u.test(name)) {
    throw new InvalidInputError(`friendly_name must have 1 to ${MAX_NAME_LENGTH} characters`);
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

export function passkeyResponse({ id, friendlyName, createdAt, lastUsedAt }: PasskeyRow): PasskeyDocument {
  return {
    id,
    friendly_name: friendlyName,
    created_at: createdAt.toISOString(),
    ...(lastUsedAt ? { last_used_at: lastUsedAt.toISOString() } : {}),
  };
}
