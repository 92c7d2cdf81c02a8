import { IDENTITY_PROPERTIES, type IdentityRecord } from './identity.entity.js';
import { USER_PROPERTIES, type UserRecord } from './user.entity.js';

/** A user with identities, as most responses need it. Read-only: not managed by MikroORM. */
export interface UserWithIdentities {
  user: UserRecord;
  identities: IdentityRecord[];
}

/** A row of {@link USER_WITH_IDENTITIES}. */
export type UserWithIdentitiesRow = UserRecord & { identities: IdentityRecord[] };

/** Columns that select a user `a` with identities in one row. */
export const USER_WITH_IDENTITIES = `
  ${USER_PROPERTIES.map((name) => `a.${columnOf(name)} as "${name}"`).join(', ')},
  (select coalesce(json_agg(json_build_object(
            ${IDENTITY_PROPERTIES.map((name) => `'${name}', i.${columnOf(name)}`).join(', ')})
          order by i.created_at, i.id), '[]')
   from identities i where i.user_id = a.id) as identities`;

export function toUserWithIdentities({ identities, ...user }: UserWithIdentitiesRow): UserWithIdentities {
  return { user, identities: identities.map(withTimes) };
}

function columnOf(property: string): string {
  return property.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
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
