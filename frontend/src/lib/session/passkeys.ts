import type { AuthError } from '@supabase/auth-js';
import { failureOf } from './auth-failure';

/** A failure of the browser's own dialogue, or a refusal of the service. */
export interface DeviceFault {
  name: string;
  message: string;
  code?: string;
}

interface DeviceWords {
  unused: string;
  known: string;
  foreign: string;
  unable: string;
}

const PASSKEY: DeviceWords = {
  unused: 'No passkey was used. Try again or use another method.',
  known: 'This device already has a passkey for your account.',
  foreign: "This passkey isn't linked to an account. It may have been removed.",
  unable: "This device couldn't use a passkey here.",
};
const KEY: DeviceWords = {
  unused: 'No key was used. Try again or use another method.',
  known: "You've already added this key. Use a different one.",
  foreign: "That isn't the right key. Try again with the key you registered.",
  unable: "This device couldn't use a security key here.",
};

const FOREIGN = ['webauthn_verification_failed', 'webauthn_credential_not_found', 'mfa_verification_failed'];
const TOO_LATE = ['webauthn_challenge_expired', 'webauthn_challenge_not_found', 'mfa_challenge_expired'];

function sentenceFor(fault: DeviceFault, words: DeviceWords): string {
  const code = fault.code ?? '';
  if (fault.name === 'NotAllowedError' || code === 'ERROR_CEREMONY_ABORTED') return words.unused;
  if (fault.name === 'InvalidStateError' || code === 'webauthn_credential_exists') return words.known;
  if (FOREIGN.includes(code)) return words.foreign;
  if (TOO_LATE.includes(code)) return 'That took too long. Please try again.';
  if (code.startsWith('ERROR_')) return words.unable;
  return failureOf(fault as AuthError)?.message ?? '';
}

/** What a person reads when a passkey was not made, or did not open an account. */
export const passkeySentence = (fault: DeviceFault) => sentenceFor(fault, PASSKEY);

/** The same for a key that is a second factor. */
export const keySentence = (fault: DeviceFault) => sentenceFor(fault, KEY);
