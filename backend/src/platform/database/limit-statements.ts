import type { SqlEntityManager } from '@mikro-orm/postgresql';

/** Limits each statement until the transaction of the entity manager ends: for example to `5s`; `0` is no limit. */
export async function limitStatements(em: SqlEntityManager, value: string): Promise<void> {
  await em.execute('select set_config(?, ?, true)', ['statement_timeout', value]);
}
