import { Injectable } from '@nestjs/common';
import { Clock } from '../../../../platform/clock.js';
import { Database } from '../../../../platform/database/database.js';
import { EffectHandler, type Delivery } from '../../../../platform/outbox/event-handler.js';
import { Outbox } from '../../../../platform/outbox/outbox.js';
import { rootCauseMessage } from '../../../../platform/scheduler/isolated-rows.js';
import { PaymentProviderRejectedError } from '../../../billing/index.js';
import { isPermanentFailure } from '../../cancellations/subscription-cancellation.js';
import {
  NOT_ENDED,
  PROVIDER_REJECTED,
  REJECTIONS_BEFORE_ALERT,
  getUnfinishedKind,
} from '../../domain/change-rules.js';
import { subscriptionChangeDue, subscriptionChangeRejected } from '../../events.js';
import type { SubscriptionChangeEntity } from '../subscription-change.entity.js';
import { SubscriptionChangesRepository } from '../subscription-changes.repository.js';
import { ApplyChange } from './apply-change.js';
import type { ChangeOutcome } from './change-outcome.js';
import { RecordChange } from './record-change.js';

interface Payload {
  changeId: string;
  again?: boolean;
}

/**
 * Applies a requested change at the provider, with retries for three days. Most rejections end once staff have fixed their cause. Only an
 * upgrade is given up early, because the customer waits for it and must not be charged days later.
 */
@Injectable()
export class ApplyChangeHandler extends EffectHandler<Payload, ChangeOutcome> {
  override readonly id = 'carry-out-subscription-change';
  override readonly event = subscriptionChangeDue;

  constructor(
    private readonly applyChange: ApplyChange,
    private readonly recordChange: RecordChange,
    private readonly changes: SubscriptionChangesRepository,
    private readonly database: Database,
    private readonly outbox: Outbox,
    private readonly clock: Clock,
  ) {
    super();
  }

  override async perform(
    { changeId, again }: Payload,
    { attempt, createdAt }: Delivery,
  ): Promise<ChangeOutcome> {
    try {
      return await this.applyChange.apply(changeId, again);
    } catch (error) {
      const isRejected = error instanceof PaymentProviderRejectedError;
      const change = await this.recordError(changeId, rootCauseMessage(error), isRejected);
      const sinceSeconds = (this.clock.now().getTime() - createdAt.getTime()) / 1000;
      const rejected = isRejected && change?.kind === 'upgrade';
      if (!isPermanentFailure({ rejected, attempt, sinceSeconds })) throw error;
      const isRefunded = change?.kind === 'refund' && getUnfinishedKind(change) === 'end';
      const reason = isRefunded ? NOT_ENDED : PROVIDER_REJECTED;
      return { status: 'failed', reason, snapshot: undefined };
    }
  }

  /** Repeated rejections are reported to staff before the change is given up. */
  private recordError(
    changeId: string,
    error: string,
    isRejected: boolean,
  ): Promise<SubscriptionChangeEntity | null> {
    return this.database.transaction(async () => {
      const change = await this.changes.lock(changeId);
      if (!change) return null;
      change.lastError = error;
      if (!isRejected) return change;
      change.attempts += 1;
      if (change.attempts === REJECTIONS_BEFORE_ALERT && change.kind !== 'upgrade')
        await this.outbox.emit(subscriptionChangeRejected, { changeId });
      return change;
    });
  }

  override record(outcome: ChangeOutcome, { changeId }: Payload, { eventId }: Delivery): Promise<void> {
    return this.recordChange.record(changeId, outcome, eventId);
  }
}
