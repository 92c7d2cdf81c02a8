import { Injectable } from '@nestjs/common';
import {
  ConfigurationWarnings,
  type ConfigurationWarning,
} from '../../platform/logging/configuration-warnings.js';
import { Database } from '../../platform/database/database.js';
import { withDeadline } from '../../platform/deadline.js';
import { Queues } from '../../platform/queue/queues.js';
import { ShutdownState } from '../../platform/http/shutdown-state.js';

export type PartState = 'up' | 'down';

export interface ReadinessReport {
  status: 'ready' | 'not_ready';
  parts: { database: PartState; redis: PartState };
  /** Configuration problems that the process has noticed. */
  warnings: ConfigurationWarning['code'][];
}

const TIMEOUT_MS = 2000;

/**
 * The process is not ready while its database is unavailable or once it is shutting down. An unavailable Redis does not matter,
 * because no request waits for it.
 */
@Injectable()
export class Readiness {
  constructor(
    private readonly database: Database,
    private readonly queues: Queues,
    private readonly shutdown: ShutdownState,
    private readonly warnings: ConfigurationWarnings,
  ) {}

  async report(): Promise<ReadinessReport> {
    const database: PartState = await withDeadline(this.database.ping(), TIMEOUT_MS).then(
      () => 'up',
      () => 'down',
    );
    const redis: PartState = this.queues.all()[0]?.client.status === 'ready' ? 'up' : 'down';
    const ready = database === 'up' && !this.shutdown.hasBegun;
    const warnings = this.warnings.list().map(({ code }) => code);
    return { status: ready ? 'ready' : 'not_ready', parts: { database, redis }, warnings };
  }
}
