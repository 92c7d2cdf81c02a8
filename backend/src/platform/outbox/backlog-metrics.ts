import { Injectable, type OnModuleInit } from '@nestjs/common';
import { Clock } from '../clock.js';
import { QUEUE_NAMES } from '../config/settings.js';
import { Database } from '../database/database.js';
import { Queues } from '../queue/queues.js';
import { Metrics } from '../metrics/metrics.js';
import { OutboxEventsRepository, type QueueBacklog } from './outbox-events.repository.js';

/** Size, age and failures of the backlog, read from the outbox (the source of truth), plus Bull's job counts. */
@Injectable()
export class BacklogMetricsReader implements OnModuleInit {
  constructor(
    private readonly events: OutboxEventsRepository,
    private readonly database: Database,
    private readonly queues: Queues,
    private readonly clock: Clock,
    private readonly metrics: Metrics,
  ) {}

  async read(): Promise<QueueBacklog[]> {
    const rows = await this.events.backlog(this.clock.now());
    return QUEUE_NAMES.map(
      (queue) =>
        rows.find((row) => row.queue === queue) ?? {
          queue,
          due: 0,
          later: 0,
          oldestDueSeconds: 0,
          failing: 0,
        },
    );
  }

  onModuleInit(): void {
    const gaugePerQueue = (name: string, help: string, getValue: (row: QueueBacklog) => number): void => {
      this.metrics.gauge(name, help, ['queue'], async (gauge) => {
        for (const row of await this.read()) gauge.set({ queue: row.queue }, getValue(row));
      });
    };
    gaugePerQueue('outbox_due_events', 'Due events that are not done.', (row) => row.due);
    gaugePerQueue(
      'outbox_lag_seconds',
      'Age of the oldest due event that is not done.',
      (row) => row.oldestDueSeconds,
    );
    gaugePerQueue(
      'outbox_failing_events',
      'Unfinished events whose last attempt failed.',
      (row) => row.failing,
    );
    this.metrics.gauge('queue_jobs', 'Jobs in the queue by state.', ['queue', 'state'], async (gauge) => {
      for (const queue of this.queues.all()) {
        if (queue.client.status !== 'ready') continue;
        const counts = await queue.getJobCounts();
        for (const [state, count] of Object.entries(counts)) gauge.set({ queue: queue.name, state }, count);
      }
    });
    this.metrics.gauge(
      'database_pool_connections',
      'Database connections of this process.',
      ['state'],
      async (gauge) => {
        for (const [state, count] of Object.entries(await this.database.poolStats()))
          gauge.set({ state }, count);
      },
    );
  }
}
