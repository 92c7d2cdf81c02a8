import { Injectable, type OnModuleInit } from '@nestjs/common';
import {
  ConfigurationWarnings,
  type ConfigurationWarning,
} from '../../platform/logging/configuration-warnings.js';
import { Database } from '../../platform/database/database.js';
import { withDeadline } from '../../platform/deadline.js';
import { Settings } from '../../platform/config/settings.js';
import { Metrics } from '../../platform/metrics/metrics.js';
import { Queues } from '../../platform/queue/queues.js';
import { ShutdownState } from '../../platform/http/shutdown-state.js';

/** `read_only`: serves reads, but rejects writes. */
export type PartState = 'up' | 'read_only' | 'down';

export interface ReadinessReport {
  status: 'ready' | 'not_ready';
  parts: { database: PartState; redis: PartState };
  /** Configuration problems that the process has noticed. */
  warnings: ConfigurationWarning['code'][];
}

const TIMEOUT_MS = 2000;
/** A replica, no memory left, a disk that can't be written, or too few replicas. */
const REDIS_READ_ONLY = /READONLY|OOM|MISCONF|NOREPLICAS/;

/**
 * The process is not ready while its database is unavailable or once it is shutting down. While the database is read-only, the process
 * is ready, because it serves everything that only reads. An unavailable Redis does not matter, because no request waits for it.
 */
@Injectable()
export class Readiness implements OnModuleInit {
  constructor(
    private readonly database: Database,
    private readonly queues: Queues,
    private readonly shutdown: ShutdownState,
    private readonly warnings: ConfigurationWarnings,
    private readonly settings: Settings,
    private readonly metrics: Metrics,
  ) {}

  onModuleInit(): void {
    const writable = (name: string, help: string, readState: () => Promise<PartState>): void => {
      this.metrics.gauge(name, help, [], async (gauge) => gauge.set((await readState()) === 'up' ? 1 : 0));
    };
    writable('database_writable', '1 while the database accepts writes.', () => this.databaseState());
    writable('redis_writable', '1 while Redis accepts writes.', () => this.redisState());
  }

  async report(): Promise<ReadinessReport> {
    const [database, redis] = await Promise.all([this.databaseState(), this.redisState()]);
    const ready = database !== 'down' && !this.shutdown.hasBegun;
    const warnings = this.warnings.list().map(({ code }) => code);
    return { status: ready ? 'ready' : 'not_ready', parts: { database, redis }, warnings };
  }

  private databaseState(): Promise<PartState> {
    return withDeadline(this.database.isWritable(), TIMEOUT_MS).then(
      (isWritable) => (isWritable ? 'up' : 'read_only'),
      () => 'down',
    );
  }

  private async redisState(): Promise<PartState> {
    const client = this.queues.all()[0]?.client;
    if (client?.status !== 'ready') return 'down';
    return withDeadline(client.set(`${this.settings.queuePrefix}:health`, '1', 'EX', 60), TIMEOUT_MS).then(
      () => 'up',
      (error: unknown) => (REDIS_READ_ONLY.test(String(error)) ? 'read_only' : 'down'),
    );
  }
}
