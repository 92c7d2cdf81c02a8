import type { User } from '../../../../lib/session/auth-client';
import { verifiedFactors, availableFactors, type Factor } from '../../../../lib/session/factors';

/** A way to complete MFA. Authenticator apps count as one method, because a code is checked against all of them. */
export type MfaMethod =
  | { key: string; kind: 'app'; factors: Factor[] }
  | { key: string; kind: 'key' | 'phone'; factor: Factor }
  | { key: 'recovery'; kind: 'recovery' };

/** The user's methods that work here: most recently used first, recovery codes last. */
export function listMfaMethods(user: User): MfaMethod[] {
  const available = availableFactors();
  const factors = verifiedFactors(user).filter(({ factor_type }) => available.includes(factor_type));
  const ofKind = (kind: Factor['factor_type']) => factors.filter(({ factor_type }) => factor_type === kind);
  const apps = ofKind('totp');
  const methods: MfaMethod[] = [
    ...(apps.length > 0 ? [{ key: 'app', kind: 'app' as const, factors: apps }] : []),
    ...ofKind('webauthn').map((factor) => ({ key: factor.id, kind: 'key' as const, factor })),
    ...ofKind('phone').map((factor) => ({ key: factor.id, kind: 'phone' as const, factor })),
  ];
  return [
    ...methods.toSorted((a, b) => lastUsedAt(b) - lastUsedAt(a)),
    { key: 'recovery', kind: 'recovery' },
  ];
}

function lastUsedAt(method: MfaMethod): number {
  const factors = method.kind === 'app' ? method.factors : method.kind === 'recovery' ? [] : [method.factor];
  return Math.max(0, ...factors.map(({ last_challenged_at: at }) => (at ? Date.parse(at) : 0)));
}
