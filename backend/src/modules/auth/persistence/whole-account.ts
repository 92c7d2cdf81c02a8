import { ACCOUNT_PROPERTIES, type AccountRecord } from './account.entity.js';
import { IDENTITY_PROPERTIES, type IdentityRecord } from './identity.entity.js';

/** What nearly every answer about an account needs. Not managed by the mapper: for those who only read it. */
export interface AccountWithIdentities {
  account: AccountRecord;
  identities: IdentityRecord[];
}

/** A row of {@link WHOLE_ACCOUNT}. */
export type WholeAccountRow = AccountRecord & { identities: IdentityRecord[] };

/** Columns that give an account `a` with its identities in one row. */
export const WHOLE_ACCOUNT = `
  ${ACCOUNT_PROPERTIES.map((name) => `a.${columnOf(name)} as "${name}"`).join(', ')},
  (select coalesce(json_agg(json_build_object(
            ${IDENTITY_PROPERTIES.map((name) => `'${name}', i.${columnOf(name)}`).join(', ')})
          order by i.created_at, i.id), '[]')
   from identities i where i.account_id = a.id) as identities`;

export function wholeAccountOf({ identities, ...account }: WholeAccountRow): AccountWithIdentities {
  return { account, identities: identities.map(withTimes) };
}

function columnOf(property: string): string {
  return property.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}

/** JSON carries times as text. */
function withTimes({ lastSignInAt, createdAt, updatedAt, ...identity }: IdentityRecord): IdentityRecord {
  return {
    ...identity,
    lastSignInAt: lastSignInAt ? new Date(lastSignInAt) : null,
    createdAt: new Date(createdAt),
    updatedAt: new Date(updatedAt),
  };
}
