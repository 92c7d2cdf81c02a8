import type { AuthError } from '@supabase/auth-js';
import { toAuthFailure } from './auth-failure';

/** An error of the browser's WebAuthn dialog or of the auth service. */
export interface DeviceError {
  name: string;
  message: string;
  code?: string;
}

interface DeviceMessages {
  notUsed: string;
  alreadyRegistered: string;
  notRecognized: string;
  unsupported: string;
}

const PASSKEY: DeviceMessages = {
  notUsed: 'No passkey was used. Try again or use another method.',
  alreadyRegistered: 'This device already has a passkey for your account.',
  notRecognized: 'This passkey isn’t linked to an account. It may have been removed.',
  unsupported: 'This device couldn’t use a passkey here.',
};
const SECURITY_KEY: DeviceMessages = {
  notUsed: 'No key was used. Try again or use another method.',
  alreadyRegistered: 'You’ve already added this key. Use a different one.',
  notRecognized: 'That isn’t the right key. Try again with the key you registered.',
  unsupported: 'This device couldn’t use a security key here.',
};

const NOT_RECOGNIZED_CODES = [
  'webauthn_verification_failed',
  'webauthn_credential_not_found',
  'mfa_verification_failed',
];
const EXPIRED_CODES = ['webauthn_challenge_expired', 'webauthn_challenge_not_found', 'mfa_challenge_expired'];

function messageFor(error: DeviceError, messages: DeviceMessages): string {
  const code = error.code ?? '';
  if (error.name === 'NotAllowedError' || code === 'ERROR_CEREMONY_ABORTED') return messages.notUsed;
  if (error.name === 'InvalidStateError' || code === 'webauthn_credential_exists')
    return messages.alreadyRegistered;
  if (NOT_RECOGNIZED_CODES.includes(code)) return messages.notRecognized;
  if (EXPIRED_CODES.includes(code)) return 'That took too long. Please try again.';
  if (code.startsWith('ERROR_')) return messages.unsupported;
  return toAuthFailure(error as AuthError)?.message ?? '';
}

/** User-facing message for a failed passkey registration or sign-in. */
export const passkeyErrorMessage = (error: DeviceError) => messageFor(error, PASSKEY);

/** Same for a security key used as a second factor. */
export const securityKeyErrorMessage = (error: DeviceError) => messageFor(error, SECURITY_KEY);
