import { UnderscoreNamingStrategy } from '@mikro-orm/postgresql';
import type { Statement } from '../../../../platform/database/database.js';
import { IDENTITY_PROPERTIES, type IdentityRecord } from './identity.entity.js';
import { USER_PROPERTIES, type UserRecord } from './user.entity.js';

/** A row of {@link USER_WITH_IDENTITIES}. */
export type UserWithIdentitiesRow = UserRecord & { identities: IdentityRecord[] };

const naming = new UnderscoreNamingStrategy();

/** Columns that select a user `a` with identities in one row. */
export const USER_WITH_IDENTITIES = `
  ${USER_PROPERTIES.map((name) => `a.${naming.propertyToColumnName(name)} as "${name}"`).join(', ')},
  (select coalesce(json_agg(json_build_object(
            ${IDENTITY_PROPERTIES.map((name) => `'${name}', i.${naming.propertyToColumnName(name)}`).join(', ')})
          order by i.created_at, i.id), '[]')
   from identities i where i.user_id = a.id) as identities`;

/** Sign-in and `GET /user` are benchmarked: one prepared statement for user and identities. */
export const userWithIdentities = (by: 'id' | 'email' | 'phone', value: string): Statement => ({
  reason: 'measured hot read',
  benchmark: 'password sign-in, 8 concurrent',
  name: `user-with-identities-by-${by}`,
  text: `select ${USER_WITH_IDENTITIES} from users a
         where a.${by === 'email' ? 'email_normalized' : by} = $1 and a.deleted_at is null`,
  values: [value],
});
