import { MikroORM, type EventArgs } from '@mikro-orm/core';
import type { EntityClass, SqlEntityManager } from '@mikro-orm/postgresql';
import { Injectable, type OnApplicationShutdown } from '@nestjs/common';
import { CompiledQuery, type ControlledTransaction } from 'kysely';
import pg, { type Pool } from 'pg';
import type { PostgreSqlConnection } from '@mikro-orm/postgresql';
import { releaseDeadConnections } from './dead-connections.js';

/** Why a statement is SQL rather than a call of the entity manager. */
type SqlReason =
  | { reason: 'skip-locked claim' | 'batch write' | 'keyset search' }
  /** `benchmark`: the row of docs/benchmarks.md that measures it. */
  | { reason: 'measured hot read'; benchmark: string };

/**
 * One SQL statement with `$1…` parameters. A `name` makes it a prepared statement, except inside a transaction of the entity manager,
 * which has none; name every hot query.
 */
export type Statement = SqlReason & {
  name?: string;
  text: string;
  values?: readonly unknown[];
};

const PROBE_TIMEOUT_MS = 2000;

/**
 * Transactions and SQL. Everything that runs inside {@link transaction}, in any module, joins that transaction without passing it
 * around.
 */
@Injectable()
export class Database implements OnApplicationShutdown {
  private pool: Pool | undefined;
  private probePool: Pool | undefined;

  constructor(private readonly orm: MikroORM) {}

  /** The entity manager of the current transaction, or a new one for reads. Write only inside a transaction. */
  get em(): SqlEntityManager {
    const ambient = this.orm.em.getContext(false) as SqlEntityManager;
    return ambient.isInTransaction() ? ambient : (this.orm.em.fork() as SqlEntityManager);
  }

  get inTransaction(): boolean {
    return this.orm.em.getContext(false).isInTransaction();
  }

  /**
   * Runs the work in a transaction; a nested call joins the current one. Entities are flushed before the commit. Keep it short: no
   * network calls, hashing or email inside.
   */
  transaction<T>(work: () => Promise<T>): Promise<T> {
    if (this.inTransaction) return work();
    return this.orm.em.fork().transactional(work);
  }

  /** Runs one statement, in the current transaction if there is one, and returns its rows. */
  async query<Row>(statement: Statement): Promise<Row[]> {
    const { name, text, values = [] } = statement;
    if (this.inTransaction) {
      const transaction = this.em.getTransactionContext() as unknown as ControlledTransaction<unknown>;
      await this.em.flush();
      return (await transaction.executeQuery<Row>(CompiledQuery.raw(text, [...values]))).rows;
    }
    const pool = await this.nativePool();
    return (await pool.query({ name, text, values: [...values] })).rows as Row[];
  }

  /**
   * Takes a lock that has no row, until the transaction ends; another transaction that asks for the same lock waits.
   *
   * @param key stable across releases, for example `account:ada@example.com`
   */
  async lock(key: string): Promise<void> {
    await this.em.execute('select pg_advisory_xact_lock(hashtextextended(?, 0))', [key]);
  }

  /**
   * Calls back in the transaction that changes one of these properties of an entity, whichever use case does. SQL statements are not
   * noticed.
   */
  afterChange<Entity extends object>(
    entity: EntityClass<Entity>,
    properties: readonly (keyof Entity)[],
    work: (changed: Entity) => Promise<unknown>,
  ): void {
    this.orm.em.getEventManager().registerSubscriber({
      getSubscribedEntities: () => [entity],
      async afterUpdate({ entity: changed, changeSet }: EventArgs<Entity>) {
        const { payload } = changeSet!;
        if (properties.some((property) => property in payload)) await work(changed);
      },
    });
  }

  /** Whether the database accepts writes. Rejects if it doesn't respond. Uses a separate connection: the others may all be in use. */
  async isWritable(): Promise<boolean> {
    const { options } = await this.nativePool();
    if (!this.probePool) {
      // `password` is not enumerable.
      this.probePool = new pg.Pool({
        ...options,
        password: options.password,
        max: 1,
        query_timeout: PROBE_TIMEOUT_MS,
      });
      releaseDeadConnections(this.probePool);
      this.probePool.on('error', () => undefined);
    }
    const { rows } = await this.probePool.query<{ transaction_read_only: string }>(
      'show transaction_read_only',
    );
    return rows[0]!.transaction_read_only === 'off';
  }

  async onApplicationShutdown(): Promise<void> {
    await this.probePool?.end();
  }

  /** Open connections, idle connections, and callers waiting for one. */
  async poolStats(): Promise<{ total: number; idle: number; waiting: number }> {
    const pool = await this.nativePool();
    return { total: pool.totalCount, idle: pool.idleCount, waiting: pool.waitingCount };
  }

  private async nativePool(): Promise<Pool> {
    this.pool ??= await (this.orm.em.getConnection() as PostgreSqlConnection).getNativeClient();
    return this.pool;
  }
}
