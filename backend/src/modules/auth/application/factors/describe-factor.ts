import type { Factor } from '../../domain/user.js';
import type { ListedFactorRow } from '../../persistence/factors.repository.js';

/** The factor in wire format. Leaves out the secret, which is returned only on enrollment. */
export function describeFactor(factor: ListedFactorRow): Factor {
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
