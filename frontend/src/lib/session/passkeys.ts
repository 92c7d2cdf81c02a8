import type { AuthError } from '@supabase/auth-js';
import { failureOf } from './auth-failure';

/** A failure of the browser's own dialogue, or a refusal of the service. */
interface PasskeyFault {
  name: string;
  message: string;
  code?: string;
}

/** What a person reads when a passkey was not made, or did not open an account. */
export function passkeySentence(fault: PasskeyFault): string {
  if (fault.name === 'NotAllowedError' || fault.code === 'ERROR_CEREMONY_ABORTED')
    return 'No passkey was used. Try again, or take another way.';
  if (fault.name === 'InvalidStateError' || fault.code === 'webauthn_credential_exists')
    return 'This device has a passkey for your account already.';
  if (fault.code === 'webauthn_verification_failed' || fault.code === 'webauthn_credential_not_found')
    return 'This passkey opens no account here. It may have been removed from it.';
  if (fault.code === 'webauthn_challenge_expired' || fault.code === 'webauthn_challenge_not_found')
    return 'That took too long. Please try again.';
  if (fault.code?.startsWith('ERROR_')) return 'This device could not use a passkey here.';
  return failureOf(fault as AuthError)?.message ?? '';
}
