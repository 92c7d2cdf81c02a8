import type { FactorEntity } from './factor.entity.js';

/** The factor in wire format. Leaves out the secret, which is returned only on enrollment. */
export function describeFactor(factor: FactorEntity): Factor {
  return {
    id: factor.id,
    friendly_name: factor.friendlyName,
    factor_type: factor.factorType,
    status: factor.status,
    ...(factor.phone === null ? {} : { phone: factor.phone }),
    created_at: factor.createdAt.toISOString(),
    updated_at: factor.updatedAt.toISOString(),
    last_challenged_at: factor.lastChallengedAt?.toISOString() ?? null,
  };
}

/** An MFA factor as on the wire. Times are RFC 3339 strings. */
export interface Factor {
  id: string;
  friendly_name: string;
  factor_type: string;
  status: string;
  /** Digits only; phone factors only. */
  phone?: string;
  created_at: string;
  updated_at: string;
  last_challenged_at: string | null;
}
