import { Injectable } from '@nestjs/common';
import { v7 as uuid } from 'uuid';
import { Clock } from '../../../platform/clock.js';
import { Database } from '../../../platform/database/database.js';
import { Outbox } from '../../../platform/outbox/outbox.js';
import { paymentReversed } from '../events.js';
import { DisputesPort } from '../payments/disputes.port.js';
import { RefundsPort } from '../payments/refunds.port.js';
import { REVERSAL, WebhookEventsRepository } from './webhook-events.repository.js';

/** How far back to read. Refunds are rarely pending, and disputes rarely open, for longer. */
export const WINDOW_SECONDS = 90 * 86_400;

/** A refund or dispute in one of its states. */
export interface Reversal {
  id: string;
  status: string;
  paymentIntentId: string;
}

/**
 * Lists refunds and disputes at the provider, whatever webhooks were lost and for how long, and has each new state applied once. The
 * provider keeps events for 30 days only.
 */
@Injectable()
export class RecoverReversals {
  constructor(
    private readonly refunds: RefundsPort,
    private readonly disputes: DisputesPort,
    private readonly webhookEvents: WebhookEventsRepository,
    private readonly database: Database,
    private readonly outbox: Outbox,
    private readonly clock: Clock,
  ) {}

  /** Returns those whose state was not applied by an earlier run. A dry run changes nothing. */
  async run({ dryRun = false } = {}): Promise<Reversal[]> {
    const since = this.clock.in(-WINDOW_SECONDS);
    const found: Reversal[] = [];
    for await (const page of this.refunds.list(since)) found.push(...page.flatMap(toReversal));
    for await (const page of this.disputes.list(since)) found.push(...page.flatMap(toReversal));
    const stored = await this.webhookEvents.findStored(found.map(reversalKey));
    const missed = found.filter((reversal) => !stored.has(reversalKey(reversal)));
    if (dryRun) return missed;
    await this.database.transaction(async () => {
      const ids = new Set(missed.map(({ paymentIntentId }) => paymentIntentId));
      for (const paymentIntentId of ids) await this.outbox.emit(paymentReversed, { paymentIntentId });
      await this.markApplied(missed);
    });
    return missed;
  }

  /** Records that these states were applied. Requires a transaction. Returns those that were not applied before. */
  async markApplied(reversals: readonly Reversal[]): Promise<Reversal[]> {
    const receivedAt = this.clock.now();
    const added: Reversal[] = [];
    for (const reversal of reversals) {
      const providerEventId = reversalKey(reversal);
      const event = { id: uuid(), providerEventId, type: REVERSAL, objectId: reversal.id, receivedAt };
      if (await this.webhookEvents.add(event)) added.push(reversal);
    }
    return added;
  }
}

const reversalKey = ({ id, status }: Reversal): string => `${id}:${status}`;

/** The reversal of a payment by a refund or a dispute; none if no payment belongs to it. */
export function toReversal(object: {
  id: string;
  status: string;
  paymentIntentId: string | null;
}): Reversal[] {
  const { id, status, paymentIntentId } = object;
  return paymentIntentId ? [{ id, status, paymentIntentId }] : [];
}
