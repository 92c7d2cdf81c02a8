import type { EntityClass } from '@mikro-orm/postgresql';
import { Global, Module, type DynamicModule } from '@nestjs/common';
import { Audit } from './audit/audit.js';
import { AuditTrail } from './audit/audit-trail.js';
import { Clock, OffsetClock, RealClock, SystemClock } from './clock.js';
import { ConfigModule } from './config/config.module.js';
import { ConfigurationWarnings } from './logging/configuration-warnings.js';
import type { Settings } from './config/settings.js';
import { DatabaseModule } from './database/database.module.js';
import { RowPurger } from './scheduler/row-purger.repository.js';
import { HttpServer } from './http/http-server.js';
import { Logger } from './logging/logger.js';
import { DevClockModule } from './dev-clock/dev-clock.module.js';
import { EmailModule } from './email/email.module.js';
import { Metrics } from './metrics/metrics.js';
import { BacklogMetricsReader } from './outbox/backlog-metrics.js';
import { OutboxModule } from './outbox/outbox.module.js';
import { QueueModule } from './queue/queue.module.js';
import { IsolatedRows } from './scheduler/isolated-rows.js';
import { PersonalRows } from './personal-data/personal-rows.repository.js';
import { SecurityModule } from './security/security.module.js';
import { ShutdownState } from './http/shutdown-state.js';

export interface PlatformOptions {
  settings: Settings;
  logger: Logger;
  entities: EntityClass<object>[];
  /** How long a statement may take, in milliseconds; by default 30 seconds. */
  statementTimeoutMs?: number;
  /** Replaces both clocks in tests. */
  clock?: Clock;
}

/** The infrastructure shared by all modules: settings, log, clock, database, outbox, queues, email, limits, audit, metrics. */
@Global()
@Module({})
export class PlatformModule {
  static forRoot({
    settings,
    logger,
    entities,
    statementTimeoutMs,
    clock: testClock,
  }: PlatformOptions): DynamicModule {
    const realClock = testClock ?? new SystemClock();
    const clock = testClock ?? (settings.environment === 'development' ? new OffsetClock() : realClock);
    return {
      module: PlatformModule,
      imports: [
        ConfigModule.forRoot(settings),
        DatabaseModule.forRoot(entities, statementTimeoutMs),
        OutboxModule,
        QueueModule,
        EmailModule,
        SecurityModule,
        DevClockModule,
      ],
      providers: [
        { provide: Logger, useValue: logger },
        { provide: Clock, useValue: clock },
        { provide: RealClock, useValue: realClock },
        Audit,
        AuditTrail,
        Metrics,
        BacklogMetricsReader,
        IsolatedRows,
        PersonalRows,
        RowPurger,
        HttpServer,
        ShutdownState,
        ConfigurationWarnings,
      ],
      exports: [
        Logger,
        Clock,
        RealClock,
        Audit,
        AuditTrail,
        Metrics,
        BacklogMetricsReader,
        IsolatedRows,
        PersonalRows,
        RowPurger,
        HttpServer,
        ShutdownState,
        ConfigurationWarnings,
      ],
    };
  }
}
