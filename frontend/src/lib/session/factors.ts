import type { Factor as WireFactor } from '@supabase/auth-js';
import type { SecondFactor } from '@subscription-site/shared/brand';
import { accountRules } from '../config/account-rules';
import type { AuthClient, User } from './auth-client';
import type { DeviceError } from './passkeys';

/** A second factor of a kind that the service knows. */
export type Factor = WireFactor<SecondFactor>;

const KINDS: readonly string[] = ['totp', 'phone', 'webauthn'] satisfies SecondFactor[];

/** Kinds of second factors that this installation offers and this browser can show. */
export function availableFactors(): SecondFactor[] {
  const { secondFactors } = accountRules();
  return secondFactors.filter((kind) => kind !== 'webauthn' || 'PublicKeyCredential' in window);
}

/** The second factors of an account that count: those that were shown once. */
export function verifiedFactors(user: User): Factor[] {
  return (user.factors ?? []).filter(
    (factor): factor is Factor => factor.status === 'verified' && KINDS.includes(factor.factor_type),
  );
}

/** The number that codes go to, as its owner reads it; nothing for a factor of another kind. */
export function phoneNumberOf(factor: Factor): string | undefined {
  const { phone } = factor as { phone?: unknown };
  return typeof phone === 'string' && phone ? `+${phone.replace(/^\+/, '')}` : undefined;
}

/** Enough of a number for its owner to know it again, and nothing for anybody else to call. */
export function lastDigitsOf(factor: Factor): string {
  return phoneNumberOf(factor)?.slice(-4) ?? '';
}

/**
 * Has the browser ask for the key of a factor, and shows the service what the key signed; for a factor that was just begun the key
 * is made. Which devices may be used is the service's choice: the library's own helper would leave out the lock of this one. Gives
 * what went wrong, in the dialogue or at the service.
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

/** The names that browsers give to what ends their dialogue, in the words that are known here. */
function toDeviceError(error: unknown): DeviceError {
  if (!(error instanceof DOMException)) throw error;
  const { name, message } = error;
  const canceled = name === 'NotAllowedError' || name === 'AbortError';
  return { name, message, code: canceled ? 'ERROR_CEREMONY_ABORTED' : 'ERROR_OF_DEVICE' };
}
