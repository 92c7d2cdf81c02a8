import type { Factor as WireFactor } from '@supabase/auth-js';
import type { SecondFactor } from '@subscription-site/shared/brand';
import { accountRules } from '../config/account-rules';
import type { AuthClient, User } from './auth-client';
import type { DeviceError } from './passkeys';

/** A second factor of a supported type. */
export type Factor = WireFactor<SecondFactor>;

const KINDS: readonly string[] = ['totp', 'phone', 'webauthn'] satisfies SecondFactor[];

/** Factor types that both this installation and this browser support. */
export function availableFactors(): SecondFactor[] {
  const { secondFactors } = accountRules();
  return secondFactors.filter((kind) => kind !== 'webauthn' || 'PublicKeyCredential' in window);
}

/** Second factors that are verified. */
export function verifiedFactors(user: User): Factor[] {
  return (user.factors ?? []).filter(
    (factor): factor is Factor => factor.status === 'verified' && KINDS.includes(factor.factor_type),
  );
}

/** Phone number of a factor; undefined for other types. */
export function getPhoneNumber(factor: Factor): string | undefined {
  const { phone } = factor as { phone?: unknown };
  return typeof phone === 'string' && phone ? `+${phone.replace(/^\+/, '')}` : undefined;
}

/** Enough digits for the owner to recognize the number. */
export function getLastDigits(factor: Factor): string {
  return getPhoneNumber(factor)?.slice(-4) ?? '';
}

/**
 * Verifies a security key, or registers it for a started enrollment. Does not use the library's helper, which
 * excludes platform authenticators. Returns the error, if any.
 */
export async function verifySecurityKey(client: AuthClient, factorId: string): Promise<DeviceError | null> {
  const site = { rpId: accountRules().webauthnRpId, rpOrigins: [window.location.origin] };
  const { data, error } = await client.mfa.challenge({ factorId, webauthn: site });
  if (!data) return error;
  try {
    const { type } = data.webauthn;
    const { publicKey } = data.webauthn.credential_options;
    const credential =
      data.webauthn.type === 'create'
        ? await navigator.credentials.create({ publicKey: publicKey as PublicKeyCredentialCreationOptions })
        : await navigator.credentials.get({ publicKey: publicKey as PublicKeyCredentialRequestOptions });
    const credential_response = credential as never;
    const webauthn = { ...site, type, credential_response };
    return (await client.mfa.verify({ factorId, challengeId: data.id, webauthn })).error;
  } catch (error) {
    return toDeviceError(error);
  }
}

/** Maps the browser's WebAuthn errors to known codes. */
function toDeviceError(error: unknown): DeviceError {
  if (!(error instanceof DOMException)) throw error;
  const { name, message } = error;
  const canceled = name === 'NotAllowedError' || name === 'AbortError';
  return { name, message, code: canceled ? 'ERROR_CEREMONY_ABORTED' : 'ERROR_OF_DEVICE' };
}
