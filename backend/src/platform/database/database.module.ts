import { Migrator } from '@mikro-orm/migrations';
import { MikroOrmModule } from '@mikro-orm/nestjs';
import {
  defineConfig,
  FlushMode,
  PostgreSqlDriver,
  type EntityClass,
  type Options,
} from '@mikro-orm/postgresql';
import { Global, Module, type DynamicModule } from '@nestjs/common';
import pg from 'pg';
import { Settings } from '../config/settings.js';
import { Logger } from '../logging/logger.js';
import { Database } from './database.js';
import { releaseDeadConnections, ReplaceableClient } from './dead-connections.js';
import { migrationsInOrder } from './migrations.js';
import { PostgresNaming } from './postgres-naming.js';

/**
 * How long a statement of an API or a worker waits for a lock. Shorter than the wait for a connection, so that other requests are
 * served even while all connections wait for locks.
 */
const LOCK_TIMEOUT_MS = 2000;
const STATEMENT_TIMEOUT_MS = 30_000;
/** For processes that serve requests: a client gets 503 within ten seconds. */
export const REQUEST_STATEMENT_TIMEOUT_MS = 8000;

/** MikroORM options for these entities. Timestamps are read as `Date` in UTC. */
export function ormOptions(settings: Settings, logger: Logger, entities: EntityClass<object>[]): Options {
  return defineConfig({
    clientUrl: settings.databaseUrl,
    entities,
    forceUtcTimezone: true,
    // Otherwise reading a row again, to lock it, discards changes that are not flushed yet.
    flushMode: FlushMode.ALWAYS,
    discovery: { warnWhenNoEntities: false },
    pool: { min: 0, max: settings.databasePoolSize },
    driverOptions: {
      types: pg.types,
      application_name: 'subscription-site',
      connectionTimeoutMillis: 5000,
      idle_in_transaction_session_timeout: 30_000,
      statement_timeout: STATEMENT_TIMEOUT_MS,
      keepAlive: true,
      Client: ReplaceableClient,
      onPoolCreated: releaseDeadConnections,
    },
    namingStrategy: PostgresNaming,
    schemaGenerator: { defaultUpdateRule: 'no action' },
    extensions: [Migrator],
    migrations: {
      migrationsList: migrationsInOrder(),
      tableName: 'migrations',
      snapshot: false,
      transactional: true,
    },
    logger: (message) => logger.debug(message),
    ensureDatabase: false,
  }) as Options;
}

/** The process's single PostgreSQL pool, shared by the entities of all modules. */
@Global()
@Module({})
export class DatabaseModule {
  static forRoot(entities: EntityClass<object>[], statementTimeoutMs = STATEMENT_TIMEOUT_MS): DynamicModule {
    return {
      module: DatabaseModule,
      imports: [
        MikroOrmModule.forRootAsync({
          driver: PostgreSqlDriver,
          inject: [Settings, Logger],
          useFactory: (settings: Settings, logger: Logger) => {
            const options = ormOptions(settings, logger, entities);
            return {
              ...options,
              driverOptions: {
                ...options.driverOptions,
                lock_timeout: LOCK_TIMEOUT_MS,
                statement_timeout: statementTimeoutMs,
              },
              registerRequestContext: false,
            };
          },
        }),
      ],
      providers: [Database],
      exports: [Database],
    };
  }
}
