import type { Factor as WireFactor } from '@supabase/auth-js';
import type { SecondFactor } from '@subscription-site/shared/brand';
import { accountRules } from '../config/site-config';
import type { AuthClient, User } from './auth-client';
import type { DeviceFault } from './passkeys';

/** A second factor of a kind that the service knows. */
export type Factor = WireFactor<SecondFactor>;

const KINDS: readonly string[] = ['totp', 'phone', 'webauthn'] satisfies SecondFactor[];

/** Kinds of second factors that this installation offers and this browser can show. */
export function offeredFactors(): SecondFactor[] {
  const { secondFactors } = accountRules();
  return secondFactors.filter((kind) => kind !== 'webauthn' || 'PublicKeyCredential' in window);
}

/** The second factors of an account that count: those that were shown once. */
export function countingFactors(user: User): Factor[] {
  return (user.factors ?? []).filter(
    (factor): factor is Factor => factor.status === 'verified' && KINDS.includes(factor.factor_type),
  );
}

/** The number that codes go to, as its owner reads it; nothing for a factor of another kind. */
export function numberOf(factor: Factor): string | undefined {
  const { phone } = factor as { phone?: unknown };
  return typeof phone === 'string' && phone ? `+${phone.replace(/^\+/, '')}` : undefined;
}

/** Enough of a number for its owner to know it again, and nothing for anybody else to call. */
export function endingOf(factor: Factor): string {
  return numberOf(factor)?.slice(-4) ?? '';
}

/**
 * Has the browser ask for the key of a factor, and shows the service what the key signed; for a factor that was just begun the key
 * is made. Gives what went wrong, in the dialogue or at the service.
 */
export async function showKey(client: AuthClient, factorId: string): Promise<DeviceFault | null> {
  const webauthn = { rpId: accountRules().webauthnRpId, rpOrigins: [window.location.origin] };
  const { error } = await client.mfa.webauthn.authenticate({ factorId, webauthn });
  return error;
}
