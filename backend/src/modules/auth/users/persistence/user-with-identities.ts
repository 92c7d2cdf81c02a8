import type { IdentityRecord } from './identity.entity.js';
import type { UserWithIdentitiesRow } from './user-with-identities.queries.js';
import type { UserRecord } from './user.entity.js';

/** A user with identities, as most responses need it. Read-only: not managed by MikroORM. */
export interface UserWithIdentities {
  user: UserRecord;
  identities: IdentityRecord[];
}

export function toUserWithIdentities({ identities, ...user }: UserWithIdentitiesRow): UserWithIdentities {
  return { user, identities: identities.map(withTimes) };
}

/** JSON contains times as strings. */
function withTimes({ lastSignInAt, createdAt, updatedAt, ...identity }: IdentityRecord): IdentityRecord {
  return {
    ...identity,
    lastSignInAt: lastSignInAt ? new Date(lastSignInAt) : null,
    createdAt: new Date(createdAt),
    updatedAt: new Date(updatedAt),
  };
}
