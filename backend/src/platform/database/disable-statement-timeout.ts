import type { SqlEntityManager } from '@mikro-orm/postgresql';

/** Lets statements take as long as they need until the transaction of the entity manager ends. */
export async function disableStatementTimeout(em: SqlEntityManager): Promise<void> {
  await em.execute('select set_config(?, ?, true)', ['statement_timeout', '0']);
}
