import { Injectable } from '@nestjs/common';
import { Database } from '../../platform/database/database.js';
import { Queues } from '../../platform/queue/queues.js';

export type PartState = 'up' | 'down';

export interface ReadinessReport {
  status: 'ready' | 'not_ready';
  parts: { database: PartState; redis: PartState };
}

const DEADLINE_MS = 2000;

/** Tells whether this process can do its work. Redis away does not make it unready: requests never wait for it. */
@Injectable()
export class Readiness {
  constructor(
    private readonly database: Database,
    private readonly queues: Queues,
  ) {}

  async report(): Promise<ReadinessReport> {
    const database = await this.stateOf(this.database.query({ name: 'ready', text: 'select 1' }));
    const redis: PartState = this.queues.all()[0]?.client.status === 'ready' ? 'up' : 'down';
    return { status: database === 'up' ? 'ready' : 'not_ready', parts: { database, redis } };
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
