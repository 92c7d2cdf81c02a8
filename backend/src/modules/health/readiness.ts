import { Injectable } from '@nestjs/common';
import { Database } from '../../platform/database/database.js';
import { Queues } from '../../platform/queue/queues.js';
import { ShutdownState } from '../../platform/shutdown/shutdown-state.js';

export type PartState = 'up' | 'down';

export interface ReadinessReport {
  status: 'ready' | 'not_ready';
  parts: { database: PartState; redis: PartState };
}

const DEADLINE_MS = 2000;

/**
 * Whether this process takes work: not without its database, and not once it is shutting down. A Redis that is unavailable does not
 * make it unready: requests never wait for it.
 */
@Injectable()
export class Readiness {
  constructor(
    private readonly database: Database,
    private readonly queues: Queues,
    private readonly shutdown: ShutdownState,
  ) {}

  async report(): Promise<ReadinessReport> {
    const database = await this.stateOf(this.database.query({ name: 'ready', text: 'select 1' }));
    const redis: PartState = this.queues.all()[0]?.client.status === 'ready' ? 'up' : 'down';
    const ready = database === 'up' && !this.shutdown.hasBegun;
    return { status: ready ? 'ready' : 'not_ready', parts: { database, redis } };
  }

  private async stateOf(check: Promise<unknown>): Promise<PartState> {
    let timer: NodeJS.Timeout | undefined;
    const tooLate = new Promise<PartState>((resolve) => {
      timer = setTimeout(() => resolve('down'), DEADLINE_MS);
    });
    const answered = check.then(
      (): PartState => 'up',
      (): PartState => 'down',
    );
    const state = await Promise.race([answered, tooLate]);
    clearTimeout(timer);
    return state;
  }
}
