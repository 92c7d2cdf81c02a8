import { Injectable } from '@nestjs/common';
import { Audit } from '../../../platform/audit/audit.js';
import { Clock } from '../../../platform/clock/clock.js';
import { EffectHandler, type Delivery } from '../../../platform/outbox/event-handler.js';
import { Outbox } from '../../../platform/outbox/outbox.js';
import { reasonOf } from '../../../platform/scheduler/isolated-rows.js';
import { PaymentProviderRefusedError } from '../../billing/index.js';
import { EndPlans } from '../application/end-plans.js';
import { plansEndingDue, plansEndingFailed } from '../domain/events.js';
import { isHopeless } from '../domain/plan-ending.js';
import { PlanEndingsRepository } from '../persistence/plan-endings.repository.js';

interface Payload {
  accountId: string;
}

type Outcome = { refundedCents: number } | { failure: string };

/** Ends the plans of a deleted account at the provider, again and again until it is done or hopeless; then staff are told. */
@Injectable()
export class EndPlansAtProvider extends EffectHandler<Payload, Outcome> {
  override readonly id = 'cancel-subscriptions-at-provider';
  override readonly event = plansEndingDue;

  constructor(
    private readonly endPlans: EndPlans,
    private readonly endings: PlanEndingsRepository,
    private readonly outbox: Outbox,
    private readonly audit: Audit,
    private readonly clock: Clock,
  ) {
    super();
  }

  override async perform({ accountId }: Payload, delivery: Delivery): Promise<Outcome> {
    const { attempt, createdAt } = delivery;
    try {
      return { refundedCents: await this.endPlans.end(accountId, delivery) };
    } catch (error) {
      const refused = error instanceof PaymentProviderRefusedError;
      const sinceSeconds = (this.clock.now().getTime() - createdAt.getTime()) / 1000;
      if (!isHopeless({ refused, attempt, sinceSeconds })) throw error;
      return { failure: reasonOf(error) };
    }
  }

  override async record(outcome: Outcome, { accountId }: Payload): Promise<void> {
    if ('failure' in outcome) {
      await this.endings.finish(accountId, 'failed', outcome.failure);
      await this.outbox.emit(plansEndingFailed, { accountId });
      return this.note('plans.ending-failed', accountId, { reason: outcome.failure });
    }
    await this.endings.finish(accountId, 'ended');
    return this.note('plans.ended', accountId, { ...outcome });
  }

  private note(action: string, accountId: string, details: Record<string, unknown>): Promise<void> {
    return this.audit.record({ actorId: null, action, subject: { type: 'account', id: accountId }, details });
  }
}
