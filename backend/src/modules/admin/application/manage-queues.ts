import type { QueueMetrics, QueueOverview } from '@subscription-site/shared/contracts';
import { Injectable } from '@nestjs/common';
import { Audit } from '../../../platform/audit/audit.js';
import type { QueueName } from '../../../platform/config/settings.js';
import { BacklogMetricsReader } from '../../../platform/outbox/backlog-metrics.js';
import { QueueControl } from '../../../platform/queue/queue-control.js';
import { Emails } from '../../notifications/index.js';

/** Queue metrics, and pausing and resuming queues. */
@Injectable()
export class ManageQueues {
  constructor(
    private readonly backlogMetricsReader: BacklogMetricsReader,
    private readonly queueControl: QueueControl,
    private readonly emails: Emails,
    private readonly audit: Audit,
  ) {}

  /** Also works while Redis is unavailable, because the backlog is in the database. */
  async overview(): Promise<QueueOverview> {
    const [{ redis, queues }, emails] = await Promise.all([this.queues(), this.emails.countByStatus()]);
    return { redis, queues, emails };
  }

  /**
   * Pauses or resumes a queue for all workers. The audit entry is written first, because Redis takes no part in the transaction: the
   * log may contain a change that failed, but must not miss one that happened. Throws `service_unavailable` while Redis is down.
   */
  async setPaused(
    name: QueueName,
    paused: boolean,
    { actorId, reason }: { actorId: string; reason?: string | undefined },
  ): Promise<QueueMetrics> {
    await this.audit.record({
      actorId,
      action: paused ? 'queue.paused' : 'queue.resumed',
      subject: { type: 'queue', id: name },
      ...(reason === undefined ? {} : { details: { reason } }),
    });
    await this.queueControl.setPaused(name, paused);
    const { queues } = await this.queues();
    return { ...queues.find((queue) => queue.name === name)!, paused };
  }

  private async queues(): Promise<Pick<QueueOverview, 'redis' | 'queues'>> {
    const [rows, states] = await Promise.all([this.backlogMetricsReader.read(), this.queueControl.states()]);
    const queues = rows.map(({ queue: name, due, later, oldestDueSeconds, failing }) => {
      const { active, paused } = states?.find((state) => state.name === name) ?? { active: 0, paused: false };
      return {
        name,
        waiting: Math.max(0, due - active),
        active,
        delayed: later,
        paused,
        oldestDueSeconds: Math.floor(oldestDueSeconds),
        failing,
      };
    });
    return { redis: states ? 'up' : 'down', queues };
  }
}
