import type { SqlEntityManager } from '@mikro-orm/postgresql';

/** Limits each statement until the transaction of the entity manager ends: for example to `5s`; `0` is no limit. */
export async function limitStatements(
  em: SqlEntityManager,
  limit: 'lock_timeout' | 'statement_timeout',
  value: string,
): Promise<void> {
  await em.execute('select set_config(?, ?, true)', [limit, value]);
}
