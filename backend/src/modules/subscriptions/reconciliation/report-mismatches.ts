import { Injectable, type OnModuleInit } from '@nestjs/common';
import { SUBSCRIPTION_MISMATCHES } from '@subscription-site/shared/contracts';
import { Audit } from '../../../platform/audit/audit.js';
import { Database } from '../../../platform/database/database.js';
import { Metrics } from '../../../platform/metrics/metrics.js';
import { Outbox } from '../../../platform/outbox/outbox.js';
import { subscriptionMismatchFound } from '../events.js';
import { SubscriptionMismatchesRepository, type Mismatch } from './subscription-mismatches.repository.js';

/** Stores mismatches until they are resolved, and alerts staff to new ones. */
@Injectable()
export class ReportMismatches implements OnModuleInit {
  constructor(
    private readonly mismatches: SubscriptionMismatchesRepository,
    private readonly database: Database,
    private readonly outbox: Outbox,
    private readonly audit: Audit,
    private readonly metrics: Metrics,
  ) {}

  /** `found`: all that exist now. Others are resolved. */
  report(found: readonly Mismatch[]): Promise<void> {
    return this.database.transaction(async () => {
      for (const mismatch of found) await this.add(mismatch);
      await this.mismatches.resolveExcept(found.map(({ providerSubscriptionId }) => providerSubscriptionId));
    });
  }

  /** Requires a transaction. */
  async add(mismatch: Mismatch): Promise<void> {
    if (!(await this.mismatches.add(mismatch))) return;
    const { providerSubscriptionId, kind } = mismatch;
    await this.outbox.emit(subscriptionMismatchFound, { providerSubscriptionId, kind });
    await this.audit.record({
      actorId: null,
      action: 'subscription.mismatch',
      subject: { type: 'provider_subscription', id: providerSubscriptionId },
      details: { kind },
    });
  }

  onModuleInit(): void {
    this.metrics.gauge(
      'subscription_mismatches',
      'Subscriptions at the payment provider that disagree with ours and need a decision by staff, by kind.',
      ['kind'],
      async (gauge) => {
        const counts = await this.mismatches.countOpen();
        for (const kind of SUBSCRIPTION_MISMATCHES) gauge.set({ kind }, counts[kind] ?? 0);
      },
    );
  }
}
