import { sql } from '@mikro-orm/postgresql';

/** Users without an external identity, and without a session refreshed since then. Queries must not alias `users`. */
export const hasNoIdentity = () => sql`not exists (select from identities where user_id = users.id)`;
export const hasNoSessionSince = (since: Date) =>
  sql`not exists (select from sessions where user_id = users.id and coalesce(refreshed_at, sessions.created_at) >= ${since})`;
